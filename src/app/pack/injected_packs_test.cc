// Packs from the hook to the record of what was injected, with a real store.
#include "app/hooks/before_model.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <fstream>
#include <map>
#include <memory>

#include "app/project/project.h"
#include "base/strings.h"
#include "domain/memory.h"
#include "store/records/records.h"
#include "support/plain_memory.h"
#include "support/world.h"
#include "support/xml_check.h"

namespace hm {
namespace {

using testing::World;
using testing::xml_problem;

class BeforeModelHook : public ::testing::Test {
protected:
    BeforeModelHook() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string inject(std::string_view prompt, std::string_view session = "ses_1") {
        const json::object reply = world_.opencode("messages.transform", {{"sessionID", session}, {"prompt", prompt}});
        EXPECT_TRUE(reply.contains("inject")) << to_text(reply);
        return std::string(text_member(reply, "inject"));
    }
    std::string checklist() {
        return std::string(text_member(
            world_.opencode("messages.transform", {{"sessionID", "ses_1"}, {"prompt", "Go on"}}), "checklist"));
    }
    std::string stable() {
        const json::object reply = world_.opencode("system.transform", {{"sessionID", "ses_1"}});
        return std::string(reply.at("push").at("system").as_array().front().as_string());
    }
    std::string claude(std::string_view prompt, Occasion occasion = Occasion::prompt, std::string_view agent = "") {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Workspace workspace = project.workspace();
        BeforeModel event{.who = {.request_id = fmt::format("claude-{}", ++asked_),
                                  .client = "claude_code",
                                  .session = "c1",
                                  .agent = std::string(agent)},
                          .prompt = std::string(prompt),
                          .occasion = occasion};
        auto text = before_model(event, workspace);
        EXPECT_TRUE(text.has_value()) << text.error().what;
        return text ? text->text : std::string();
    }
    json::object last_injection() {
        const json::value costs = world_.cli_json({"injections", "--limit", "1"});
        return costs.at("latest").as_array().at(0).as_object();
    }
    std::string save(const std::string& content) {
        return std::string(world_.cli_json({"memory", "save", content}).at("id").as_string());
    }
    std::string start_task(std::string_view name) {
        world_.opencode("tool", {{"tool", "govern_task"},
                                 {"sessionID", "ses_1"},
                                 {"callID", "c"},
                                 {"args", {{"action", "start"}, {"name", name}}}});
        const json::value tasks = world_.cli_json({"task", "list"});
        return std::string(tasks.as_array().at(0).at("id").as_string());
    }

    void add_junk(int count) {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Transaction transaction =
            *Transaction::begin(project.workspace().store.connection(), Durability::process_crash);
        for (int i = 0; i < count; ++i) {
            Memory memory = testing::plain_memory(
                world_,
                fmt::format("Note {} says that row {} expires when the index {} of the table before it is full.", i,
                            i * 31 % 997, i * 17 % 499));
            EXPECT_TRUE(insert(transaction, memory).has_value());
        }
        EXPECT_TRUE(transaction.commit().has_value());
    }

    World world_;
    int asked_ = 0;
};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

TEST_F(BeforeModelHook, ShowsAMemoryThatIsPastItsDateWhenThePromptAsksForIt) {
    save("The quokka parser drops trailing commas.");
    world_.clock().advance(hours(24 * 8));
    const std::string asked = inject("why does the quokka parser drop trailing commas?");
    EXPECT_TRUE(has(asked, "stale=\"past its date\"")) << asked;
    const std::string not_asked = inject("please rename the release branch script");
    EXPECT_FALSE(has(not_asked, "quokka")) << not_asked;
    EXPECT_FALSE(has(not_asked, "trailing commas")) << not_asked;
}

TEST_F(BeforeModelHook, KeepsAMemoryOfTheActiveTaskPastItsDate) {
    start_task("Renew the token");
    world_.opencode("tool", {{"tool", "hivemind_memory"},
                             {"sessionID", "ses_1"},
                             {"callID", "c2"},
                             {"args", {{"action", "save"}, {"content", "The refresh token lives one day."}}}});
    world_.clock().advance(hours(24 * 30));
    EXPECT_TRUE(has(inject("go on"), "lives one day"));
}

TEST_F(BeforeModelHook, PutsWhatToCheckBeforeStoppingAsAPartOfItsOwn) {
    const std::string task = start_task("Renew the token");
    const json::object parts = world_.opencode("messages.transform", {{"sessionID", "ses_1"}, {"prompt", "go on"}});
    EXPECT_FALSE(has(text_member(parts, "inject"), "before_you_stop"));
    EXPECT_TRUE(text_member(parts, "checklist").starts_with("<before_you_stop>\n- Is \"Renew the token\" done?"));
    EXPECT_TRUE(last_injection().at("sections").as_object().contains("before_you_stop")) << "and its cost is told";
    const std::string session(world_.cli_json({"session", "list"}).as_array().at(0).at("id").as_string());
    EXPECT_TRUE(has(world_.cli({"pack", "--session", session}).out, "<before_you_stop>")) << "in the one text";
    world_.cli_json({"task", "complete", task, "--evidence", "done"});
    const json::object done = world_.opencode("messages.transform", {{"sessionID", "ses_1"}, {"prompt", "go on"}});
    EXPECT_FALSE(done.contains("checklist")) << "nothing to check, no part";
}

TEST_F(BeforeModelHook, DeliversARemarkAndMarksItRead) {
    const std::string task = start_task("Renew the token");
    world_.cli_json({"comment", task, "Please keep the old endpoint."});
    EXPECT_TRUE(has(inject("go on"), "Please keep the old endpoint."));
    EXPECT_TRUE(has(inject("go on"), "Please keep the old endpoint.")) << "the turn goes on";
    const json::value comments = world_.cli_json({"comment", "list"});
    EXPECT_TRUE(comments.as_array().at(0).as_object().contains("read_at")) << to_text(comments);
    world_.clock().advance(hours(2));
    EXPECT_FALSE(has(inject("go on"), "Please keep the old endpoint."));
}

TEST_F(BeforeModelHook, PutsOnlyTheRulesBeforeEverythingSoThatNothingChangesThere) {
    const std::string before = stable();
    EXPECT_TRUE(has(before, "<hivemind_rules>")) << before;
    world_.cli_json({"anchor", "save", "8443", "--key", "port", "--priority", "critical"});
    const std::string pack = inject("go on");
    EXPECT_TRUE(has(pack, "<anchor key=\"port\" since=\"2026-09-21\">8443</anchor>")) << pack;
    EXPECT_LT(pack.find("8443"), pack.find("</critical_anchors>")) << "first of all in the pack";
    save("Something new.");
    world_.clock().advance(hours(3));
    EXPECT_EQ(stable(), before) << "the same bytes in every request of the session";
    const json::object injection = last_injection();
    EXPECT_GT(injection.at("stable_characters").to_number<std::size_t>(), count_characters(before));
    EXPECT_GT(injection.at("characters").as_int64(), injection.at("stable_characters").as_int64());
}

TEST_F(BeforeModelHook, HoldsTheBudgetForRulesAndPackTogether) {
    for (int i = 0; i < 6; ++i) {
        world_.cli_json(
            {"anchor", "save", std::string(400, 'v'), "--key", fmt::format("key-{}", i), "--priority", "critical"});
    }
    for (int i = 0; i < 30; ++i)
        save(fmt::format("Lesson {} {}", i, std::string(500, static_cast<char>('a' + i % 26))));
    for (const int budget : {500, 700, 1'200, 3'999, 4'000, 6'000, 15'000, 200'000}) {
        world_.cli_json({"config", "set", "pack_characters", std::to_string(budget)});
        const std::string text = inject("lesson");
        EXPECT_LE(count_characters(text) + count_characters(stable()), static_cast<std::size_t>(budget));
        EXPECT_EQ(xml_problem(text), "");
        EXPECT_EQ(has(text, std::string(400, 'v')), budget >= 4'000) << budget;
    }
}

TEST_F(BeforeModelHook, SendsOnlyChangesToAClientThatKeepsThem) {
    save("The build needs node 22.");
    const std::string first = claude("how do we build?", Occasion::startup);
    EXPECT_TRUE(has(first, "node 22"));
    world_.clock().advance(minutes(3));
    EXPECT_EQ(claude("how do we build?"), "") << "nothing is new";
    EXPECT_EQ(last_injection().at("delivery").as_string(), "nothing");
    world_.cli_json({"anchor", "save", "8443", "--key", "port"});
    const std::string delta = claude("how do we build?");
    EXPECT_TRUE(has(delta, "8443") && has(delta, "delivery=\"changes\"")) << delta;
    EXPECT_FALSE(has(delta, "node 22")) << delta;
    EXPECT_EQ(xml_problem(delta), "");
    EXPECT_TRUE(has(claude("how do we build?", Occasion::compaction), "node 22")) << "the context begins anew";
    EXPECT_EQ(claude("how do we build?"), "");
}

// A conversation in OpenCode: prompts and results of calls, by their names, and what stands behind each.
class Conversation {
public:
    explicit Conversation(World& world) : world_(world) {}

    void prompt(const std::string& id) {
        prompts_.emplace_back(id);
        newest_ = id;
    }
    void result(const std::string& id) {
        outputs_.push_back(json::array{json::value(id), json::value(100)});
        newest_ = id;
    }
    void drop_first_prompt() { prompts_.erase(prompts_.begin()); }
    void go_on_in_another_process() {
        other_ = std::make_unique<opencode::Replies>(world_.directory(), world_.clock(), world_.ids());
    }

    // What the next request holds of ours, place by place.
    std::map<std::string, std::string> request(std::string_view prompt = "Go on") {
        const json::object input{{"sessionID", "ses_1"},
                                 {"prompt", prompt},
                                 {"prompts", prompts_},
                                 {"outputs", outputs_},
                                 {"newest", newest_}};
        const json::object reply =
            other_ ? other_->answer({{"id", "again"}, {"hook", "messages.transform"}, {"input", input}})
                   : world_.opencode("messages.transform", input);
        std::map<std::string, std::string> placed;
        EXPECT_TRUE(reply.contains("placed")) << to_text(reply);
        for (const json::value& each : reply.at("placed").as_array()) {
            const json::array& parts = each.as_array();
            std::string& text = placed[std::string(parts.at(0).as_string())];
            for (std::size_t i = 1; i < parts.size(); ++i) text += std::string(parts.at(i).as_string());
        }
        return placed;
    }

private:
    World& world_;
    json::array prompts_;
    json::array outputs_;
    std::string newest_;
    std::unique_ptr<opencode::Replies> other_;
};

TEST_F(BeforeModelHook, LeavesWhatStandsInAConversationAsItIsAndSaysWhatIsNewBehindTheNewestResult) {
    save("The quokka parser drops trailing commas.");
    Conversation talk(world_);
    talk.prompt("msg_1");
    const auto first = talk.request("what does the quokka parser drop?");
    ASSERT_TRUE(first.contains("msg_1"));
    EXPECT_TRUE(has(first.at("msg_1"), "trailing commas"));

    // The agent turns to a task: what belongs to it stands behind the newest result. What it does then it knows itself.
    start_task("Renew the token");
    talk.result("c1");
    const auto turned = talk.request();
    ASSERT_TRUE(turned.contains("c1"));
    EXPECT_TRUE(has(turned.at("c1"), "Renew the token"));
    EXPECT_FALSE(has(turned.at("c1"), "trailing commas")) << turned.at("c1");
    EXPECT_EQ(turned.at("msg_1"), first.at("msg_1"));
    world_.opencode("tool.execute.after", {{"sessionID", "ses_1"},
                                           {"tool", "write"},
                                           {"callID", "c2"},
                                           {"args", {{"filePath", "a.ts"}, {"content", "x"}}}});
    talk.result("c2");
    EXPECT_EQ(talk.request(), turned);

    // A person remarks on it, and another agent learns something: that stands behind the newest result, and stays.
    const std::string task(world_.cli_json({"task", "list"}).as_array().at(0).at("id").as_string());
    world_.cli_json({"comment", task, "Please keep the old endpoint."});
    save("The wombat parser keeps them.");
    talk.result("c3");
    const auto second = talk.request();
    ASSERT_TRUE(second.contains("c3")) << second.size();
    EXPECT_TRUE(has(second.at("c3"), "Please keep the old endpoint.") && has(second.at("c3"), "wombat"))
        << second.at("c3");
    for (const auto& [place, text] : turned) EXPECT_EQ(second.at(place), text) << place;
    world_.clock().advance(hours(2));
    talk.result("c4");
    EXPECT_EQ(talk.request(), second);

    // The next prompt: what stood stays, and only what changed is behind it.
    talk.prompt("msg_2");
    const auto third = talk.request();
    for (const auto& [place, text] : second) EXPECT_EQ(third.at(place), text) << place;
    ASSERT_TRUE(third.contains("msg_2"));
    EXPECT_TRUE(has(third.at("msg_2"), "Renew the token")) << third.at("msg_2");
    EXPECT_FALSE(has(third.at("msg_2"), "trailing commas")) << third.at("msg_2");
    talk.prompt("msg_3");
    EXPECT_EQ(talk.request(), third) << "nothing is new: not a character";
}

TEST_F(BeforeModelHook, KeepsWhatStandsInAConversationWhenTheProcessIsAnother) {
    save("The quokka parser drops trailing commas.");
    Conversation talk(world_);
    talk.prompt("msg_1");
    const auto first = talk.request("what does the quokka parser drop?");
    talk.go_on_in_another_process();
    talk.result("c1");
    EXPECT_EQ(talk.request("what does the quokka parser drop?"), first);
}

TEST_F(BeforeModelHook, SaysAllOfItAgainWhenTheConversationNoLongerHoldsIt) {
    save("The quokka parser drops trailing commas.");
    Conversation talk(world_);
    talk.prompt("msg_1");
    talk.request("what does the quokka parser drop?");
    talk.drop_first_prompt();  // a compaction, or a person who took the prompt back
    talk.prompt("msg_2");
    const auto after = talk.request("what does the quokka parser drop?");
    EXPECT_FALSE(after.contains("msg_1"));
    EXPECT_TRUE(has(after.at("msg_2"), "trailing commas"));
}

TEST_F(BeforeModelHook, PutsNothingThatWasPurgedIntoAConversationAgain) {
    const std::string memory = save("The secret recipe is paprika.");
    Conversation talk(world_);
    talk.prompt("msg_1");
    EXPECT_TRUE(has(talk.request("what is the secret recipe?").at("msg_1"), "paprika"));
    world_.cli_json({"purge", memory});
    talk.result("c1");
    for (const auto& [place, text] : talk.request("what is the secret recipe?")) {
        EXPECT_FALSE(has(text, "paprika")) << place << ": " << text;
    }
}

TEST_F(BeforeModelHook, StaysUnderTheLimitOfAClientThatCuts) {
    for (int i = 0; i < 60; ++i)
        save(fmt::format("Lesson {} {}", i, std::string(300, static_cast<char>('a' + i % 26))));
    EXPECT_LE(count_characters(claude("lesson", Occasion::startup)), 9'500U);
}

TEST_F(BeforeModelHook, TellsHowTheSessionGoes) {
    EXPECT_FALSE(has(inject("begin"), "<governance")) << "nothing has happened yet";
    for (int i = 0; i < 3; ++i) {
        world_.opencode("tool.execute.after", {{"sessionID", "ses_1"},
                                               {"tool", "write"},
                                               {"callID", fmt::format("w{}", i)},
                                               {"args", {{"filePath", fmt::format("f{}.ts", i)}, {"content", "x"}}}});
    }
    const std::string text = inject("go on");
    const auto at = text.find("<governance ");
    ASSERT_NE(at, std::string::npos) << text;
    const std::string element = text.substr(at, text.find("/>", at) - at);
    EXPECT_TRUE(has(element, " drift=\"")) << element;
    EXPECT_FALSE(has(element, " turns=\"")) << "nothing hangs on it: " << element;
    EXPECT_FALSE(has(element, "drift=\"0\"")) << "three writes without a task: " << element;
    EXPECT_EQ(xml_problem(text), "");
}

TEST_F(BeforeModelHook, ForgetsInjectionsAfterThirtyDays) {
    inject("first");
    const std::string first(last_injection().at("id").as_string());
    for (int i = 0; i < 9; ++i) inject(fmt::format("request {}", i));
    const auto count = [&] { return world_.cli_json({"injections", "--limit", "100"}).at("latest").as_array().size(); };
    world_.clock().advance(hours(24 * 29));
    inject("soon after");
    EXPECT_EQ(count(), 11U);
    world_.clock().advance(hours(24 * 2));
    for (int i = 0; i < 3; ++i) inject("long after");
    EXPECT_EQ(count(), 4U) << "some of the oldest go with each new one";
    EXPECT_NE(world_.cli({"why", "injection", first}).exit_code, 0);
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0) << "the register of records agrees";
}

TEST_F(BeforeModelHook, TellsWhatWasInjectedAndWhatItCost) {
    const std::string memory = save("The quokka parser drops trailing commas.");
    inject("what does the quokka parser drop?");
    const json::object injection = last_injection();
    const std::string id(injection.at("id").as_string());
    const json::value why = world_.cli_json({"why", "injection", id});
    const json::object& section = why.at("sections").at("relevant_mems").as_object();
    EXPECT_EQ(section.at("ids").as_array().at(0).as_string(), memory);
    EXPECT_TRUE(has(section.at("text").as_string(), "trailing commas"));
    EXPECT_GT(section.at("tokens").as_int64(), 0);
    EXPECT_TRUE(has(world_.cli({"why", "injection", id}).out, "relevant_mems"));
    EXPECT_NE(world_.cli({"why", "injection", memory}).exit_code, 0);
}

TEST_F(BeforeModelHook, NamesMemoriesThatNeverMattered) {
    const std::string idle = save("The quokka parser drops trailing commas.");
    for (int i = 0; i < 6; ++i) {
        world_.clock().advance(minutes(1));
        inject("what does the quokka parser drop?");
    }
    const json::value costs = world_.cli_json({"injections"});
    EXPECT_EQ(costs.at("counted").as_int64(), 6);
    ASSERT_EQ(costs.at("never_mattered").as_array().size(), 1U) << to_text(costs);
    EXPECT_EQ(costs.at("never_mattered").as_array().at(0).at("id").as_string(), idle);
    world_.cli_json({"validate", idle});
    EXPECT_TRUE(world_.cli_json({"injections"}).at("never_mattered").as_array().empty());
}

TEST_F(BeforeModelHook, ForgetsTheTextOfInjectionsWithAPurge) {
    const std::string memory = save("The secret recipe is paprika.");
    inject("what is the secret recipe?");
    const std::string id(last_injection().at("id").as_string());
    world_.cli_json({"purge", memory});
    EXPECT_FALSE(has(world_.cli({"why", "injection", id}).out, "paprika"));
}

TEST_F(BeforeModelHook, MakesTheSamePackOfTheSamePromptAndOfItsOwnOutput) {
    for (int i = 0; i < 20; ++i) save(fmt::format("Lesson {} about the parser and its commas.", i));
    const std::string plain(world_.cli_json({"pack"}).at("text").as_string());
    const std::string fed(world_.cli_json({"pack", "--prompt", plain}).at("text").as_string());
    EXPECT_EQ(plain, fed);
    EXPECT_EQ(xml_problem(plain), "");
}

TEST_F(BeforeModelHook, AnswersFromWhatItRemembersOnlyWhileNothingChanged) {
    inject("what does the quokka parser drop?");
    save("The quokka parser drops trailing commas.");
    EXPECT_TRUE(has(inject("what does the quokka parser drop?"), "trailing commas"));
}

// Half of the junk is older and half newer than what matters, and it shares words with the prompt.
TEST_F(BeforeModelHook, ShowsTheTwentyThatMatterAmongAThousandThatDoNot) {
    const std::string task = start_task("Renew the token");
    add_junk(500);
    for (int i = 0; i < 20; ++i) {
        std::vector<std::string> arguments{
            "memory", i % 5 == 0 ? "flag-false-path" : "save", "--content",
            fmt::format("Finding {}: zebra {} expires before quokka {}.", i, i * 7, i * 3)};
        if (i % 5 == 0) arguments.insert(arguments.end(), {"--reason", fmt::format("Failed the {}th time.", i)});
        if (i % 2 == 0) arguments.insert(arguments.end(), {"--origin-task-id", task});
        world_.cli_json(arguments);
    }
    world_.clock().advance(minutes(5));
    add_junk(500);
    const std::string text = inject("why does the zebra expire before its quokka?");
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(has(text, fmt::format("Finding {}:", i))) << i << "\n" << text;
    const std::size_t dead_ends = text.find("<anti_patterns>");
    const std::size_t end_of_dead_ends = text.find("</anti_patterns>");
    for (int i = 0; i < 20; i += 5) {
        const std::size_t at = text.find(fmt::format("Finding {}:", i));
        EXPECT_TRUE(dead_ends < at && at < end_of_dead_ends) << i;
    }
}

class IntentShiftHook : public BeforeModelHook {
protected:
    IntentShiftHook() {
        const std::string plan = made({"plan", "create", "Core"});
        const std::string ui_plan = made({"plan", "create", "UI"});
        const std::string phase = made({"phase", "create", plan, "Parsing"});
        const std::string ui_phase = made({"phase", "create", ui_plan, "Polish"});
        parser_ = made({"task", "create", "Write the parser", "--parent-phase-id", phase});
        page_ = made({"task", "create", "Repair the settings page", "--parent-phase-id", ui_phase});
        made({"memory", "save", "The page flickers on Safari.", "--origin-task-id", page_});
        made({"memory", "save", "Commas are optional in the grammar.", "--origin-task-id", parser_});
        world_.opencode("tool", {{"tool", "govern_task"},
                                 {"sessionID", "ses_1"},
                                 {"callID", "c"},
                                 {"args", {{"action", "start"}, {"id", parser_}}}});
        world_.clock().advance(hours(100));
    }
    std::string made(const std::vector<std::string>& arguments) {
        return std::string(world_.cli_json(arguments).at("id").as_string());
    }

    std::string parser_;
    std::string page_;
};

TEST_F(IntentShiftHook, FollowsThePersonToTheOtherSubGraphAtOnceAndBackAgain) {
    const std::string before = inject("go on with it");
    EXPECT_TRUE(has(before, "Commas are optional")) << before;
    EXPECT_TRUE(has(before, "plan=\"Core\"") && !has(before, "Safari")) << before;

    const std::string after = inject("wait, fix the UI first");
    EXPECT_TRUE(has(after, "plan=\"UI\"") && has(after, "Safari")) << after;
    EXPECT_TRUE(has(after, "intent=\"fix the UI\"")) << after;
    EXPECT_FALSE(has(after, "Commas are optional")) << after;

    const json::value points = world_.cli_json({"turning-point", "list"});
    ASSERT_EQ(points.as_array().size(), 1U);
    EXPECT_TRUE(has(points.as_array().at(0).at("reason").as_string(), "wait … first")) << to_text(points);

    const json::value log = world_.cli_json({"log", "--kind", "trajectory.shift"});
    const auto seq = log.as_array().at(0).at("seq").as_int64();
    EXPECT_EQ(world_.cli({"undo", std::to_string(seq)}).exit_code, 0);
    const std::string undone = inject("wait, fix the UI first");
    EXPECT_TRUE(has(undone, "plan=\"Core\"")) << "the same prompt is not followed twice: " << undone;
}

TEST_F(IntentShiftHook, IsNotMovedByAnOrdinaryPromptOrBySubagents) {
    inject("Run the tests first, then commit.");
    inject("What should we fix first?");
    const json::object reply = world_.opencode(
        "messages.transform", {{"sessionID", "ses_2"}, {"parentID", "ses_1"}, {"prompt", "wait, fix the UI first"}});
    EXPECT_TRUE(reply.contains("inject"));
    EXPECT_TRUE(world_.cli_json({"turning-point", "list"}).as_array().empty());
}

TEST_F(IntentShiftHook, NotesANewIntentWhereNoTaskFits) {
    const std::string after = inject("Change of plans: fix the invoice printer");
    EXPECT_TRUE(has(after, "intent=\"fix the invoice printer\"")) << after;
    EXPECT_TRUE(has(after, "No task is known for it")) << after;
    EXPECT_TRUE(world_.cli_json({"turning-point", "list"}).as_array().size() == 1);
}

TEST_F(IntentShiftHook, LetsTheTaskThatIsStartedNextTakeOver) {
    inject("wait, fix the UI first");
    world_.clock().advance(minutes(1));
    world_.opencode("tool", {{"tool", "govern_task"},
                             {"sessionID", "ses_1"},
                             {"callID", "c9"},
                             {"args", {{"action", "start"}, {"name", "Write the manual"}}}});
    const std::string text = inject("go on");
    EXPECT_TRUE(has(text, "Write the manual")) << text;
}

// The time of git's own log tells when the last commit was; no git runs for it.
TEST_F(BeforeModelHook, AsksAboutTheFilesThatChangedSinceTheLastCommit) {
    start_task("Renew the token");
    const auto write = [&](std::string_view file) {
        world_.clock().advance(seconds(60));
        world_.opencode("tool.execute.after",
                        {{"sessionID", "ses_1"},
                         {"tool", "write"},
                         {"callID", file},
                         {"args", {{"filePath", (world_.directory() / file).string()}, {"content", "x"}}}});
    };
    write("a.ts");
    EXPECT_NE(checklist().find("1 file changed under it lately"), std::string::npos);
    const std::filesystem::path log = world_.directory() / ".git" / "logs" / "HEAD";
    std::filesystem::create_directories(log.parent_path());
    std::ofstream(log) << "0000 1111 a commit\n";
    const timespec committed{world_.clock().now().ms / 1000 + 1, 0};
    const std::array<timespec, 2> times{committed, committed};
    ASSERT_EQ(utimensat(AT_FDCWD, log.c_str(), times.data(), 0), 0);
    EXPECT_EQ(checklist().find("changed under it"), std::string::npos) << "all of it is committed";
    write("b.ts");
    write("c.ts");
    EXPECT_NE(checklist().find("2 files changed under it since the last commit: saved, tested, committed?"),
              std::string::npos);
}

}  // namespace
}  // namespace hm
