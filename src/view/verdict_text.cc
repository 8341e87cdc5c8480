#include "view/verdict_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::int64_t medium_outputs = 30;
constexpr std::int64_t many_outputs = 80;
constexpr std::int64_t few_stale = 1;
constexpr std::int64_t many_stale = 10;

std::string called(const GateFacts& facts) {
    return facts.action.empty() ? facts.tool : fmt::format("{} action={}", facts.tool, facts.action);
}

std::string_view words_of(ChainMark mark) {
    switch (mark) {
        case ChainMark::none: return "";
        case ChainMark::yours: return " ← YOUR TASK";
        case ChainMark::blocking: return " ← BLOCKING";
        case ChainMark::yours_blocking: return " ← YOUR TASK, BLOCKING";
    }
    return "";
}

std::string chain_text(const std::vector<ChainRow>& chain) {
    std::string text = "CHAIN STATUS:\n";
    for (const ChainRow& row : chain) {
        const std::string status = row.status.empty() ? "" : fmt::format(" [{}]", row.status);
        text += fmt::format("{:{}}{}{}{}\n", "", 2 + 2 * row.depth, shorten(row.name, 120), status, words_of(row.mark));
    }
    return text;
}

std::string_view poisoning_level(const RefusalContext& context) {
    if (context.tool_outputs >= many_outputs || context.stale >= many_stale) return "high";
    if (context.tool_outputs >= medium_outputs || context.stale >= few_stale) return "medium";
    return "low";
}

std::string context_text(const RefusalContext& context) {
    return fmt::format(
        "DRIFT: {} anchors, {} checkpoints recorded in this session.\n"
        "POISONING LEVEL: {} ({} tool outputs in context, {} stale)\n",
        context.anchors, context.checkpoints, poisoning_level(context), context.tool_outputs, context.stale);
}

// The same words again would not help.
std::string looping_text(const Verdict& verdict, const GateFacts& facts, const RefusalContext& context) {
    const FourParts parts = explain(verdict, facts);
    return fmt::format(
        "GOVERNANCE BLOCK: {} denied, for the {}. time\n\n"
        "This very call was refused before and will be refused again. Do not repeat it.\n"
        "GET OUT: {}\n"
        "Or stop here and tell the person; `hivemind why {}` shows them why, `hivemind approve {}` allows it once.\n",
        called(facts), verdict.attempt, parts.use_instead, context.event_id, context.event_id);
}

}  // namespace

std::string verdict_headline(const Verdict& verdict, const GateFacts& facts) {
    return verdict.outcome == Outcome::block ? "Refused: " + explain(verdict, facts).what : std::string();
}

std::string render_refusal(const Verdict& verdict, const GateFacts& facts, const RefusalContext& context) {
    if (verdict.attempt >= looping_attempt) return looping_text(verdict, facts, context);
    std::string text = fmt::format("GOVERNANCE BLOCK: {} denied. Nothing was changed.\n\n", called(facts));
    text += to_text(explain(verdict, facts));
    if (!context.chain.empty()) text += "\n" + chain_text(context.chain);
    return text + "\n" + context_text(context);
}

std::string render_leave(const Verdict& verdict, const GateFacts& facts) {
    std::string text;
    if (verdict.lifted_by != LiftedBy::nobody) {
        text = fmt::format("HiveMind let this call through: a person {} it. The rule {} stays in force otherwise.\n",
                           verdict.lifted_by == LiftedBy::approval ? "approved" : "lifted the rule for",
                           name_of(verdict.rule));
    } else if (verdict.outcome == Outcome::advise) {
        text = "HiveMind let this call through, with advice.\n" + to_text(explain(verdict, facts));
    }
    if (facts.is_inherited) {
        const TaskFact& task = facts.active_tasks.front();
        text += fmt::format("This call began the one task that was plainly next: \"{}\" ({}). It is yours now.\n",
                            shorten(task.name, 200), task.id.text());
    }
    return text;
}

}  // namespace hm
