#include "view/situation_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codec.h"
#include "base/short_id.h"
#include "base/strings.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t line_characters = 200;
constexpr std::string_view nothing_recorded = "nothing recorded";

std::string cut(std::string_view text, std::size_t characters = line_characters) {
    return plain_text(shorten(text, characters));
}

template <class List, class Words>
std::string joined(const List& list, std::size_t most, const Words& words) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& each : list) {
        if (shown++ == most) break;
        text += (text.empty() ? "" : "; ") + words(each);
    }
    return text.empty() ? std::string(nothing_recorded) : text;
}

std::string decided(const Situation& situation, std::size_t most) {
    std::vector<std::string> all;
    for (const Decision& each : situation.decisions) {
        all.push_back(fmt::format("{} → {}", cut(each.question.view(), 80),
                                  each.choice ? cut(each.choice->view(), 80) : std::string("?")));
    }
    // A decision may also be written down as what holds for the project, by hand or by an anchor of that kind.
    for (const Knowledge& each : situation.knowledge) {
        const bool is_told = std::ranges::any_of(situation.decisions, [&](const Decision& decision) {
            return decision.question.view() == each.title.view();
        });
        if (each.type != KnowledgeType::decision || is_told) continue;
        all.push_back(fmt::format("{} → {}", cut(each.title.view(), 80), cut(each.content.view(), 80)));
    }
    for (const TurningPoint& each : situation.turning_points) all.push_back(cut(each.summary.view(), 120));
    return joined(all, most, [](const std::string& each) { return each; });
}

constexpr std::string_view report_opening = "Preserve: ";

std::string plain_words(const std::string& words) {
    return cut(words, 100);
}

std::string anchor_words(const Anchor& anchor) {
    return fmt::format("{}: {}", cut(anchor.key.view(), 60), cut(anchor.value.view(), 200));
}

// Those that are pinned before those that are only recorded.
std::string critical_decisions(const Situation& situation) {
    std::vector<std::string> all;
    for (const Anchor& anchor : situation.critical_anchors) {
        if (anchor.kind == AnchorKind::decision) all.push_back(anchor_words(anchor));
    }
    const std::string recorded = decided(situation, 3);
    if (recorded != nothing_recorded) all.push_back(recorded);
    return joined(all, 6, [](const std::string& each) { return each; });
}

std::string standing_rules(const Situation& situation) {
    std::vector<std::string> all;
    for (const Anchor& anchor : situation.critical_anchors) {
        if (anchor.kind != AnchorKind::decision) all.push_back(anchor_words(anchor));
    }
    all.emplace_back("changes belong to a task; a refusal says what to use instead");
    return joined(all, 5, [](const std::string& each) { return each; });
}

std::string dead_end(const Memory& memory) {
    return cut(memory.content.view(), 120);
}

std::string trajectory_line(const Situation& situation) {
    const TreeFacts& facts = situation.facts;
    if (!facts.plan) return "Last trajectory: none declared";
    const std::string_view text =
        facts.read_head && facts.read_head->intent ? facts.read_head->intent->view() : facts.plan->title.view();
    return fmt::format("Last trajectory: {} — {}", facts.plan->stamp.view(), cut(text));
}

std::string cursor_line(const Situation& situation) {
    const TreeNode* node = find_node(situation.tree, situation.tree.cursor);
    if (node != nullptr) return fmt::format("Cursor: {} — {}", node->stamp, cut(node->content));
    if (situation.in_hand.empty() && situation.left.empty()) return "Cursor: nowhere";
    const Task& task = situation.in_hand.empty() ? situation.left.front().task : situation.in_hand.front();
    return fmt::format("Cursor: {} — {}", task.stamp.view(), cut(task.name.view()));
}

std::string gap_line(const Situation& situation) {
    if (!situation.last_activity_at) return "Gap since last activity: unknown";
    const Duration gap = situation.now - *situation.last_activity_at;
    return fmt::format("Gap since last activity: {} ({})", coarse_age(gap), name_of(severity_of(gap)));
}

std::string trace_stamp(const Situation& situation) {
    if (situation.session) return situation.session->stamp.str();
    return situation.facts.plan ? situation.facts.plan->stamp.str() : std::string();
}

std::string task_line(const Task& task) {
    return fmt::format("{} ({})", cut(task.name.view(), 100), short_id(task.id));
}

// Adds whole lines as long as they fit.
class Block {
public:
    using Escape = std::string (*)(std::string_view);

    explicit Block(std::size_t characters, Escape escape = nullptr) : left_(characters), escape_(escape) {}

    void add(const std::string& words) {
        const std::string line = escape_ != nullptr ? escape_(words) : words;
        const std::size_t size = count_characters(line) + 1;
        if (size > left_) return;
        left_ -= size;
        text_ += line + "\n";
    }
    std::string take() { return std::move(text_); }

private:
    std::size_t left_;
    Escape escape_;
    std::string text_;
};

void add_learnt(Block& block, const Situation& situation) {
    for (const Checkpoint& each : situation.checkpoints) {
        block.add(fmt::format("- checkpoint {}: {}", to_iso_minute(each.created_at), cut(each.summary.view())));
    }
    block.add("Next: " + joined(situation.next, 5, task_line));
    for (const Delegation& each : situation.delegations) {
        block.add(fmt::format("- delegated to {}: {} ({})", each.to_role.view(), short_id(each.task_id),
                              name_of(each.status)));
    }
    for (const Decision& each : situation.decisions) {
        block.add(fmt::format("- decided: {} → {}", cut(each.question.view()),
                              each.choice ? cut(each.choice->view()) : std::string("?")));
    }
    for (const TurningPoint& each : situation.turning_points) {
        block.add(fmt::format("- turning point{}: {}", each.turn ? fmt::format(" (turn {})", *each.turn) : "",
                              cut(each.summary.view())));
    }
    for (const Event& each : situation.turns) {
        block.add(fmt::format("- changed direction {}: {}: {}", to_iso_minute(each.at), each.kind.view(),
                              cut(each.summary.view())));
    }
    for (const Memory& each : situation.false_paths) block.add("- dead end, do not walk it again: " + dead_end(each));
    for (const Knowledge& each : situation.knowledge) {
        block.add(fmt::format("- known ({} %): {}: {}", confidence_at(each, situation.now), cut(each.title.view(), 100),
                              cut(each.content.view())));
    }
}

}  // namespace

std::string resume_text(const Situation& situation) {
    std::string text;
    const auto line = [&](const std::string& each) { text += each + "\n"; };
    // What there is nothing of is not said.
    const auto listed = [&](std::string_view what, const std::string& all) {
        if (all != nothing_recorded) line(fmt::format("{}: {}", what, all));
    };
    line(trajectory_line(situation));
    line(cursor_line(situation));
    line(gap_line(situation));
    line(fmt::format("Done: {} of {} tasks{}", situation.done, situation.all,
                     situation.checkpoints.empty()
                         ? std::string()
                         : ", last change: " + cut(situation.checkpoints.front().summary.view(), 120)));
    listed("In hand", joined(situation.in_hand, 3, task_line));
    if (!situation.left.empty()) text += "Left behind:\n" + left_work_lines(situation.left);
    listed("Decided", decided(situation, 3));
    listed("Failed", joined(situation.false_paths, 3, dead_end));
    listed("Signals", joined(situation.signals, 3, [](const Signal& each) { return cut(each.text.view(), 120); }));
    listed("Next", joined(situation.next, 3, task_line));
    if (const std::string stamp = trace_stamp(situation); !stamp.empty()) {
        line(fmt::format("Trace: `hivemind trace {}`, or grep {} in .hivemind and in git log", stamp, stamp));
    }
    return text;
}

json::object resume_json(const Situation& situation) {
    json::object object{{"done", situation.done},
                        {"all", situation.all},
                        {"in_hand", encode(situation.in_hand)},
                        {"next", encode(situation.next)},
                        {"checkpoints", encode(situation.checkpoints)},
                        {"turning_points", encode(situation.turning_points)},
                        {"decisions", encode(situation.decisions)},
                        {"false_paths", encode(situation.false_paths)},
                        {"signals", encode(situation.signals)},
                        {"critical_anchors", encode(situation.critical_anchors)},
                        {"cursor", situation.tree.cursor}};
    json::array left;
    for (const LeftWork& work : situation.left) left.push_back(encode(work.task));
    object["left_behind"] = std::move(left);
    object["session"] = situation.session ? encode(*situation.session) : json::value(nullptr);
    object["plan"] = situation.facts.plan ? encode(*situation.facts.plan) : json::value(nullptr);
    object["last_activity_at"] =
        situation.last_activity_at ? json::value(situation.last_activity_at->ms) : json::value(nullptr);
    return object;
}

std::string compaction_text(const Situation& situation, std::size_t characters, BlockSize size) {
    std::string front = "<hivemind_compaction>\nKeep the following in the summary, word for word where it is quoted.\n";
    for (const Anchor& anchor : situation.critical_anchors) {
        front += fmt::format("- anchor \"{}\": \"{}\"\n", escape_xml_text(anchor.key.view()),
                             escape_xml_text(anchor.value.view()));
    }
    constexpr std::string_view rules =
        "Rules that stay in force: changes belong to a task; what is learnt is saved; a refusal says what to use "
        "instead. Do not copy earlier summaries or hivemind_state into the summary: HiveMind shows its state anew.\n"
        "</hivemind_compaction>";
    const std::size_t used = count_characters(front) + count_characters(rules);
    Block block(characters > used ? characters - used : 0, escape_xml_text);
    block.add(
        fmt::format("Active work: {} of {} tasks done. {}", situation.done, situation.all, trajectory_line(situation)));
    block.add(cursor_line(situation));
    block.add("In hand: " + joined(situation.in_hand, 5, task_line));
    if (size == BlockSize::only_essentials) return front + block.take() + std::string(rules);
    const bool has_report = situation.session && situation.session->next_compaction_report;
    if (has_report && !is_made_report(situation.session->next_compaction_report->view())) {
        block.add("Asked for last time: " + cut(situation.session->next_compaction_report->view(), 2000));
    }
    block.add("Commands that work: " + joined(situation.working_commands, 4, plain_words));
    add_learnt(block, situation);
    return front + block.take() + std::string(rules);
}

bool is_made_report(std::string_view report) {
    return report.starts_with(report_opening);
}

std::string next_report_text(const Situation& situation) {
    Block block(2000);
    block.add(std::string(report_opening) + trajectory_line(situation));
    block.add(cursor_line(situation));
    block.add("Critical decisions: " + critical_decisions(situation));
    block.add("State: " + joined(situation.in_hand, 3, task_line));
    block.add("Commands that work: " + joined(situation.working_commands, 4, plain_words));
    block.add("Rules: " + standing_rules(situation));
    std::vector<std::string> files;
    for (const Checkpoint& each : situation.checkpoints) {
        for (const FilePath& file : each.files_modified) files.push_back(file.str());
    }
    block.add("Files: " + joined(files, 8, [](const std::string& each) { return each; }));
    block.add("Do not preserve: outputs of tools, files as they were read, what is in these dead ends: " +
              joined(situation.false_paths, 3, dead_end));
    return block.take();
}

std::string flow_text(const Task& task) {
    return fmt::format("<hivemind_flow>Going on with \"{}\" ({}).</hivemind_flow>", escape_xml(cut(task.name.view())),
                       task.stamp.view());
}

std::string purification_text(const Situation& situation) {
    const std::string_view stamp = situation.session ? situation.session->stamp.view() : std::string_view();
    return fmt::format(
        "This session was just compacted. Before anything else: 1. start a subagent that reads hivemind "
        "{{\"command\":\"inspect deep\"}} and .hivemind/sessions/{}.md and changes no file; 2. it saves with hivemind "
        "{{\"command\":\"session report\"}} (session {}) a `plan`, the clean context plan: trajectory, tactic, turning "
        "points, "
        "next action; and as `content` what the next compaction shall keep and what not; 3. go on by the plan it "
        "returns. If you cannot, go on from this: {}. {}. Next: {}",
        stamp, stamp, trajectory_line(situation), cursor_line(situation), joined(situation.next, 2, task_line));
}

std::string clean_context_text(std::string_view plan) {
    return fmt::format("Clean context plan since the last compaction: {}", plan);
}

std::string split_text(const Session& session, std::string_view pack, const std::vector<SplitMessage>& messages) {
    std::string text = fmt::format(
        "<hivemind_split session=\"{}\">\n"
        "This session goes on from {}, whose context was nearly full. Nothing was decided anew.\n"
        "{}{}<recent_dialogue>\n",
        session.stamp.view(), session.stamp.view(), pack, pack.ends_with('\n') ? "" : "\n");
    for (const SplitMessage& message : messages) {
        text += fmt::format("<message role=\"{}\">{}</message>\n", escape_xml(message.from), escape_xml(message.text));
    }
    return text + "</recent_dialogue>\n</hivemind_split>\n";
}

std::string usual_compaction_prompt(std::string_view report) {
    return fmt::format(
        "Summarise this conversation so that another agent can go on with the work from the summary alone: what the "
        "person wants, what was decided and why, what was changed in which files, what was tried and failed, which "
        "commands work, and what comes next. Leave out outputs of tools and files as they were read.\n\n"
        "<report>\n{}</report>",
        escape_xml_text(report));
}

std::string compaction_prompt_text(std::string_view own, std::string_view prior_summary, std::string_view block) {
    std::string text(own);
    if (!prior_summary.empty()) {
        text +=
            fmt::format("\n\nThe summary so far; keep what still holds:\n<previous_summary>\n{}\n</previous_summary>",
                        escape_xml(prior_summary));
    }
    return fmt::format("{}\n\n{}", text, block);
}

}  // namespace hm
