#include "adapters/mcp/project_features.h"

#include "adapters/mcp/session.h"
#include "base/digest.h"
#include "view/stop_text.h"

namespace hm::mcp {
namespace {

// A pack says when it was made; that alone is no change.
std::string without_time_of_day(std::string text) {
    constexpr std::string_view mark = "timestamp=";
    const std::size_t found = text.find(mark);
    const std::size_t end = found == std::string::npos ? found : text.find(' ', found);
    if (end != std::string::npos) text.erase(found, end - found);
    return text;
}

}  // namespace

json::object ProjectFeatures::server_info() {
    return {{"name", "hivemind"}, {"title", "HiveMind"}, {"version", HIVEMIND_VERSION}};
}

// The tools and prompts of a running program never change; the resources come and go with plans and sessions.
json::object ProjectFeatures::capabilities() {
    return {{"tools", {{"listChanged", false}}},
            {"resources", {{"subscribe", true}, {"listChanged", true}}},
            {"prompts", {{"listChanged", false}}},
            {"completions", json::object{}},
            {"logging", json::object{}}};
}

std::string ProjectFeatures::instructions() {
    return rules_ == RulesToldBy::server ? server_instructions() : std::string();
}

Outcome ProjectFeatures::read_resource(const Call& call) {
    const std::string_view uri = text_member(call.params(), "uri");
    if (uri.empty()) return refuse(invalid_params, "uri is missing.");
    Outcome content = resources_.content(uri, tools_.session_id(call.session().name()));
    if (!content) {
        // Without a handshake the protocol has one code less.
        if (call.era() == Era::per_request && content.error().code == no_such_resource) {
            content.error().code = invalid_params;
        }
        return content;
    }
    return json::object{{"contents", {std::move(*content)}}};
}

Outcome ProjectFeatures::get_prompt(const Call& call) {
    return prompts_.get(call.params(), tools_.session_id(call.session().name()));
}

std::string ProjectFeatures::print_of(std::string_view uri) {
    Outcome content = uri.empty() ? resources_.list() : resources_.content(uri, std::nullopt);
    return content ? sha256_hex(without_time_of_day(to_text(*content))) : std::string();
}

}  // namespace hm::mcp
