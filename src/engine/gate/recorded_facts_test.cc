#include "engine/gate/recorded_facts.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "domain/event.h"
#include "engine/gate/facts_of.h"
#include "engine/gate/gate.h"

namespace hm {
namespace {

// Facts of all kinds, likely and unlikely, with texts that need escaping, redacting and cutting.
class RandomFacts {
public:
    explicit RandomFacts(unsigned seed) : chance_(seed) {}

    GateFacts make() {
        GateFacts facts;
        facts.mode = any<GateMode>();
        facts.fail = flip() ? FailMode::open : FailMode::closed;
        facts.kind = any<ToolKind>();
        facts.tool = text();
        facts.action = flip() ? text() : "";
        facts.agent = text();
        facts.trouble = one_in(8) ? text() : "";
        facts.role = {text(), text(), !one_in(6), !one_in(6), flip(), flip(), number(256)};
        if (flip()) facts.is_change = flip();
        for (unsigned i = number(6); i > 0; --i) facts.paths.push_back(path());
        if (one_in(20)) {
            for (int i = 0; i < 64; ++i) facts.paths.push_back(path());
            facts.paths_left_out = number(4);
        }
        for (unsigned i = number(5); i > 0; --i) facts.active_tasks.push_back(task(facts));
        if (facts.kind == ToolKind::own && flip()) facts.target = task(facts);
        if (facts.kind == ToolKind::shell && !one_in(5)) facts.shell = shell();
        for (unsigned i = facts.shell ? number(3) : 0; i > 0; --i) facts.removals.push_back(removal());
        if (facts.kind == ToolKind::delegate) {
            facts.delegation = {text(), {text(), text()}, number(6), flip()};
            if (flip()) facts.delegation->line.push_back(facts.delegation->to);
        }
        facts.granted_classes = flip() ? 0 : number(256);
        facts.is_approved = one_in(6);
        facts.refused_before = number(4);
        facts.made_before = one_in(3) ? number(40) : 0;
        if (flip()) lift_some(facts);
        return facts;
    }

private:
    bool flip() { return number(2) == 0; }
    bool one_in(unsigned n) { return number(n) == 0; }
    unsigned number(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(chance_); }
    template <class E>
    E any() {
        return static_cast<E>(number(enum_names<E>.size()));
    }

    std::string text() {
        static const std::vector<std::string> pieces{"a",    "src/",
                                                     "\"",   "\\",
                                                     "\n",   "é",
                                                     "日本", "token=ghp_0123456789abcdefghijABCDEFGHIJ0123456789",
                                                     " ",    std::string(150, 'x'),
                                                     "\x01", "../"};
        std::string made;
        for (unsigned i = 1 + number(4); i > 0; --i) made += pieces[number(static_cast<unsigned>(pieces.size()))];
        return made;
    }
    Id id() { return Id::trusted(fmt_id(number(1000))); }
    static std::string fmt_id(unsigned n) {
        std::string digits = std::to_string(n);
        return "0193a1b2-0000-7000-8000-" + std::string(12 - digits.size(), '0') + digits;
    }
    PathFact path() {
        PathFact made{.path = text(),
                      .is_inside_project = !one_in(4),
                      .is_protected = one_in(4),
                      .is_in_role_paths = !one_in(4),
                      .is_granted = one_in(4),
                      .is_unread_plan = one_in(4),
                      .is_new = one_in(4),
                      .is_changed_plan = one_in(4)};
        if (one_in(4)) made.locked_by_task = text();
        if (one_in(4)) made.changed_by = text();
        return made;
    }
    TaskFact task(const GateFacts& facts) {
        TaskFact made{.id = id(), .name = text(), .allows_tool = !one_in(3), .is_assigned_here = !one_in(3)};
        if (!facts.paths.empty() && one_in(3)) made.out_of_scope = facts.paths.front().path;
        for (unsigned i = number(3); i > 0; --i) {
            made.blockers.push_back(
                {.as = any<AwaitedAs>(), .id = id(), .name = text(), .status = "active", .reason = text()});
        }
        made.assigned_to = flip() ? text() : "";
        return made;
    }
    ShellEffect effect() { return {any<ShellClass>(), text(), text(), one_in(10)}; }
    ShellJudgement shell() {
        ShellJudgement made{effect(), {}, {}};
        for (unsigned i = number(5); i > 0; --i) made.effects.push_back(effect());
        made.effects.push_back(made.worst);
        return made;
    }
    RemovalFact removal() {
        RemovalFact made{.path = text(), .kind = any<RemovalKind>(), .reason = any<LossReason>(), .lost = number(9000)};
        for (unsigned i = number(4); i > 0; --i) made.named.push_back(text());
        return made;
    }
    void lift_some(GateFacts& facts) {
        for (const Verdict& objection : all_objections(facts)) {
            if (one_in(3)) facts.lifted.push_back({objection.rule, fact_label(objection.subject)});
        }
        facts.lifted.push_back({any<GateRule>(), fact_label(text())});
    }

    std::mt19937 chance_;
};

TEST(RecordedFacts, GiveTheSameVerdictAgainWithinTheirRoom) {
    RandomFacts random(7);
    std::size_t blocked = 0;
    std::set<GateRule> objecting;
    for (int i = 0; i < 4000; ++i) {
        const GateFacts facts = random.make();
        for (const Verdict& objection : all_objections(facts)) objecting.insert(objection.rule);
        const Verdict verdict = decide(facts);
        const json::object recorded = encode_facts(facts, verdict);
        const std::string kept = to_text(recorded);
        ASSERT_LE(kept.size(), max_event_facts_bytes) << kept;
        const auto parsed = parse_json(kept);
        ASSERT_TRUE(parsed.has_value()) << kept;
        const auto decoded = decode_facts(parsed->as_object());
        ASSERT_TRUE(decoded.has_value()) << kept;
        const Verdict again = decide(*decoded);
        EXPECT_EQ(name_of(again.outcome), name_of(verdict.outcome)) << kept;
        EXPECT_EQ(name_of(again.rule), name_of(verdict.rule)) << kept;
        EXPECT_EQ(fact_label(again.subject), fact_label(fact_label(verdict.subject))) << kept;
        EXPECT_EQ(name_of(again.lifted_by), name_of(verdict.lifted_by)) << kept;
        if (verdict.outcome == Outcome::block) {
            EXPECT_EQ(again.attempt, verdict.attempt) << kept;
        }
        blocked += verdict.outcome == Outcome::block ? 1 : 0;
        if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GT(blocked, 500U);
    for (const RuleRow& rule : gate_rules) {
        EXPECT_TRUE(objecting.contains(rule.name))
            << "RandomFacts makes no facts that this rule objects to: " << name_of(rule.name)
            << ". Make some, or its replay is not tested.";
    }
}

TEST(RecordedFacts, AreTheSameBytesForTheSameFacts) {
    RandomFacts first(11);
    RandomFacts second(11);
    for (int i = 0; i < 500; ++i) {
        const GateFacts a = first.make();
        const GateFacts b = second.make();
        ASSERT_EQ(decide(a), decide(b));
        ASSERT_EQ(decide(a), decide(a));
        ASSERT_EQ(to_text(encode_facts(a, decide(a))), to_text(encode_facts(b, decide(b))));
    }
}

TEST(RecordedFacts, HoldNoCredentials) {
    GateFacts facts;
    facts.kind = ToolKind::write;
    facts.mode = GateMode::strict;
    facts.tool = "write";
    facts.paths = {{.path = "x/ghp_0123456789abcdefghijABCDEFGHIJ0123456789/a.ts"}};
    const std::string kept = to_text(encode_facts(facts, decide(facts)));
    EXPECT_EQ(kept.find("ghp_0123"), std::string::npos) << kept;
}

TEST(RecordedFacts, OfAnotherKindAreRefused) {
    EXPECT_FALSE(decode_facts({{"receipt", "x"}}).has_value());
}

}  // namespace
}  // namespace hm
