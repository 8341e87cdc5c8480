#include "conformance/fixtures.h"

#include <fmt/format.h>

#include <array>

namespace hm::mcp {
namespace {

constexpr std::string_view template_begin = "test://template/";
constexpr std::string_view template_end = "/data";

json::object user(json::object content) {
    return {{"role", "user"}, {"content", std::move(content)}};
}

json::object user_text(std::string_view text) {
    return user({{"type", "text"}, {"text", text}});
}

json::object argument(std::string_view name) {
    return {{"name", name}, {"description", "For the test."}, {"required", true}};
}

json::object listed(std::string_view uri, std::string_view name, std::string_view type) {
    return {{"uri", uri}, {"name", name}, {"description", "For the test."}, {"mimeType", type}};
}

// The content of a resource, or nothing.
std::optional<json::object> content_of(std::string_view uri) {
    if (uri == "test://static-text") {
        return json::object{
            {"uri", uri}, {"mimeType", "text/plain"}, {"text", "This is the content of the static text resource."}};
    }
    if (uri == "test://static-binary") {
        return json::object{{"uri", uri}, {"mimeType", "image/png"}, {"blob", red_pixel}};
    }
    if (uri == "test://watched-resource") {
        return json::object{{"uri", uri}, {"mimeType", "text/plain"}, {"text", "Watched resource content"}};
    }
    if (uri.starts_with(template_begin) && uri.ends_with(template_end) &&
        uri.size() > template_begin.size() + template_end.size()) {
        const std::string_view id =
            uri.substr(template_begin.size(), uri.size() - template_begin.size() - template_end.size());
        const json::object data{{"id", id}, {"templateTest", true}, {"data", fmt::format("Data for ID: {}", id)}};
        return json::object{{"uri", uri}, {"mimeType", "application/json"}, {"text", to_text(data)}};
    }
    return std::nullopt;
}

}  // namespace

json::object Fixtures::server_info() {
    return {{"name", "hivemind-conformance"}, {"version", HIVEMIND_VERSION}};
}

json::object Fixtures::capabilities() {
    return {{"tools", json::object{}},
            {"resources", {{"subscribe", true}}},
            {"prompts", json::object{}},
            {"completions", json::object{}},
            {"logging", json::object{}}};
}

Outcome Fixtures::list_tools() {
    return json::object{{"tools", fixture_tools()}};
}

Outcome Fixtures::list_resources() {
    return json::object{{"resources",
                         {listed("test://static-text", "static-text", "text/plain"),
                          listed("test://static-binary", "static-binary", "image/png"),
                          listed("test://watched-resource", "watched-resource", "text/plain")}}};
}

Outcome Fixtures::list_resource_templates() {
    return json::object{{"resourceTemplates",
                         {{{"uriTemplate", "test://template/{id}/data"},
                           {"name", "template"},
                           {"description", "For the test."},
                           {"mimeType", "application/json"}}}}};
}

Outcome Fixtures::list_prompts() {
    return json::object{{"prompts",
                         {{{"name", "test_simple_prompt"}, {"description", "No arguments."}},
                          {{"name", "test_prompt_with_arguments"},
                           {"description", "Two arguments."},
                           {"arguments", {argument("arg1"), argument("arg2")}}},
                          {{"name", "test_prompt_with_embedded_resource"},
                           {"description", "A resource."},
                           {"arguments", json::array{argument("resourceUri")}}},
                          {{"name", "test_prompt_with_image"}, {"description", "An image."}}}}};
}

Outcome Fixtures::read_resource(const Call& call) {
    const std::string_view uri = text_member(call.params(), "uri");
    auto content = content_of(uri);
    if (!content) {
        const int code = call.era() == Era::handshake ? no_such_resource : invalid_params;
        return refuse(code, "There is no such resource.", json::object{{"uri", uri}});
    }
    return json::object{{"contents", json::array{std::move(*content)}}};
}

Outcome Fixtures::get_prompt(const Call& call) {
    const std::string_view name = text_member(call.params(), "name");
    const json::object& arguments = object_member(call.params(), "arguments");
    json::array messages;
    if (name == "test_simple_prompt") {
        messages.push_back(user_text("This is a simple prompt for testing."));
    } else if (name == "test_prompt_with_arguments") {
        messages.push_back(user_text(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'",
                                                 text_member(arguments, "arg1"), text_member(arguments, "arg2"))));
    } else if (name == "test_prompt_with_embedded_resource") {
        messages.push_back(user({{"type", "resource"},
                                 {"resource",
                                  {{"uri", text_member(arguments, "resourceUri")},
                                   {"mimeType", "text/plain"},
                                   {"text", "Embedded resource content for testing."}}}}));
        messages.push_back(user_text("Please process the embedded resource above."));
    } else if (name == "test_prompt_with_image") {
        messages.push_back(user({{"type", "image"}, {"data", red_pixel}, {"mimeType", "image/png"}}));
        messages.push_back(user_text("Please analyze the image above."));
    } else {
        return refuse(invalid_params, "There is no such prompt.");
    }
    return json::object{{"messages", std::move(messages)}};
}

Outcome Fixtures::complete(const Call&) {
    return json::object{{"completion", {{"values", json::array{}}, {"total", 0}, {"hasMore", false}}}};
}

void Fixtures::call_tool(std::shared_ptr<Call> call) {
    call_fixture(call);
}

std::string Fixtures::print_of(std::string_view uri) {
    return uri.empty() || content_of(uri) ? "always the same" : "";
}

}  // namespace hm::mcp
