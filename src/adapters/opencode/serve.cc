#include "adapters/opencode/serve.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "adapters/opencode/replies.h"
#include "base/freed_memory.h"
#include "base/write_all.h"

namespace hm::opencode {
namespace {

constexpr std::size_t longest_line = 1U << 20U;
constexpr int rest_after_ms = 2000;

bool write_line(const json::object& reply) {
    return write_all(STDOUT_FILENO, to_text(reply) + "\n");
}

// `unread` begins with the line.
bool answer_line(std::string_view line, std::string_view unread, Replies& replies, const GiveWay& give_way) {
    const auto request = parse_json(line, longest_line);
    if (!request || !request->is_object()) {
        return write_line({{"failed", true}, {"message", "WHAT: A line that is not a JSON object.\n"}});
    }
    const json::object reply = replies.answer(request->get_object());
    if (replies.has_met_newer_store() && give_way) give_way(unread);
    return write_line(reply);
}

// Answers every whole line in the buffer and leaves the rest. False when the host no longer listens.
bool answer_whole_lines(std::string& buffer, Replies& replies, const GiveWay& give_way) {
    std::size_t begin = 0;
    for (std::size_t end = buffer.find('\n'); end != std::string::npos; end = buffer.find('\n', begin)) {
        const std::string_view line = std::string_view(buffer).substr(begin, end - begin);
        const std::string_view unread = std::string_view(buffer).substr(begin);
        if (!line.empty() && !answer_line(line, unread, replies, give_way)) return false;
        begin = end + 1;
    }
    buffer.erase(0, begin);
    return true;
}

}  // namespace

int serve(const std::filesystem::path& directory, Clock& clock, IdSource& ids, std::string buffer,
          const GiveWay& give_way) {
    keep_freed_memory();
    Replies replies(directory, clock, ids);
    if (!answer_whole_lines(buffer, replies, give_way)) return 0;
    std::string chunk(64U * 1024U, '\0');
    bool has_rested = true;
    while (true) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        const int ready = poll(&input, 1, has_rested ? -1 : rest_after_ms);
        if (ready == 0) {
            replies.rest();
            has_rested = true;
            continue;
        }
        const ssize_t count = read(STDIN_FILENO, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        buffer.append(chunk, 0, static_cast<std::size_t>(count));
        has_rested = false;
        if (!answer_whole_lines(buffer, replies, give_way)) return 0;
        if (buffer.size() > longest_line) {
            fmt::print(stderr, "hivemind serve: a line of more than {} bytes; ending.\n", longest_line);
            return 1;
        }
    }
}

}  // namespace hm::opencode
