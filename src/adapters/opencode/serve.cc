#include "adapters/opencode/serve.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "adapters/opencode/behind.h"
#include "adapters/opencode/replies.h"
#include "adapters/opencode/waiting_lines.h"
#include "base/freed_memory.h"
#include "base/write_all.h"

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
          const GiveWay& give_way) {
    keep_freed_memory();
    Child child(directory, clock, ids, give_way);
    child.take(buffer);
    child.run();
    return 0;
}

}  // namespace hm::opencode
