// Plays every tests/transcripts/**/*.txt and compares what comes back with what the file says.
//
// A transcript reads as prose. Lines that are neither input nor output are kept as they are:
//     $ hivemind task create "Write the parser"     the command line
//     > tool.execute.before {"tool":"write",…}      a request of the OpenCode plugin, in session ses_1
//     + 2h                                          time passes
//     agent$ hivemind config set mode permissive    the command line in an agent's shell
//     sqlite> UPDATE tasks SET name=''              a change past all our types
//     file> src/a.ts                                a file that somebody writes by hand
// In an input, {task Build it} stands for the id of the task of that name, {decision Which?} for that of a decision,
// and {refusal} for the place of the last refusal in the trail. The indented lines under an input are its output.
// HIVEMIND_UPDATE_GOLDEN=1 rewrites them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "app/project/project.h"
#include "engine/gate/facts.h"
#include "support/file_bytes.h"
#include "support/places.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

const fs::path folder = source_directory() / "tests" / "transcripts";

std::string replace_all(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

// Words as a shell would split them: spaces part, quotes hold together.
std::vector<std::string> split_words(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    char quote = '\0';
    bool has_word = false;
    for (const char c : line) {
        if (quote != '\0') {
            if (c == quote)
                quote = '\0';
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            has_word = true;
        } else if (c == ' ') {
            if (has_word) words.push_back(std::exchange(word, {}));
            has_word = false;
        } else {
            word += c;
            has_word = true;
        }
    }
    if (has_word) words.push_back(word);
    return words;
}

class Player {
public:
    // The output of an input line, or nothing when the line is prose.
    std::optional<std::string> play(const std::string& line) {
        if (line.starts_with("$ hivemind")) return run(line.substr(2), ActorKind::person);
        if (line.starts_with("agent$ hivemind")) return run(line.substr(7), ActorKind::agent);
        if (line.starts_with("> ")) return ask(line.substr(2));
        if (line.starts_with("sqlite> ")) return spoil(line.substr(8));
        if (line.starts_with("file> ")) return put(world_.directory() / line.substr(6));
        if (line.starts_with("+ ")) {
            world_.clock().advance(*parse_duration(line.substr(2)));
            return "";
        }
        return std::nullopt;
    }

    // The rules that refused a call so far, or one that was only tried.
    std::set<std::string> rules_refusing() {
        std::set<std::string> rules = tried_;
        const json::value events = world_.cli_json({"log", "--kind", "gate.block", "--limit", "200"});
        for (const json::value& event : events.as_array()) {
            rules.emplace(text_member(event.at("facts").as_object(), "rule"));
        }
        return rules;
    }

private:
    void note_tried(std::vector<std::string> words) {
        words.emplace_back("--json");
        const auto answer = parse_json(world_.cli(words).out);
        if (!answer || !answer->is_object() || text_member(answer->get_object(), "verdict") != "block") return;
        tried_.emplace(text_member(answer->get_object(), "rule"));
    }

    static std::string put(const fs::path& file) {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "by hand\n";
        return "";
    }

    std::string spoil(const std::string& sql) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        if (!project) return project.error().what + "\n";
        Connection& connection = project->workspace().store.connection();
        const auto done = connection.execute(sql);
        return done ? "" : done.error().what + " " + done.error().why + "\n";
    }

    std::string with_places(std::string text) const {
        // The print of a request hangs on the paths in it.
        constexpr std::string_view asked = "\"asked\":\"";
        for (std::size_t at = text.find(asked); at != std::string::npos; at = text.find(asked, at + 1)) {
            const std::size_t begin = at + asked.size();
            text.replace(begin, text.find('"', begin) - begin, "PRINT");
        }
        return replace_all(std::move(text), world_.directory().string(), "PROJECT");
    }

    std::string id_of(const std::string& noun, std::string_view field, const std::string& name) {
        const json::value listed = world_.cli_json({noun, "list"});
        for (const json::value& each : listed.as_array()) {
            const json::object& record = each.as_object();
            if (text_member(record, field) == name) return std::string(text_member(record, "id"));
        }
        return "no-such-" + noun;
    }

    std::string filled(std::string line) {
        line = replace_all(std::move(line), "PROJECT", world_.directory().string());
        if (line.find("{refusal}") != std::string::npos) {
            const json::value events = world_.cli_json({"log", "--kind", "gate.block"});
            std::int64_t last = 0;
            for (const json::value& event : events.as_array()) last = std::max(last, event.at("seq").as_int64());
            line = replace_all(std::move(line), "{refusal}", std::to_string(last));
        }
        for (const auto& [noun, field] : {std::pair("task", "name"), std::pair("decision", "question")}) {
            const std::string opening = fmt::format("{{{} ", noun);
            for (std::size_t at = line.find(opening); at != std::string::npos; at = line.find(opening)) {
                const std::size_t end = line.find('}', at);
                const std::string name = line.substr(at + opening.size(), end - at - opening.size());
                line.replace(at, end + 1 - at, id_of(noun, field, name));
            }
        }
        return line;
    }

    std::string run(const std::string& line, ActorKind actor) {
        std::vector<std::string> words = split_words(filled(line));
        words.erase(words.begin());
        if (words.size() > 2 && words[0] == "gate" && words[1] == "try") note_tried(words);
        const CliOutcome outcome = world_.cli(words, actor);
        std::string text = outcome.out + outcome.err;
        if (outcome.exit_code != 0) text += fmt::format("(exit code {})\n", outcome.exit_code);
        return with_places(text);
    }

    std::string ask(const std::string& line) {
        const std::size_t space = line.find(' ');
        const std::string rest = filled(line.substr(space + 1));
        auto input = parse_json(rest);
        if (!input || !input->is_object()) return "(this line is not `> hook {json}`)\n";
        json::object object = input->get_object();
        if (!object.contains("sessionID")) object["sessionID"] = "ses_1";
        json::object reply = world_.opencode(line.substr(0, space), std::move(object));
        reply.stable_erase("id");
        std::string text;
        for (const auto& member : reply) {
            const bool is_text = member.value().is_string();
            text += fmt::format("{}: {}\n", std::string_view(member.key()),
                                is_text ? std::string(member.value().get_string()) : to_text(member.value()));
        }
        return with_places(text);
    }

    World world_;
    std::set<std::string> tried_;
};

std::string indented(const std::string& output) {
    std::string text;
    std::istringstream in(output);
    for (std::string line; std::getline(in, line);) text += line.empty() ? "    \n" : "    " + line + "\n";
    return text;
}

std::string play_transcript(const std::string& script, Player& player) {
    std::string played;
    std::istringstream in(script);
    bool is_under_input = false;
    for (std::string line; std::getline(in, line);) {
        if (is_under_input && line.starts_with("    ")) continue;
        played += line + "\n";
        const auto output = player.play(line);
        is_under_input = output.has_value();
        if (output) played += indented(*output);
    }
    return played;
}

class Transcript : public ::testing::TestWithParam<std::string> {};

TEST_P(Transcript, ReadsAsWritten) {
    const fs::path file = folder / GetParam();
    const std::string script = bytes_of(file);
    ASSERT_FALSE(script.empty()) << file;
    Player player;
    const std::string played = play_transcript(script, player);
    if (std::getenv("HIVEMIND_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(file) << played;
        return;
    }
    EXPECT_EQ(played, script);
}

std::vector<std::string> all_transcripts() {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".txt")
            names.push_back(entry.path().lexically_relative(folder).generic_string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

// The lines of the block of README.md that begins with this one, without their comments.
std::vector<std::string> lines_of_readme(const std::string& first) {
    std::istringstream in(bytes_of(source_directory() / "README.md"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line) && line != "```";) {
        if (lines.empty() && !line.starts_with(first)) {
            // Blocks in front of it end with the same mark.
            while (line != "```" && std::getline(in, line) && line != "```" && !line.starts_with(first)) {
            }
            if (!line.starts_with(first)) continue;
        }
        line.erase(std::min(line.find("  #"), line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(line);
    }
    return lines;
}

// Whoever follows it is neither refused nor left with another project than before; the outputs are the transcript's.
TEST(TheTour, IsTheOneOfTheReadmeAndNothingInItFails) {
    const std::string tour = bytes_of(folder / "cli/tour.txt");
    // Only the gate says no, when it is asked about a secret.
    EXPECT_NE(tour.find("(exit code 3)\n$ hivemind log\n"), std::string::npos);
    EXPECT_EQ(tour.find("(exit code"), tour.rfind("(exit code"));
    std::vector<std::string> played;
    std::istringstream in(tour.substr(0, tour.find("\nNothing was loosened")));
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("$ hivemind ") && !line.starts_with("$ hivemind init")) played.push_back(line.substr(2));
    }
    EXPECT_EQ(lines_of_readme("hivemind plan quick-start"), played);
}

TEST(TranscriptsOfTheGate, ShowEveryRuleRefuse) {
    std::set<std::string> seen;
    for (const std::string& name : all_transcripts()) {
        if (!name.starts_with("gate/")) continue;
        Player player;
        play_transcript(bytes_of(folder / name), player);
        seen.merge(player.rules_refusing());
    }
    for (const std::string_view rule : enum_names<GateRule>) {
        const bool is_a_rule = rule != name_of(GateRule::none);
        EXPECT_TRUE(!is_a_rule || seen.contains(std::string(rule)))
            << rule << " refuses nothing in the transcripts under tests/transcripts/gate/";
    }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
    std::string name = info.param.substr(0, info.param.size() - 4);
    std::replace_if(name.begin(), name.end(), [](char c) { return c == '/' || c == '-' || c == ' ' || c == '.'; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Transcript, ::testing::ValuesIn(all_transcripts()), test_name);

}  // namespace
}  // namespace hm::testing
