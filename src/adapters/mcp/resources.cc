#include "adapters/mcp/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "domain/role.h"

namespace hm::mcp {
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
