#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "adapters/mcp/project_features.h"
#include "base/strings.h"
#include "domain/role.h"
#include "view/stop_text.h"

namespace hm::mcp {
namespace {

constexpr std::size_t most_values = 100;  // the protocol's own bound
constexpr std::size_t longest_argument = 4000;

struct Argument {
    std::string_view name;
    std::string_view sentence;
    bool is_required = false;
    std::string_view noun = {};  // whose ids may stand for it
};

struct Prompt {
    std::string_view name;
    std::string_view sentence;
    Argument argument;
    std::string (*words)(std::string_view argument);
};

const std::array<Prompt, 3> prompts{{
    {"resume",
     "Take up the work where it was left.",
     {"session_id", "The session to go on from; without it, this one.", false, "session"},
     [](std::string_view) { return resume_prompt(); }},
    {"plan", "Plan a piece of work before anything is changed.", {"goal", "What shall be reached.", true}, plan_prompt},
    {"review",
     "Compare what was done with what was to be done.",
     {"task_id", "The task; without it, the active ones.", false, "task"},
     review_prompt},
}};

const Prompt* find_prompt(std::string_view name) {
    const auto found = std::find_if(prompts.begin(), prompts.end(), [&](const Prompt& p) { return p.name == name; });
    return found == prompts.end() ? nullptr : found;
}

json::object user_message(json::object content) {
    return {{"role", "user"}, {"content", std::move(content)}};
}

}  // namespace

Outcome Prompts::list() const {
    json::array list;
    for (const Prompt& prompt : prompts) {
        list.push_back(json::object{{"name", prompt.name},
                                    {"title", prompt.sentence},
                                    {"description", prompt.sentence},
                                    {"arguments",
                                     {{{"name", prompt.argument.name},
                                       {"description", prompt.argument.sentence},
                                       {"required", prompt.argument.is_required}}}}});
    }
    return json::object{{"prompts", std::move(list)}};
}

Outcome Prompts::get(const json::object& params, const std::optional<Id>& session_id) {
    const Prompt* prompt = find_prompt(text_member(params, "name"));
    if (prompt == nullptr) return refuse(invalid_params, "There is no such prompt.");
    const std::string_view given = text_member(object_member(params, "arguments"), prompt->argument.name);
    if (given.empty() && prompt->argument.is_required) {
        return refuse(invalid_params, fmt::format("The argument {} is missing.", prompt->argument.name));
    }
    if (given.size() > longest_argument) {
        return refuse(invalid_params,
                      fmt::format("{} has more than {} bytes.", prompt->argument.name, longest_argument));
    }
    json::array messages{user_message({{"type", "text"}, {"text", prompt->words(given)}})};
    std::string uri(pack_uri);
    std::optional<Id> whose = session_id;
    if (prompt->argument.noun == "task" && !given.empty()) uri = fmt::format("hivemind://task/{}", given);
    if (prompt->argument.noun == "session" && !given.empty()) {
        auto id = Id::parse(given);
        if (!id) return refuse(invalid_params, "session_id is not an id.");
        whose = std::move(*id);
    }
    Outcome content = resources_.content(uri, whose);
    if (!content) return std::unexpected(content.error());
    messages.push_back(user_message({{"type", "resource"}, {"resource", std::move(*content)}}));
    return json::object{{"description", prompt->sentence}, {"messages", std::move(messages)}};
}

Outcome Prompts::complete(const json::object& params) {
    const json::object& ref = object_member(params, "ref");
    const json::object& argument = object_member(params, "argument");
    const std::string_view name = text_member(argument, "name");
    std::string_view noun;
    if (text_member(ref, "type") == "ref/resource") {
        noun = Resources::noun_of_template(text_member(ref, "uri"));
        if (noun.empty() || name != "id") return refuse(invalid_params, "There is no such template or argument.");
    } else {
        const Prompt* prompt = find_prompt(text_member(ref, "name"));
        if (text_member(ref, "type") != "ref/prompt" || prompt == nullptr || prompt->argument.name != name) {
            return refuse(invalid_params, "There is no such prompt or argument.");
        }
        noun = prompt->argument.noun;
    }
    std::vector<std::string> ids;
    if (!noun.empty()) {
        auto found = resources_.ids_like(noun, shorten(text_member(argument, "value"), 200));
        // Nothing to offer is no reason to fail.
        if (found) ids = std::move(*found);
    }
    json::array values;
    for (const std::string& id : ids) {
        if (values.size() < most_values) values.emplace_back(id);
    }
    return json::object{
        {"completion", {{"values", values}, {"total", ids.size()}, {"hasMore", ids.size() > most_values}}}};
}

namespace {

constexpr std::string_view scheme = "hivemind://";
constexpr int most_listed = 50;
constexpr int most_completed = 1000;
constexpr int most_events = 20;

struct Noun {
    std::string_view name;
    std::string_view title_field;  // what a person knows it by
    std::string_view sentence;
    bool is_listed = false;
};

constexpr std::array<Noun, 4> nouns{{
    {"plan", "title", "A plan with its phases.", true},
    {"session", "agent", "A session with its latest events.", true},
    {"task", "name", "A task with everything that is recorded of it."},
    {"memory", "content", "Something learnt."},
}};

const Noun* find_noun(std::string_view name) {
    const auto found = std::find_if(nouns.begin(), nouns.end(), [&](const Noun& noun) { return noun.name == name; });
    return found == nouns.end() ? nullptr : found;
}

std::string uri_of(const Noun& noun, std::string_view id) {
    return fmt::format("{}{}/{}", scheme, noun.name, id);
}

std::string title_of(const Noun& noun, const json::object& record) {
    const std::string_view title = text_member(record, noun.title_field);
    return title.empty() ? std::string(text_member(record, "stamp")) : shorten(title, 80);
}

RpcError to_rpc(const Error& error, std::string_view uri) {
    const bool is_missing = error.code == ErrorCode::not_found || error.code == ErrorCode::invalid_input;
    return {is_missing ? no_such_resource : internal_error, fmt::format("{} {}", error.what, error.remedy),
            json::object{{"uri", shorten(uri, 200)}}};
}

// A query answers the record alone, or in a list of one under its noun ({"plans": [{…}]}).
json::value record_in(const json::value& answer, const Noun& noun) {
    if (!answer.is_object()) return answer;
    const json::value* list = answer.get_object().if_contains(fmt::format("{}s", noun.name));
    const bool is_one = list != nullptr && list->is_array() && list->get_array().size() == 1;
    return is_one ? list->get_array().front() : answer;
}

bool holds(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

Outcome Resources::list() {
    json::array resources{{{"uri", pack_uri},
                           {"name", "pack"},
                           {"title", "What an agent needs to know now"},
                           {"description", "Active tasks, facts that must stay in sight, memories and dead ends."},
                           {"mimeType", "text/plain"}}};
    for (const Noun& noun : nouns) {
        if (!noun.is_listed) continue;
        const auto answer = access_.ask(fmt::format("{} list", noun.name), {{"limit", most_listed}});
        // Before `hivemind init` there is only the pack, which says so when it is read.
        if (!answer || !answer->data.is_array()) continue;
        for (const json::value& each : answer->data.get_array()) {
            if (!each.is_object()) continue;
            const json::object& record = each.get_object();
            resources.push_back(json::object{{"uri", uri_of(noun, text_member(record, "id"))},
                                             {"name", fmt::format("{} {}", noun.name, text_member(record, "stamp"))},
                                             {"title", title_of(noun, record)},
                                             {"description", noun.sentence},
                                             {"mimeType", "application/json"}});
        }
    }
    return json::object{{"resources", std::move(resources)}};
}

Outcome Resources::list_templates() const {
    json::array templates;
    for (const Noun& noun : nouns) {
        templates.push_back(json::object{{"uriTemplate", uri_of(noun, "{id}")},
                                         {"name", noun.name},
                                         {"title", noun.sentence},
                                         {"description", fmt::format("{} By its id or stamp.", noun.sentence)},
                                         {"mimeType", "application/json"}});
    }
    return json::object{{"resourceTemplates", std::move(templates)}};
}

Outcome Resources::content(std::string_view uri, const std::optional<Id>& session_id) {
    if (uri == pack_uri) {
        json::object input;
        if (session_id) input["session"] = session_id->text();
        // Its session begins with its first call.
        if (!session_id) input["role"] = mcp_role;
        const auto answer = access_.ask("pack", input);
        if (!answer) return std::unexpected(to_rpc(answer.error(), uri));
        return json::object{{"uri", uri}, {"mimeType", "text/plain"}, {"text", answer->text}};
    }
    const std::string_view path = uri.starts_with(scheme) ? uri.substr(scheme.size()) : std::string_view();
    const Noun* noun = find_noun(path.substr(0, path.find('/')));
    const std::string_view id =
        noun == nullptr || path.size() <= noun->name.size() ? "" : path.substr(noun->name.size() + 1);
    if (id.empty()) {
        return refuse(no_such_resource, "There is no such resource.", json::object{{"uri", shorten(uri, 200)}});
    }
    const auto answer = access_.ask(fmt::format("{} show", noun->name), {{"id", id}});
    if (!answer) return std::unexpected(to_rpc(answer.error(), uri));
    const json::value record = record_in(answer->data, *noun);
    json::object data{{noun->name, record}};
    const std::string record_id(record.is_object() ? text_member(record.get_object(), "id") : std::string_view());
    const bool has_phases = record.is_object() && record.get_object().contains("phases");
    if (noun->name == "plan" && !has_phases && !record_id.empty()) {
        if (const auto phases = access_.ask("phase list", {{"of", record_id}})) data["phases"] = phases->data;
    }
    if (noun->name == "session" && !record_id.empty()) {
        const auto events = access_.ask("log", {{"session_id", record_id}, {"limit", most_events}});
        if (events) data["events"] = events->data;
    }
    return json::object{{"uri", uri}, {"mimeType", "application/json"}, {"text", to_text(data)}};
}

Result<std::vector<std::string>> Resources::ids_like(std::string_view noun, std::string_view text) {
    const Noun* known = find_noun(noun);
    HM_ASSERT(known != nullptr);
    HM_TRY_ASSIGN(const Answer answer, access_.ask(fmt::format("{} list", noun), {{"limit", most_completed}}));
    std::vector<std::string> ids;
    if (!answer.data.is_array()) return ids;
    for (const json::value& each : answer.data.get_array()) {
        if (!each.is_object()) continue;
        const json::object& record = each.get_object();
        const std::string_view id = text_member(record, "id");
        if (id.starts_with(text) || text_member(record, "stamp").starts_with(text) ||
            holds(text_member(record, known->title_field), text)) {
            ids.emplace_back(id);
        }
    }
    return ids;
}

std::string_view Resources::noun_of_template(std::string_view uri_template) {
    for (const Noun& noun : nouns) {
        if (uri_template == uri_of(noun, "{id}")) return noun.name;
    }
    return {};
}

}  // namespace hm::mcp
