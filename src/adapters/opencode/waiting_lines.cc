#include "adapters/opencode/waiting_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "adapters/opencode/replies.h"
#include "base/unambiguous_json.h"

namespace hm::opencode {
namespace {

// Enough to find out which request it was.
constexpr std::size_t kept_of_long_lines = 4096;

// Records of a session that its next call is judged after. They wait for nothing but the store.
constexpr std::array<std::string_view, 3> short_records{"tool.execute.after", "chat.message", "event"};

bool is_short_record(const WaitingLine& line) {
    return std::find(short_records.begin(), short_records.end(), line.hook) != short_records.end();
}

Result<json::object> read_request(std::string_view line, std::size_t longest) {
    HM_TRY_ASSIGN(json::value value, parse_unambiguous_json(line, longest));
    if (value.is_object()) return std::move(value.get_object());
    return fail(ErrorCode::invalid_input, "A line that is not a JSON object.", "Send one JSON object a line.");
}

std::string session_named(const json::object& input) {
    const json::object& properties = object_member(input, "properties");
    for (const std::string_view named : {text_member(input, "sessionID"), text_member(properties, "sessionID"),
                                         text_member(object_member(properties, "info"), "id")}) {
        if (!named.empty()) return std::string(named);
    }
    return {};
}

}  // namespace

void WaitingLines::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const bool is_whole = end != std::string_view::npos;
        if (!is_skipping_) begun_.append(bytes.substr(0, end));
        bytes.remove_prefix(is_whole ? end + 1 : bytes.size());
        if (begun_.size() > longest_) {
            const Error too_long{ErrorCode::invalid_input,
                                 fmt::format("A request of more than {} bytes.", longest_),
                                 "Make the call in smaller parts.",
                                 {},
                                 {}};
            begun_.resize(kept_of_long_lines);
            bytes_ += begun_.size();
            lines_.push_back({std::move(begun_), fail(too_long)});
            begun_.clear();
            is_skipping_ = true;
        }
        if (!is_whole) return;
        if (!is_skipping_ && !begun_.empty()) take_line(begun_);
        begun_.clear();
        is_skipping_ = false;
    }
}

void WaitingLines::take_line(std::string_view line) {
    WaitingLine waiting{std::string(line), read_request(line, longest_)};
    if (waiting.request) {
        waiting.hook = text_member(*waiting.request, "hook");
        waiting.session = session_named(object_member(*waiting.request, "input"));
    }
    bytes_ += waiting.text.size();
    lines_.push_back(std::move(waiting));
}

std::size_t WaitingLines::first_to_answer() const {
    for (std::size_t call = 0; call < lines_.size(); ++call) {
        // What cannot be read is answered at once, and may be a call. A caller's first word is what its others go by.
        if (!lines_[call].request || lines_[call].hook == "hello") return call;
        if (lines_[call].hook != gate_hook) continue;
        // Its session's records first, unless something longer stands before them.
        for (std::size_t i = 0; i < call; ++i) {
            if (lines_[i].session != lines_[call].session) continue;
            return is_short_record(lines_[i]) ? i : call;
        }
        return call;
    }
    return 0;
}

WaitingLine WaitingLines::next() {
    const auto at = lines_.begin() + static_cast<std::ptrdiff_t>(first_to_answer());
    WaitingLine line = std::move(*at);
    lines_.erase(at);
    bytes_ -= line.text.size();
    return line;
}

std::string WaitingLines::unread() const {
    std::string all;
    for (const WaitingLine& line : lines_) all += line.text + "\n";
    return all + begun_;
}

}  // namespace hm::opencode
