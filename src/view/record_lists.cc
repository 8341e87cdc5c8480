#include "view/record_lists.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/age_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t longest_line = 200;

std::string one_line(std::string_view text) {
    return shorten(plain_text(text), longest_line);
}

template <class Record, class Line>
std::string lines_of(const std::vector<Record>& records, std::string_view when_empty, Line&& line) {
    if (records.empty()) return std::string(when_empty) + "\n";
    std::string text;
    for (const Record& record : records) text += line(record);
    return text;
}

}  // namespace

std::string memory_lines(const std::vector<Memory>& memories, Time now) {
    return lines_of(memories, "No memories.", [&](const Memory& memory) {
        std::string text = fmt::format("{}  {:<10} {:>4}  {}\n", memory.id.text(), name_of(memory.kind),
                                       coarse_age(now - memory.created_at), one_line(memory.content.view()));
        if (memory.reason) text += fmt::format("    because: {}\n", one_line(memory.reason->view()));
        return text;
    });
}

std::string anchor_lines(const std::vector<Anchor>& anchors, Time now) {
    return lines_of(anchors, "No anchors.", [&](const Anchor& anchor) {
        return fmt::format("{}  {:<8} {:>4}  {} = {}\n", anchor.id.text(), name_of(anchor.priority),
                           coarse_age(now - anchor.modified_at), one_line(anchor.key.view()),
                           one_line(anchor.value.view()));
    });
}

std::string event_lines(const std::vector<Event>& events) {
    return lines_of(events, "No events.", [&](const Event& event) {
        return fmt::format("{:>6}  {}  {:<22} {:<6}  {}\n", event.seq, to_iso(event.at), event.kind.view(),
                           name_of(event.actor), one_line(event.summary.view()));
    });
}

}  // namespace hm
