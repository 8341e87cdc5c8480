#include "adapters/cli/entries.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "adapters/cli/environment.h"
#include "adapters/cli/help.h"
#include "adapters/clients/shared/agent_tools.h"
#include "app/command/catalog.h"
#include "support/places.h"
#include "support/world.h"

namespace hm::cli {
namespace {

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ' ') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    return words;
}

TEST(Entries, AreSortedAndNamedOnce) {
    std::string_view before;
    for (const Entry& entry : all_entries()) {
        EXPECT_LT(before, entry.name);
        before = entry.name;
    }
}

TEST(Entries, AreFoundByTheirNamesAsTheyAreListed) {
    for (const Entry& entry : all_entries()) {
        const auto found = find_entry(entry.name);
        ASSERT_TRUE(found) << entry.name;
        EXPECT_EQ(found->kind, entry.kind) << entry.name;
        EXPECT_EQ(found->input.fields.size(), entry.input.fields.size()) << entry.name;
    }
}

// Procedures are looked for first, so a command of two words behind one of theirs would never be found.
TEST(Entries, OfAProcedureOfOneWordAreItsOwn) {
    for (const Entry& entry : all_entries()) {
        const auto first = find_entry(split(entry.name).front());
        if (!first || first->kind != EntryKind::procedure) continue;
        EXPECT_EQ(entry.kind, EntryKind::procedure) << entry.name;
        EXPECT_EQ(find_entry(first->name, verb_of(entry.name))->name, entry.name);
    }
    EXPECT_EQ(find_entry("task", "start")->name, "task start");
    EXPECT_EQ(find_entry("memory", "flag_false_path")->name, "memory flag-false-path");
    EXPECT_EQ(find_entry("status", "nonsense")->name, "status");
    EXPECT_FALSE(find_entry("task", "nonsense"));
}

TEST(Entries, NameOnlyFieldsAsBareArgumentsThatAreThere) {
    for (const Entry& entry : all_entries()) {
        const auto words =
            entry.positional.empty() ? 0 : 1 + std::count(entry.positional.begin(), entry.positional.end(), ' ');
        EXPECT_EQ(positional_fields(entry).size(), static_cast<std::size_t>(words)) << entry.name;
    }
}

TEST(Entries, SayWhatTheyAreForInASentence) {
    for (const Entry& entry : all_entries()) {
        EXPECT_TRUE(entry.sentence.ends_with('.')) << entry.name;
        for (const FieldShape& field : entry.input.fields)
            EXPECT_FALSE(field.sentence.empty()) << entry.name << field.name;
    }
}

TEST(Entries, HaveEveryActionOfTheAgentsTools) {
    for (const AgentTool& tool : all_agent_tools()) {
        for (const ToolAction& action : tool.actions) {
            // A person has a shell; this one is for agents, whose commands the gate judges.
            if (action.entry == "shell run") continue;
            const auto entry = find_entry(action.entry);
            ASSERT_TRUE(entry) << action.entry;
            EXPECT_EQ(entry->access, Access::anyone)
                << action.entry << " is a person's, but a tool offers it to agents";
        }
    }
}

TEST(Entries, AreFoundByTheWordsOfTheAgentsToolsToo) {
    for (const AgentTool& tool : all_agent_tools()) {
        const std::string_view word = tool.name.substr(tool.name.find('_') + 1);
        for (const ToolAction& action : tool.actions) {
            if (action.entry == "shell run") continue;
            const auto entry = find_tool_entry(word, action.action);
            ASSERT_TRUE(entry) << word << " " << action.action;
            EXPECT_EQ(entry->name, action.entry);
            EXPECT_EQ(find_tool_entry(tool.name, action.action)->name, action.entry);
        }
    }
    EXPECT_EQ(find_tool_entry("memory", "flag-false-path")->name, "memory flag-false-path");
    EXPECT_FALSE(find_tool_entry("brain", "nonsense"));
    EXPECT_FALSE(find_tool_entry("shell", "run")) << "a person has a shell";
}

// Every command line in the README's code blocks, as far as it names what exists.
TEST(Readme, NamesOnlyCommandsAndFlagsThatAreThere) {
    std::ifstream in(testing::source_directory() / "README.md");
    int seen = 0;
    for (std::string line; std::getline(in, line);) {
        const std::size_t begin = line.starts_with("./") ? 2 : 0;
        if (!line.substr(begin).starts_with("hivemind ")) continue;
        line = line.substr(begin, line.find("  ") - begin);
        SCOPED_TRACE(line);
        ++seen;
        Arguments words;
        bool is_quoted = false;
        for (const std::string& word : split(line)) {
            is_quoted ? words.back() += " " + word : words.emplace_back(word);
            if (std::count(word.begin(), word.end(), '"') == 1) is_quoted = !is_quoted;
        }
        auto entry = words.size() > 2 ? find_entry(words[1] + " " + words[2]) : std::nullopt;
        const std::ptrdiff_t named = entry ? 3 : 2;
        if (!entry) entry = find_entry(words[1]);
        ASSERT_TRUE(entry);
        const auto flags = parse_flags({words.begin() + named, words.end()}, entry->input, entry->positional);
        EXPECT_TRUE(flags) << flags.error().what;
    }
    EXPECT_GT(seen, 10);
}

// What stands between backticks and looks like a path.
TEST(AgentsGuide, NamesOnlyFilesThatAreThere) {
    const std::filesystem::path root = testing::source_directory();
    std::ifstream in(root / "AGENTS.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::size_t seen = 0;
    std::size_t begin = 0;
    while ((begin = text.find('`', begin)) != std::string::npos) {
        const std::size_t end = text.find('`', begin + 1);
        ASSERT_NE(end, std::string::npos);
        const std::string named = split(text.substr(begin + 1, end - begin - 1)).front();
        begin = end + 1;
        if (named.find('/') == std::string::npos && named.find('.') == std::string::npos) continue;
        ++seen;
        EXPECT_TRUE(std::filesystem::exists(root / named)) << named;
    }
    EXPECT_GT(seen, 10U);
}

TEST(Help, ShowsTheEverydayCommandsOnOneScreen) {
    testing::World world;
    const std::string text = world.cli({"help"}).out;
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 36);
    for (const char* name : {"init", "task start", "status", "approve", "backup"}) {
        EXPECT_NE(text.find("\n  " + std::string(name) + " "), std::string::npos) << name;
    }
    EXPECT_EQ(text.find("turning-point"), std::string::npos);
    EXPECT_NE(world.cli({"help", "--all"}).out.find("turning-point"), std::string::npos);
}

TEST(Help, ListsEveryCommandByItsFirstWordWhenAllAreAskedFor) {
    const std::string text = every_command();
    for (const EntryGroup& group : grouped(all_entries())) {
        EXPECT_NE(text.find("\n  " + std::string(group.word) + " "), std::string::npos) << group.word;
    }
}

TEST(Help, GoesToStandardOutputWhenItIsAskedForAndIsAnErrorWhenNothingIs) {
    testing::World world;
    using Words = std::vector<std::string>;
    for (const Words& asked :
         {Words{"help"}, Words{"--help"}, Words{"-h"}, Words{"task", "--help"}, Words{"help", "task"}}) {
        const testing::CliOutcome outcome = world.cli(asked);
        EXPECT_EQ(outcome.exit_code, success) << asked.back();
        EXPECT_FALSE(outcome.out.empty());
        EXPECT_TRUE(outcome.err.empty());
    }
    for (const Words& nothing : {Words{}, Words{"task"}}) {
        const testing::CliOutcome outcome = world.cli(nothing);
        EXPECT_EQ(outcome.exit_code, wrong_usage);
        EXPECT_TRUE(outcome.out.empty());
        EXPECT_FALSE(outcome.err.empty());
    }
}

TEST(Entries, PrintJsonWhereItIsAskedFor) {
    testing::World world;
    for (const char* line : {"help", "help task", "help task start", "version", "man", "completions zsh", "reference",
                             "init --dry-run", "init", "init --client opencode --yes", "status", "log",
                             "config get mode", "config list", "doctor", "pack"}) {
        const json::value answer = world.cli_json(split(line));
        EXPECT_TRUE(answer.is_object() || answer.is_array()) << line;
    }
}

TEST(Init, SaysInAGitCheckoutThatGitLeavesItsDirectoryAlone) {
    testing::World world;
    std::filesystem::create_directory(world.directory() / ".git");
    const testing::CliOutcome shown = world.cli({"init", "--dry-run"});
    EXPECT_NE(shown.out.find("would write .hivemind/.gitignore"), std::string::npos) << shown.out;
    EXPECT_FALSE(std::filesystem::exists(world.directory() / ".hivemind"));
    const testing::CliOutcome made = world.cli({"init"});
    EXPECT_NE(made.out.find("wrote .hivemind/.gitignore"), std::string::npos) << made.out;
    EXPECT_TRUE(std::filesystem::exists(world.directory() / ".hivemind" / ".gitignore"));
    EXPECT_EQ(world.cli({"init"}).out.find(".gitignore"), std::string::npos);
}

TEST(Init, WritesNothingInADryRunOfAProjectThatIsThere) {
    testing::World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, success);
    std::filesystem::remove(world.directory() / ".hivemind" / ".gitignore");
    EXPECT_EQ(world.cli({"init", "--dry-run", "--mode", "strict", "--client", "opencode"}).exit_code, success);
    EXPECT_FALSE(std::filesystem::exists(world.directory() / ".hivemind" / ".gitignore"));
    EXPECT_FALSE(std::filesystem::exists(world.directory() / ".opencode"));
    EXPECT_EQ(world.cli({"config", "get", "mode"}).out, "assisted\n");
}

TEST(ManPage, HasEveryCommandWithEveryFlagAndOnlyMacrosThatManKnows) {
    const std::vector<Entry> entries = all_entries();
    const std::string page = man_page(entries);
    const std::set<std::string> known{".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RB", ".IR", ".PP", ".br", ".\\\""};
    std::size_t sections = 0;
    std::size_t begin = 0;
    for (std::size_t end = page.find('\n'); end != std::string::npos; begin = end + 1, end = page.find('\n', begin)) {
        const std::string line = page.substr(begin, end - begin);
        EXPECT_FALSE(line.empty()) << "an empty line is not roff";
        sections += line.starts_with(".SS ") ? 1 : 0;
        if (line.starts_with(".") || line.starts_with("'")) {
            EXPECT_TRUE(known.contains(line.substr(0, line.find(' ')))) << line;
        }
        EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c > 0; })) << line;
    }
    EXPECT_EQ(sections, entries.size());
}

TEST(Loosening, IsToldByTheRowAndForSettingsByTheValue) {
    Settings strict;
    strict.mode = GateMode::strict;
    const auto loosens = [&](std::string_view name, json::object input, const Settings& settings) {
        const Command* command = find_command(name);
        return command != nullptr && command->loosens != nullptr && command->loosens(input, settings);
    };
    const auto set = [&](std::string_view key, std::string_view value, const Settings& settings) {
        return loosens("config set", {{"key", key}, {"value", value}}, settings);
    };
    EXPECT_TRUE(set("mode", "permissive", strict));
    EXPECT_TRUE(set("mode", "assisted", strict));
    EXPECT_FALSE(set("mode", "strict", strict));
    EXPECT_FALSE(set("mode", "strict", {}));
    EXPECT_FALSE(set("mode", "assisted", {})) << "as it is";
    EXPECT_TRUE(set("fail", "open", strict));
    EXPECT_FALSE(set("fail", "closed", {}));
    EXPECT_TRUE(set("gate_deadline", "1ms", {}));
    EXPECT_FALSE(set("pack_characters", "3000", strict));
    EXPECT_FALSE(set("review", "agents", {}));
    EXPECT_TRUE(loosens("pause", {{"for", "1h"}}, {}));
    EXPECT_FALSE(loosens("pause", {{"for", "0s"}}, {}));
    for (const char* name : {"grant", "approve", "override", "role set", "role remove", "task change", "plan change",
                             "review accept", "session acknowledge", "undo", "purge"})
        EXPECT_TRUE(loosens(name, {}, {})) << name;
    for (const char* name : {"grant revoke", "review reject", "task start", "memory save", "task release"})
        EXPECT_FALSE(loosens(name, {}, {})) << name;
}

}  // namespace
}  // namespace hm::cli
