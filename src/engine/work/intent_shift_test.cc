#include "engine/work/intent_shift.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

struct Turn {
    std::string_view prompt;
    std::string_view target;
    ShiftSign sign;
};

using enum ShiftSign;

constexpr Turn turns[] = {
    {"wait, fix the UI first", "fix the UI", strong},
    {"Wait, fix the UI first!", "fix the UI", strong},
    {"Wait - fix the login page first please", "fix the login page", strong},
    {"wait… fix the UI first", "fix the UI", strong},
    {"Hold on, let's fix the UI first.", "fix the UI", strong},
    {"hang on, can you do the migration first?", "do the migration", strong},
    {"No wait, finish the parser first", "finish the parser", strong},
    {"Stop. Fix the failing build first.", "Fix the failing build", strong},
    {"Actually, let's do the docs first", "do the docs", strong},
    {"actually, work on the API instead", "work on the API", strong},
    {"Never mind, implement the cache first.", "implement the cache", strong},
    {"scratch that, build the importer", "build the importer", strong},
    {"Scratch that. Let's add the export command.", "add the export command", strong},
    {"Change of plans: rewrite the tokenizer", "rewrite the tokenizer", strong},
    {"change of plan, fix the crash in the installer", "fix the crash in the installer", strong},
    {"On second thought, refactor the store before anything else", "refactor the store before anything else", strong},
    {"New priority: fix the memory leak", "fix the memory leak", strong},
    {"Leave that, fix the flaky test", "fix the flaky test", strong},
    {"drop that, we need to fix the release script", "fix the release script", strong},
    {"Park that. Please handle the customer report.", "handle the customer report", strong},
    {"wait, the UI comes first", "the UI", strong},
    {"Hold on, the security fix is more important", "the security fix", strong},
    {"hold on. The release has priority.", "The release", strong},
    {"wait, switch to the UI", "the UI", strong},
    {"No, focus on the UI first", "the UI", strong},
    {"Hmm wait, let's move on to the dashboard", "the dashboard", strong},
    {"wait a second, could you fix the header first", "fix the header", strong},
    {"one sec, we should fix the token refresh first", "fix the token refresh", strong},
    {"fix the UI first", "fix the UI", weak},
    {"Please fix the UI first.", "fix the UI", weak},
    {"Can you fix the UI first?", "fix the UI", weak},
    {"let's do the payment page first", "do the payment page", weak},
    {"I'd rather you finish the importer first", "finish the importer", weak},
    {"we need to fix the login first because customers complain", "fix the login", weak},
    {"Work on the settings page instead", "Work on the settings page", weak},
    {"let's switch to the billing task", "the billing task", weak},
    {"prioritize the crash", "the crash", weak},
    {"focus on the parser now", "the parser now", weak},
    {"The UI is more important right now", "The UI", weak},
    {"The login bug comes first", "The login bug", weak},
    {"Let's go back to the importer", "the importer", weak},
    {"Thanks, looks good. Let's tackle the search page first.", "tackle the search page", weak},
    {"please implement the retry logic first and leave the rest", "implement the retry logic", weak},
};

constexpr std::string_view ordinary[] = {
    "",
    "go on",
    "continue",
    "yes, do that",
    "Wait for the server to start before you run the tests.",
    "wait until the build is done",
    "Stop the server and start it again.",
    "Run the tests first, then commit.",
    "First read the README, then write the parser.",
    "Read the file first.",
    "Look at the logs first.",
    "Check whether it compiles first",
    "Make it so that the first row is bold.",
    "Fix the first test in the file.",
    "Why does the first request fail?",
    "What should we fix first?",
    "Should I fix the UI first?",
    "Which task comes first?",
    "Don't fix the UI first.",
    "Do not switch to the other branch",
    "If the tests fail, fix the UI first.",
    "When the build is red, fix the build first.",
    "Use fmt instead of iostream.",
    "Actually, use a map instead of a vector",
    "Actually that looks good.",
    "No, that is wrong.",
    "Never mind.",
    "hold on",
    "I fixed the UI first and then the API.",
    "He said \"wait, fix the UI first\" and left.",
    "Rename `fix the UI first` to something better.",
    "> wait, fix the UI first\nWhat do you think of this mail?",
    "The parser reads the header first and the body later.",
    "Add a column first_name to the users table.",
    "At first the login worked.",
    "Explain how the switch statement works.",
    "The function should move to the first free slot.",
    "Is the UI more important than the API?",
    "I don't think the UI comes first",
    "There is no need to fix the UI first.",
    "Sort by last name first, then by first name",
    "Fix the typo in the first paragraph.",
    "Show me the first ten lines.",
    "Please add tests and then fix the lint warnings.",
    "Thanks, that works. Commit it.",
    "How do I switch to the main branch?",
    "Write the function so that it fails on the first error.",
    "The first thing the user sees is the login page; make it faster.",
    "Tell me what you did instead of guessing.",
    "wait, what does this function do?",
    "Hold on, why is this test red?",
    "Actually, can you explain the cache?",
};

TEST(IntentShift, IsRecognisedWithWhatItTurnsTo) {
    EXPECT_GE(std::size(turns), 40U);
    for (const Turn& turn : turns) {
        const auto found = recognise_shift(turn.prompt);
        ASSERT_TRUE(found.has_value()) << turn.prompt;
        EXPECT_EQ(found->target, turn.target) << turn.prompt;
        EXPECT_EQ(found->sign, turn.sign) << turn.prompt << " by " << found->cue;
        EXPECT_FALSE(found->cue.empty()) << turn.prompt;
    }
}

TEST(IntentShift, IsNotSeenInOrdinaryPrompts) {
    EXPECT_GE(std::size(ordinary), 40U);
    for (const std::string_view prompt : ordinary) {
        const auto found = recognise_shift(prompt);
        EXPECT_FALSE(found.has_value()) << prompt << " gave: " << (found ? found->target : "");
    }
}

TEST(IntentShift, SaysWhatGaveItAway) {
    EXPECT_EQ(recognise_shift("wait, fix the UI first")->cue, "wait … first");
    EXPECT_EQ(recognise_shift("Scratch that, build the importer")->cue, "scratch that");
}

TEST(IntentShift, TakesAnyBytes) {
    for (const std::string_view text : {"\xFF\xFE first", "\"", "`", "first", "wait,", "… , …", ">"}) {
        EXPECT_FALSE(recognise_shift(text).has_value()) << text;
    }
    EXPECT_FALSE(recognise_shift(std::string(1'000'000, 'a')).has_value());
}

Id id(int number) {
    return Id::trusted("0193a1b2-0000-7000-8000-00000000000" + std::to_string(number));
}

TEST(WorkMeant, IsTheTaskThatTheWordsFitBest) {
    const std::vector<KnownWork> known{{id(1), "Write the parser", "plan: Core"},
                                       {id(2), "Polish the settings page", "plan: UI"},
                                       {id(3), "Fix the broken login page", "plan: Accounts"}};
    EXPECT_EQ(work_meant("fix the UI", known), id(2));
    EXPECT_EQ(work_meant("the login page", known), id(3));
    EXPECT_EQ(work_meant("finish the parsers", known), id(1));
    EXPECT_FALSE(work_meant("deploy the website", known).has_value());
    EXPECT_FALSE(work_meant("fix", known).has_value());
    EXPECT_FALSE(work_meant("the UI", {}).has_value());
}

}  // namespace
}  // namespace hm
