#include "adapters/mcp/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace hm::mcp {
namespace {

constexpr std::size_t most_calls = 64;
constexpr std::size_t most_followed = 32;
constexpr std::size_t most_listening = 8;
constexpr Duration longest_wait_for_client = minutes(10);

constexpr std::array<std::string_view, 6> only_with_handshake{"initialize",
                                                              "ping",
                                                              "logging/setLevel",
                                                              "resources/subscribe",
                                                              "resources/unsubscribe",
                                                              "notifications/initialized"};

Outcome unknown_method(std::string_view method) {
    return refuse(method_not_found, fmt::format("There is no method {}.", shorten(method, 60)));
}

json::array versions() {
    json::array all{per_request_version};
    for (const std::string_view version : handshake_versions) all.emplace_back(version);
    return all;
}

}  // namespace

Era era_of(const Request& request) {
    const bool says_version = object_member(request.params, "_meta").contains(version_key);
    return says_version || request.method == "server/discover" ? Era::per_request : Era::handshake;
}

void Session::take(Request request, Era era, std::shared_ptr<Stream> stream) {
    const std::string key = to_text(request.id);
    if (calls_.contains(key)) {
        return stream->finish(
            error_message(request.id, {invalid_request, "A request with this id is still under way."}));
    }
    if (calls_.size() >= most_calls) {
        return stream->finish(error_message(
            request.id, {too_much_at_once, fmt::format("{} requests are under way: wait for one.", most_calls)}));
    }
    const auto call = std::make_shared<Call>(std::move(request), era, std::move(stream), shared_from_this());
    calls_[key] = call;
    dispatch(call);
}

void Session::dispatch(const std::shared_ptr<Call>& call) {
    const bool has_session = call->era() == Era::handshake;
    const auto& bound = only_with_handshake;
    if (!has_session && std::find(bound.begin(), bound.end(), call->method()) != bound.end()) {
        return call->finish(unknown_method(call->method()));
    }
    if (!has_session) {
        const std::string_view version = text_member(call->meta(), version_key);
        if (call->meta().contains(version_key) && version != per_request_version) {
            return call->finish(refuse(unsupported_version, "Unsupported protocol version",
                                       json::object{{"supported", versions()}, {"requested", shorten(version, 60)}}));
        }
        client_info_ = object_member(call->meta(), client_info_key);
        client_capabilities_ = object_member(call->meta(), client_capabilities_key);
        if (call->method() == "subscriptions/listen") return listen(call);
    }
    if (call->method() == "tools/call") return features_.call_tool(call);
    call->finish(answer(call));
}

Outcome Session::answer(const std::shared_ptr<Call>& call) {
    struct Method {
        std::string_view name;
        Outcome (*answer)(Session&, const Call&);
    };
    static constexpr std::array methods{
        Method{"initialize", [](Session& s, const Call& c) { return s.initialize(c); }},
        Method{"server/discover", [](Session& s, const Call&) { return s.discover(); }},
        Method{"ping", [](Session&, const Call&) { return Outcome(json::object{}); }},
        Method{"logging/setLevel", [](Session& s, const Call& c) { return s.set_level(c.params()); }},
        Method{"tools/list", [](Session& s, const Call&) { return s.features_.list_tools(); }},
        Method{"resources/list", [](Session& s, const Call&) { return s.features_.list_resources(); }},
        Method{"resources/templates/list",
               [](Session& s, const Call&) { return s.features_.list_resource_templates(); }},
        Method{"resources/read", [](Session& s, const Call& c) { return s.features_.read_resource(c); }},
        Method{"resources/subscribe", [](Session& s, const Call& c) { return s.subscribe(c.params()); }},
        Method{"resources/unsubscribe", [](Session& s, const Call& c) { return s.unsubscribe(c.params()); }},
        Method{"prompts/list", [](Session& s, const Call&) { return s.features_.list_prompts(); }},
        Method{"prompts/get", [](Session& s, const Call& c) { return s.features_.get_prompt(c); }},
        Method{"completion/complete", [](Session& s, const Call& c) { return s.features_.complete(c); }},
    };
    const bool is_list = call->method().ends_with("/list");
    if (is_list && call->params().contains("cursor"))
        return refuse(invalid_params, "No such cursor: the list is whole.");
    for (const Method& method : methods) {
        if (method.name == call->method()) return method.answer(*this, *call);
    }
    return unknown_method(call->method());
}

Outcome Session::initialize(const Call& call) {
    if (!version_.empty()) return refuse(invalid_request, "The handshake was already made.");
    const json::value* asked = call.params().if_contains("protocolVersion");
    if (asked == nullptr || !asked->is_string()) return refuse(invalid_params, "protocolVersion is missing.");
    const std::string_view wanted = asked->get_string();
    version_ = is_handshake_version(wanted) ? wanted : handshake_versions.front();
    client_info_ = object_member(call.params(), "clientInfo");
    client_capabilities_ = object_member(call.params(), "capabilities");
    prints_[""] = features_.print_of("");
    json::object answer{{"protocolVersion", version_},
                        {"capabilities", features_.capabilities()},
                        {"serverInfo", features_.server_info()}};
    if (std::string told = features_.instructions(); !told.empty()) answer["instructions"] = std::move(told);
    return answer;
}

Outcome Session::discover() {
    json::object capabilities = features_.capabilities();
    capabilities.erase("logging");
    json::object answer{{"supportedVersions", versions()},
                        {"capabilities", std::move(capabilities)},
                        {"serverInfo", features_.server_info()}};
    if (std::string told = features_.instructions(); !told.empty()) answer["instructions"] = std::move(told);
    return answer;
}

Outcome Session::set_level(const json::object& params) {
    const auto level = enum_named<LogLevel>(text_member(params, "level"));
    if (!level) return refuse(invalid_params, "There is no such level.");
    level_ = *level;
    return json::object{};
}

Outcome Session::follow(std::string_view uri, Prints& prints) {
    if (uri.empty()) return refuse(invalid_params, "uri is missing.");
    std::string print = features_.print_of(uri);
    if (print.empty()) {
        return refuse(no_such_resource, "There is no such resource.", json::object{{"uri", shorten(uri, 200)}});
    }
    if (!prints.contains(std::string(uri)) && prints.size() >= most_followed) {
        return refuse(too_much_at_once, fmt::format("Follow at most {} resources.", most_followed));
    }
    prints[std::string(uri)] = std::move(print);
    return json::object{};
}

Outcome Session::subscribe(const json::object& params) {
    return follow(text_member(params, "uri"), prints_);
}

Outcome Session::unsubscribe(const json::object& params) {
    const std::string uri(text_member(params, "uri"));
    if (uri.empty()) return refuse(invalid_params, "uri is missing.");
    prints_.erase(uri);
    return json::object{};
}

void Session::listen(const std::shared_ptr<Call>& call) {
    if (listening_.size() >= most_listening) {
        return call->finish(refuse(too_much_at_once, fmt::format("Listen at most {} times.", most_listening)));
    }
    const json::object& wanted = object_member(call->params(), "notifications");
    Listening listening{call, {}};
    json::object agreed;
    const json::value* list = wanted.if_contains("resourcesListChanged");
    if (list != nullptr && list->is_bool() && list->get_bool()) {
        listening.prints[""] = features_.print_of("");
        agreed["resourcesListChanged"] = true;
    }
    json::array uris;
    const json::value* named = wanted.if_contains("resourceSubscriptions");
    if (named != nullptr && named->is_array()) {
        for (const json::value& uri : named->get_array()) {
            if (uri.is_string() && follow(uri.get_string(), listening.prints)) uris.push_back(uri);
        }
    }
    if (!uris.empty()) agreed["resourceSubscriptions"] = std::move(uris);
    listening_.push_back(std::move(listening));
    call->send("notifications/subscriptions/acknowledged",
               {{"_meta", {{subscription_key, call->id()}}}, {"notifications", std::move(agreed)}});
}

void Session::take(const Notification& notification) {
    if (notification.method != "notifications/cancelled") return;
    const json::value* id = notification.params.if_contains("requestId");
    if (id == nullptr) return;
    const auto found = calls_.find(to_text(*id));
    // The handshake cannot be taken back.
    if (found == calls_.end() || found->second->method() == "initialize") return;
    const std::shared_ptr<Call> call = found->second;
    call->cancel();
}

void Session::take(Response response) {
    if (!response.id.is_int64()) return;
    const auto found = expected_.find(response.id.get_int64());
    if (found == expected_.end()) return;
    const Call::Answered answered = std::move(found->second);
    expected_.erase(found);
    answered(std::move(response.outcome));
}

bool Session::follows_anything() const {
    return !listening_.empty() || (background_ != nullptr && !prints_.empty());
}

void Session::look(const PrintOf& print_of) {
    const auto tell_changes = [&](Prints& prints, const auto& tell) {
        for (auto& [uri, before] : prints) {
            std::string now = print_of(uri);
            if (now == before) continue;
            before = std::move(now);
            if (uri.empty()) {
                tell("notifications/resources/list_changed", json::object{});
            } else {
                tell("notifications/resources/updated", json::object{{"uri", uri}});
            }
        }
    };
    if (background_ != nullptr) {
        tell_changes(prints_,
                     [&](std::string_view method, json::object params) { send_background(method, std::move(params)); });
    }
    for (Listening& listening : listening_) {
        tell_changes(listening.prints, [&](std::string_view method, json::object params) {
            params["_meta"] = {{subscription_key, listening.call->id()}};
            listening.call->send(method, std::move(params));
        });
    }
}

void Session::send_background(std::string_view method, json::object params) {
    if (background_) background_->send(notification_message(method, std::move(params)));
}

void Session::end() {
    background_.reset();
    prints_.clear();
    for (const Listening& listening : std::exchange(listening_, {})) {
        listening.call->finish(json::object{{"_meta", {{subscription_key, listening.call->id()}}}});
    }
    for (const auto& [id, call] : std::exchange(calls_, {})) call->cancel();
    for (const auto& [id, answered] : std::exchange(expected_, {})) {
        answered(refuse(internal_error, "The session has ended."));
    }
}

bool Session::wants_log(LogLevel level, const Call& call) const {
    if (call.era() == Era::handshake) return level >= level_;
    const auto wanted = enum_named<LogLevel>(text_member(call.meta(), log_level_key));
    return wanted && level >= *wanted;
}

json::value Session::expect_answer(Call::Answered answered) {
    const std::int64_t id = ++asked_;
    expected_[id] = std::move(answered);
    loop_.after(longest_wait_for_client, [weak = weak_from_this(), id] {
        if (const auto self = weak.lock())
            self->take(Response{id, refuse(internal_error, "The client did not answer.")});
    });
    return id;
}

void Session::forget(const json::value& id) {
    calls_.erase(to_text(id));
    std::erase_if(listening_, [&](const Listening& listening) { return listening.call->id() == id; });
}

}  // namespace hm::mcp
