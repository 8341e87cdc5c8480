#include "adapters/hook/event_text.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "base/unambiguous_json.h"

namespace hm::hook {
namespace {

bool has_more_now(int input) {
    pollfd waiting{input, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
}

bool looks_complete(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return last != std::string_view::npos && text[last] == '}' && parse_json(text, longest_event).has_value();
}

std::unexpected<Error> failure(std::string what) {
    return fail(ErrorCode::invalid_input, std::move(what),
                "A client sends one JSON object on standard input; `hivemind doctor` tries it out.");
}

}  // namespace

Result<std::string> read_event_text(int input, Deadline deadline) {
    std::string text;
    std::string chunk(64U * 1024U, '\0');
    while (true) {
        pollfd waiting{input, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(deadline.left().ms));
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return failure("Standard input cannot be read.");
        if (ready == 0) {
            if (looks_complete(text)) return text;
            return failure(fmt::format("The event did not arrive in time: {} bytes came.", text.size()));
        }
        const ssize_t count = read(input, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failure("Standard input cannot be read.");
        if (count == 0) return text;
        text.append(chunk, 0, static_cast<std::size_t>(count));
        if (text.size() > longest_event) return failure(fmt::format("An event of more than {} bytes.", longest_event));
        // A short read that ends like an object may be all there is.
        if (static_cast<std::size_t>(count) < chunk.size() && !has_more_now(input) && looks_complete(text)) return text;
    }
}

Result<json::object> parse_event(std::string_view text) {
    HM_TRY_ASSIGN(json::value value, parse_unambiguous_json(text, longest_event));
    if (!value.is_object()) return failure("The event is not a JSON object.");
    return std::move(value.get_object());
}

}  // namespace hm::hook
