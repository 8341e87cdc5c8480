#include "stress/malformed_calls.h"

#include <fmt/format.h>

namespace hm::testing {
namespace {

using namespace std::string_literals;

json::value text_with_nul(std::string_view before, std::string_view behind) {
    return json::value(std::string(before) + '\0' + std::string(behind));
}

// Values of every kind that is no text.
std::vector<json::value> no_texts() {
    return {json::value(nullptr),
            json::value(0),
            json::value(-7),
            json::value(1.5),
            json::value(true),
            json::value(false),
            json::value(json::array{}),
            json::value(json::array{"ls"}),
            json::value(json::object{}),
            json::value(json::object{{"name", "Bash"}})};
}

class Generator {
public:
    explicit Generator(const CallShape& shape) : shape_(shape) {}

    std::vector<Malformed> all() {
        names();
        arguments();
        commands();
        paths();
        repeated_members();
        bytes();
        nesting();
        return std::move(made_);
    }

private:
    json::object shell_arguments() const { return {{"command", "ls -la"}, {"description", "look"}}; }
    json::object write_arguments() const { return {{shape_.path_member, "a.txt"}, {"content", "x"}}; }

    void add(std::string what, std::string text) { made_.push_back({std::move(what), std::move(text)}); }
    void add(std::string what, json::object call) { add(std::move(what), to_text(shape_.around(std::move(call)))); }
    json::object call(const std::string& tool, json::value arguments) const {
        return call(json::value(std::string_view(tool)), std::move(arguments));
    }
    json::object call(json::value tool, json::value arguments) const {
        return {{shape_.tool_member, std::move(tool)}, {shape_.arguments_member, std::move(arguments)}};
    }

    void names() {
        for (const json::object& arguments : {shell_arguments(), write_arguments(), json::object{}}) {
            add("no tool", json::object{{shape_.arguments_member, arguments}});
            for (const json::value& name : no_texts()) add("tool is " + to_text(name), call(name, arguments));
            for (const json::value& name :
                 {json::value(""), json::value("   "), text_with_nul(shape_.shell, ""), text_with_nul("", shape_.shell),
                  text_with_nul(shape_.writers.front(), "x"), json::value("ba\x07sh"), json::value(shape_.shell + "\n"),
                  json::value("\x1b[2J"), json::value("\x7f"), json::value(std::string(70'000, 'n'))}) {
                add("tool is a strange text", call(name, arguments));
            }
        }
    }

    void arguments() {
        std::vector<std::string> tools = shape_.writers;
        tools.insert(tools.end(), {shape_.shell, "mcp__box__run_shell", "mcp__store__put", "unheard_of"});
        for (const std::string& tool : tools) {
            add(tool + " without arguments", json::object{{shape_.tool_member, tool}});
            for (json::value given : no_texts()) {
                if (!given.is_object()) add(tool + " with " + to_text(given), call(tool, given));
            }
            add(tool + " with a text", call(tool, "ls"));
        }
    }

    void commands() {
        for (const std::string& tool : {shape_.shell, "mcp__box__run_shell"s}) {
            if (tool == shape_.shell) add("no command", call(tool, json::object{{"description", "look"}}));
            for (const json::value& given :
                 {json::value(5), json::value(true), json::value(json::object{}),
                  json::value(json::object{{"text", "ls"}}), json::value(json::array{}), json::value(json::array{5}),
                  json::value(json::array{"ls", 5}), json::value(json::array{"ls", nullptr}),
                  json::value(json::array{"ls", json::array{"-l"}}), json::value(json::array{"ls", json::object{}}),
                  json::value(""), json::value("  \t\n"), text_with_nul("ls ", ""), text_with_nul("ls ", "; rm -rf /"),
                  json::value(nullptr), json::value(json::array{"ls", text_with_nul("", "-l")})}) {
                add("command is " + to_text(given), call(tool, json::object{{"command", given}}));
                add("command is " + to_text(given),
                    call(tool, json::object{{"run_in_background", true}, {"command", given}, {"timeout", 5}}));
            }
        }
    }

    void paths() {
        for (const std::string& tool : shape_.writers) {
            add(tool + " on nothing", call(tool, json::object{}));
            add(tool + " of a content", call(tool, json::object{{"content", "x"}, {"new_string", "y"}}));
            add(tool + " of no patch", call(tool, json::object{{"command", "no patch at all"}}));
            for (json::value given : no_texts()) {
                add(tool + " on " + to_text(given), call(tool, json::object{{shape_.path_member, given}}));
            }
            add(tool + " on an empty path", call(tool, json::object{{shape_.path_member, ""}}));
            add(tool + " on a NUL", call(tool, json::object{{shape_.path_member, text_with_nul("a", "b")}}));
            add(tool + " on a number beside a path",
                call(tool, json::object{{shape_.path_member, 5}, {"path", "a.txt"}, {"file_path", 6}}));
        }
    }

    // The event with one member written a second time, in front of the first or behind it.
    void repeated_members() {
        const std::string sound = sound_call(shape_, shape_.shell, shell_arguments());
        const auto repeat = [&](const std::string& first, const std::string& added) {
            std::string text = sound;
            const std::size_t at = text.find(first);
            text.insert(at, added + ",");
            add("repeated in front: " + added, text);
            text = sound;
            text.insert(at + first.size(), "," + added);
            add("repeated behind: " + added, text);
        };
        repeat(R"("command":"ls -la")", R"("command":"rm -rf /")");
        repeat(R"("command":"ls -la")", R"("command":"ls -la")");
        repeat(R"("command":"ls -la")", R"("comm\u0061nd":"rm -rf /")");
        repeat(R"("description":"look")", R"("description":"twice")");
        repeat(fmt::format(R"("{}":"{}")", shape_.tool_member, shape_.shell),
               fmt::format(R"("{}":"unheard_of")", shape_.tool_member));
        repeat(fmt::format(R"("{}":"{}")", shape_.tool_member, shape_.shell),
               fmt::format(R"("{}":{{"command":"rm -rf /"}})", shape_.arguments_member));
    }

    void bytes() {
        const std::string sound = sound_call(shape_, shape_.shell, shell_arguments());
        for (std::size_t length = 1; length < sound.size(); length += 7) add("cut off", sound.substr(0, length));
        for (const std::string& behind :
             {"x"s, "}"s, "]"s, ","s, "null"s, "{}"s, " garbage"s, sound, "\x01"s, "\xff"s, "/* x */"s, "\0"s}) {
            add("with something behind it", sound + behind);
        }
        for (const std::string& before : {"x"s, "{"s, "["s, ","s, "\xEF\xBB\xBF"s, "\0"s, "//\t"s}) {
            add("with something before it", before + sound);
        }
        for (const std::string& odd : {"\xff"s, "\xc0\xaf"s, "\xed\xa0\x80"s, "\xf8\x88\x80\x80\x80"s, "\xe2\x82"s,
                                       "\\ud800"s, "\\udc00x"s, "\\x41"s, "\t"s, "\x01"s, "\\u12"s, "\0"s}) {
            for (const std::string& place : {shape_.shell, "ls -la"s, "look"s}) {
                std::string text = sound;
                text.insert(text.find(place) + 1, odd);
                add("with odd bytes", text);
            }
        }
        for (const std::string& number : {"NaN"s, "Infinity"s, "+1"s, "01"s, "0x1"s, "1."s, "'x'"s, "undefined"s}) {
            std::string text = sound;
            text.replace(text.find("\"look\""), 6, number);
            add("with " + number, text);
        }
        for (const std::string& text :
             {""s, " "s, "\t"s, "null"s, "5"s, "\"text\""s, "[]"s, "true"s, "[" + sound + "]"}) {
            add("is no event: " + text.substr(0, 20), text);
        }
    }

    void nesting() {
        for (const std::size_t depth : {130U, 1000U, 100'000U}) {
            for (const std::string& open : {"["s, R"({"a":)"s}) {
                std::string deep;
                for (std::size_t i = 0; i < depth; ++i) deep += open;
                deep += "1";
                for (std::size_t i = 0; i < depth; ++i) deep += open == "[" ? "]" : "}";
                std::string text = sound_call(shape_, shape_.shell, shell_arguments());
                text.replace(text.find("\"look\""), 6, deep);
                add("nested deeply", text);
            }
        }
    }

    const CallShape& shape_;
    std::vector<Malformed> made_;
};

}  // namespace

std::string sound_call(const CallShape& shape, std::string_view tool, json::value arguments) {
    return to_text(shape.around({{shape.tool_member, tool}, {shape.arguments_member, std::move(arguments)}}));
}

std::vector<Malformed> malformed_calls(const CallShape& shape) {
    return Generator(shape).all();
}

}  // namespace hm::testing
