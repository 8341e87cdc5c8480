#include "adapters/mcp/prompts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "view/prompt_text.h"

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

}  // namespace hm::mcp
