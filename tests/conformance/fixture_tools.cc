#include <fmt/format.h>

#include <array>

#include "conformance/fixtures.h"

namespace hm::mcp {
namespace {

constexpr Duration step = milliseconds(50);

json::object text_content(std::string_view text) {
    return {{"type", "text"}, {"text", text}};
}

json::object image_content() {
    return {{"type", "image"}, {"data", red_pixel}, {"mimeType", "image/png"}};
}

json::object resource_content(std::string_view uri, std::string_view type, std::string_view text) {
    return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", type}, {"text", text}}}};
}

json::object with_content(json::array content) {
    return {{"content", std::move(content)}};
}

void finish_with_text(const std::shared_ptr<Call>& call, std::string_view text) {
    call->finish(with_content({text_content(text)}));
}

const json::object& arguments_of(const Call& call) {
    return object_member(call.params(), "arguments");
}

void simple_text(const std::shared_ptr<Call>& call) {
    finish_with_text(call, "This is a simple text response for testing.");
}

void image(const std::shared_ptr<Call>& call) {
    call->finish(with_content({image_content()}));
}

void audio(const std::shared_ptr<Call>& call) {
    call->finish(with_content({json::object{{"type", "audio"}, {"data", short_sound}, {"mimeType", "audio/wav"}}}));
}

void embedded_resource(const std::shared_ptr<Call>& call) {
    call->finish(with_content(
        {resource_content("test://embedded-resource", "text/plain", "This is an embedded resource content.")}));
}

void mixed(const std::shared_ptr<Call>& call) {
    call->finish(with_content(
        {text_content("Multiple content types test:"), image_content(),
         resource_content("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})")}));
}

void error(const std::shared_ptr<Call>& call) {
    json::object result = with_content({text_content("This tool intentionally returns an error for testing")});
    result["isError"] = true;
    call->finish(std::move(result));
}

void logging(const std::shared_ptr<Call>& call) {
    const auto tell = [call](std::string_view text) {
        call->send("notifications/message", {{"level", "info"}, {"data", text}});
    };
    tell("Tool execution started");
    call->loop().after(step, [call, tell] {
        tell("Tool processing data");
        call->loop().after(step, [call, tell] {
            tell("Tool execution completed");
            finish_with_text(call, "Tool with logging executed successfully");
        });
    });
}

void progress(const std::shared_ptr<Call>& call) {
    const auto tell = [call](int done) { call->report(done, 100, fmt::format("Completed step {} of 100", done)); };
    tell(0);
    call->loop().after(step, [call, tell] {
        tell(50);
        call->loop().after(step, [call, tell] {
            tell(100);
            finish_with_text(call, "Tool with progress executed successfully");
        });
    });
}

void reconnection(const std::shared_ptr<Call>& call) {
    call->pause_stream();
    call->loop().after(milliseconds(100),
                       [call] { finish_with_text(call, "Reconnection test completed successfully."); });
}

void sampling(const std::shared_ptr<Call>& call) {
    const std::string prompt(text_member(arguments_of(*call), "prompt"));
    call->ask("sampling/createMessage",
              {{"messages", {{{"role", "user"}, {"content", text_content(prompt)}}}}, {"maxTokens", 100}},
              [call](Outcome answer) {
                  if (!answer) return finish_with_text(call, "Sampling failed: " + answer.error().message);
                  const json::value* content = answer->if_contains("content");
                  const std::string_view text =
                      content != nullptr && content->is_object() ? text_member(content->get_object(), "text") : "";
                  finish_with_text(call, fmt::format("LLM response: {}", text));
              });
}

void elicit(const std::shared_ptr<Call>& call, std::string_view message, json::object properties, json::array required,
            std::string_view words) {
    const json::object schema{
        {"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
    call->ask("elicitation/create", {{"message", message}, {"requestedSchema", schema}}, [call, words](Outcome answer) {
        if (!answer) return finish_with_text(call, "Elicitation failed: " + answer.error().message);
        finish_with_text(call, fmt::format("{}: action={}, content={}", words, text_member(*answer, "action"),
                                           to_text(object_member(*answer, "content"))));
    });
}

void elicitation(const std::shared_ptr<Call>& call) {
    elicit(call, text_member(arguments_of(*call), "message"),
           {{"response", {{"type", "string"}, {"description", "User's response"}}}}, {"response"}, "User response");
}

json::object field_of(std::string_view type, std::string_view description, json::value usual) {
    return {{"type", type}, {"description", description}, {"default", std::move(usual)}};
}

void elicitation_defaults(const std::shared_ptr<Call>& call) {
    json::object status = field_of("string", "User status", "active");
    status["enum"] = {"active", "inactive", "pending"};
    elicit(call, "Please review and update the form fields with defaults",
           {{"name", field_of("string", "User name", "John Doe")},
            {"age", field_of("integer", "User age", 30)},
            {"score", field_of("number", "User score", 95.5)},
            {"status", status},
            {"verified", field_of("boolean", "Verification status", true)}},
           {}, "Elicitation completed");
}

json::array titled(std::initializer_list<std::pair<std::string_view, std::string_view>> choices) {
    json::array all;
    for (const auto& [value, title] : choices) all.push_back(json::object{{"const", value}, {"title", title}});
    return all;
}

void elicitation_enums(const std::shared_ptr<Call>& call) {
    const json::array options{"option1", "option2", "option3"};
    const auto several = [](json::object items) {
        return json::object{{"type", "array"},
                            {"description", "Select multiple options"},
                            {"minItems", 1},
                            {"maxItems", 3},
                            {"items", std::move(items)}};
    };
    elicit(
        call, "Please select options from the enum fields",
        {{"untitledSingle", {{"type", "string"}, {"description", "Select one option"}, {"enum", options}}},
         {"titledSingle",
          {{"type", "string"},
           {"description", "Select one option with titles"},
           {"oneOf", titled({{"value1", "First Option"}, {"value2", "Second Option"}, {"value3", "Third Option"}})}}},
         {"legacyEnum",
          {{"type", "string"},
           {"description", "Select one option (legacy)"},
           {"enum", {"opt1", "opt2", "opt3"}},
           {"enumNames", {"Option One", "Option Two", "Option Three"}}}},
         {"untitledMulti", several({{"type", "string"}, {"enum", options}})},
         {"titledMulti",
          several({{"anyOf",
                    titled({{"value1", "First Choice"}, {"value2", "Second Choice"}, {"value3", "Third Choice"}})}})}},
        {}, "Elicitation completed");
}

void schema_tool(const std::shared_ptr<Call>& call) {
    finish_with_text(call, "JSON Schema 2020-12 tool called with: " + to_text(arguments_of(*call)));
}

json::object no_arguments() {
    return {{"type", "object"}, {"properties", json::object{}}};
}

json::object one_text(std::string_view name, std::string_view description) {
    return {{"type", "object"},
            {"properties", {{name, {{"type", "string"}, {"description", description}}}}},
            {"required", {name}}};
}

json::object whole_vocabulary() {
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"type", "object"},
            {"$defs",
             {{"address",
               {{"$anchor", "addressDef"},
                {"type", "object"},
                {"properties", {{"street", {{"type", "string"}}}, {"city", {{"type", "string"}}}}}}}}},
            {"properties",
             {{"name", {{"type", "string"}}},
              {"address", {{"$ref", "#/$defs/address"}}},
              {"contactMethod", {{"type", "string"}, {"enum", {"phone", "email"}}}},
              {"phone", {{"type", "string"}}},
              {"email", {{"type", "string"}}}}},
            {"allOf", json::array{json::object{{"anyOf", json::array{json::object{{"required", {"phone"}}},
                                                                     json::object{{"required", {"email"}}}}}}}},
            {"if", {{"properties", {{"contactMethod", {{"const", "phone"}}}}}, {"required", {"contactMethod"}}}},
            {"then", {{"required", {"phone"}}}},
            {"else", {{"required", {"email"}}}},
            {"additionalProperties", false}};
}

struct Fixture {
    std::string_view name;
    std::string_view description;
    json::object (*schema)();
    void (*call)(const std::shared_ptr<Call>&);
};

constexpr std::array fixtures{
    Fixture{"test_simple_text", "Answers a text.", no_arguments, simple_text},
    Fixture{"test_image_content", "Answers an image.", no_arguments, image},
    Fixture{"test_audio_content", "Answers a sound.", no_arguments, audio},
    Fixture{"test_embedded_resource", "Answers a resource.", no_arguments, embedded_resource},
    Fixture{"test_multiple_content_types", "Answers several kinds.", no_arguments, mixed},
    Fixture{"test_tool_with_logging", "Logs on the way.", no_arguments, logging},
    Fixture{"test_tool_with_progress", "Tells of its progress.", no_arguments, progress},
    Fixture{"test_error_handling", "Fails.", no_arguments, error},
    Fixture{"test_reconnection", "Cuts its stream before it answers.", no_arguments, reconnection},
    Fixture{"test_sampling", "Asks the client's model.", [] { return one_text("prompt", "What to ask."); }, sampling},
    Fixture{"test_elicitation", "Asks the person.", [] { return one_text("message", "What to ask."); }, elicitation},
    Fixture{"test_elicitation_sep1034_defaults", "Asks with defaults.", no_arguments, elicitation_defaults},
    Fixture{"test_elicitation_sep1330_enums", "Asks with choices.", no_arguments, elicitation_enums},
    Fixture{"json_schema_2020_12_tool", "Has a schema with the whole vocabulary.", whole_vocabulary, schema_tool},
};

}  // namespace

json::array fixture_tools() {
    json::array tools;
    for (const Fixture& fixture : fixtures) {
        tools.push_back(json::object{
            {"name", fixture.name}, {"description", fixture.description}, {"inputSchema", fixture.schema()}});
    }
    return tools;
}

void call_fixture(const std::shared_ptr<Call>& call) {
    const std::string_view name = text_member(call->params(), "name");
    for (const Fixture& fixture : fixtures) {
        if (fixture.name == name) return fixture.call(call);
    }
    call->finish(refuse(invalid_params, fmt::format("Unknown tool: {}", name)));
}

}  // namespace hm::mcp
