#include "adapters/mcp/call.h"

#include <algorithm>
#include <array>

#include "adapters/mcp/session.h"

namespace hm::mcp {
namespace {

// The methods whose answers say how long they hold. What the store holds may change at any moment, so that is no time.
constexpr std::array<std::string_view, 6> with_cache_hints{
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"};

}  // namespace

Loop& Call::loop() const {
    return session_->loop();
}

json::object Call::completed(json::object result) const {
    if (era_ == Era::handshake) return result;
    if (!result.contains("resultType")) result["resultType"] = "complete";
    if (std::find(with_cache_hints.begin(), with_cache_hints.end(), request_.method) != with_cache_hints.end()) {
        if (!result.contains("ttlMs")) result["ttlMs"] = 0;
        if (!result.contains("cacheScope")) result["cacheScope"] = "private";
    }
    if (!result.contains("_meta")) result["_meta"] = json::object{};
    result["_meta"].get_object()[server_info_key] = session_->features().server_info();
    return result;
}

void Call::finish(Outcome outcome) {
    if (is_over_) return;
    is_over_ = true;
    const std::shared_ptr<Call> self = shared_from_this();
    if (outcome) outcome = completed(std::move(*outcome));
    stream_->finish(answer_message(request_.id, std::move(outcome)));
    session_->forget(request_.id);
}

void Call::report(double done, double total, std::string_view message) {
    const json::value* token = meta().if_contains("progressToken");
    if (token == nullptr || !(token->is_string() || token->is_number())) return;
    send("notifications/progress",
         {{"progressToken", *token}, {"progress", done}, {"total", total}, {"message", message}});
}

void Call::log(LogLevel level, json::value data) {
    if (!session_->wants_log(level, *this)) return;
    send("notifications/message", {{"level", name_of(level)}, {"logger", "hivemind"}, {"data", std::move(data)}});
}

void Call::send(std::string_view method, json::object params) {
    if (!is_over_) stream_->send(notification_message(method, std::move(params)));
}

void Call::ask(std::string_view method, json::object params, Answered answered) {
    if (is_over_) return;
    const json::value id = session_->expect_answer(std::move(answered));
    stream_->send(request_message(id, method, std::move(params)));
}

void Call::pause_stream() {
    if (!is_over_) stream_->pause();
}

void Call::cancel() {
    if (is_over_) return;
    is_over_ = true;
    const std::shared_ptr<Call> self = shared_from_this();
    stream_->abandon();
    session_->forget(request_.id);
}

}  // namespace hm::mcp
