#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>

#include "adapters/clients/opencode/behind.h"
#include "adapters/clients/opencode/replies.h"
#include "base/files.h"
#include "base/json.h"
#include "base/memory.h"

namespace hm::opencode {
namespace {

constexpr int rest_after_ms = 2000;

// What is read ahead, so that a call that waits behind other requests is seen.
constexpr std::size_t most_waiting_bytes = 8U << 20U;

enum class Read { some, quiet, interrupted, ended };

class Child {
public:
    Child(const std::filesystem::path& directory, Clock& clock, IdSource& ids, const GiveWay& give_way)
        : replies_(directory, clock, ids), give_way_(give_way) {}

    void set_client_process(const std::string& process) { replies_.set_client_process(process); }
    void take(std::string_view bytes) { lines_.add(bytes); }

    // Answers until the input ends or the host no longer listens.
    void run() {
        while (true) {
            if (lines_.size() > 0) {
                read_all_there_is();
                if (!answer(lines_.next())) return;
                continue;
            }
            if (has_ended_) return behind_.hand_over(replies_.later());
            behind_.start(replies_.later());
            const Read read = read_now(has_rested_ ? -1 : rest_after_ms);
            if (read == Read::some) has_rested_ = false;
            if (read == Read::quiet) {
                replies_.rest();
                has_rested_ = true;
            }
        }
    }

private:
    // A call may have come while the last request was answered.
    void read_all_there_is() {
        while (lines_.bytes() < most_waiting_bytes && read_now(0) == Read::some) {
        }
    }

    // Waits at most so long for input, or for the process behind the answers to end.
    Read read_now(int wait_ms) {
        if (has_ended_) return Read::ended;
        std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {behind_.ended(), POLLIN, 0}}};
        const int ready = poll(waiting.data(), waiting.size(), wait_ms);
        if (ready == 0) return Read::quiet;
        if (ready < 0) return Read::interrupted;
        if (waiting[1].revents != 0) behind_.collect();
        if (waiting[0].revents == 0) return Read::interrupted;
        const ssize_t count = read(STDIN_FILENO, chunk_.data(), chunk_.size());
        if (count < 0 && errno == EINTR) return Read::interrupted;
        if (count <= 0) {
            has_ended_ = true;
            return Read::ended;
        }
        lines_.add({chunk_.data(), static_cast<std::size_t>(count)});
        return Read::some;
    }

    bool answer(const WaitingLine& line) {
        const json::object reply =
            line.request ? replies_.answer(*line.request) : replies_.answer_unreadable(line.text, line.request.error());
        if (replies_.has_met_newer_store() && give_way_) give_way_(line.text + "\n" + lines_.unread());
        return write_all(STDOUT_FILENO, to_text(reply) + "\n");
    }

    Replies replies_;
    const GiveWay& give_way_;
    WaitingLines lines_{longest_line};
    Behind behind_;
    std::string chunk_ = std::string(64U * 1024U, '\0');
    bool has_rested_ = true;
    bool has_ended_ = false;
};

}  // namespace

int serve(const std::filesystem::path& directory, Clock& clock, IdSource& ids, const std::string& buffer,
          const GiveWay& give_way, const std::string& client_process) {
    keep_freed_memory();
    Child child(directory, clock, ids, give_way);
    child.set_client_process(client_process);
    child.take(buffer);
    child.run();
    return 0;
}

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
