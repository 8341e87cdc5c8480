#include "view/pack_item_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "view/age_text.h"
#include "view/codemap_text.h"
#include "view/xml.h"

namespace hm {
namespace {

constexpr std::size_t brief_text = 160;
constexpr std::size_t brief_name = 80;
constexpr std::size_t longest_dead_end = 100;  // of what was tried, and as much of why it failed
constexpr std::size_t brief_dead_end = 50;     // the same where room is short
constexpr std::size_t longest_name_of_dead_end = 60;
constexpr std::size_t dead_ends_named = 9;
constexpr std::size_t checkpoints_shown = 3;
constexpr std::size_t blockers_shown = 3;
constexpr std::size_t longest_skeleton = 1200;

// A name or a sentence is one line, whatever was stored.
std::string one_line(std::string_view text) {
    std::string line(text);
    std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return line;
}

std::string_view is_data(Trust trust) {
    return trust == Trust::external || trust == Trust::tool ? "untrusted" : "";
}

class ItemText {
public:
    ItemText(ItemForm form, const PackFacts& facts, Ages ages)
        : is_brief_(form == ItemForm::brief), facts_(facts), ages_(ages) {}

    std::string operator()(const ReadHead&) const {
        const auto text = [&](const auto& value) { return value ? name(value->view()) : std::string(); };
        return fmt::format("<trajectory{}{}{}{}/>\n", xml_attribute("intent", text(facts_.intent)),
                           xml_attribute("plan", facts_.plan ? name(facts_.plan->title.view()) : ""),
                           xml_attribute("phase", facts_.phase ? name(facts_.phase->title.view()) : ""),
                           xml_attribute("active_tasks", std::to_string(facts_.tasks.size())));
    }

    std::string operator()(const GovernanceCounts&) const {
        // Counts are as fleeting as ages.
        if (ages_ == Ages::hidden) return "<governance/>\n";
        std::string text = "<governance";
        for (const auto& [count, value] : facts_.governance) text += xml_attribute(count, std::to_string(value));
        return text + "/>\n";
    }

    std::string operator()(const Note& note) const { return fmt::format("<note>{}</note>\n", body(note.text)); }

    std::string operator()(const ShownTask& shown) const {
        const Task& task = shown.at_head.task;
        const std::size_t files = task.file_locks.size() + task.allowed_paths.size();
        const auto id_text = [](const std::optional<Id>& id) { return id ? id->text() : std::string(); };
        std::string text =
            fmt::format("<task{}{}{}{}{}{}>{}", xml_attribute("id", task.id.text()),
                        xml_attribute("parent_phase", is_brief_ ? "" : id_text(task.parent_phase_id)),
                        xml_attribute("status", name_of(task.status)),
                        xml_attribute("files", files > 0 ? std::to_string(files) : ""),
                        xml_attribute("stamp", is_brief_ ? "" : task.stamp.view()),
                        xml_attribute("blocked", waiting(shown.at_head.waits_for)), escape_xml(name(task.name.view())));
        if (!is_brief_) text += parts_of(shown.at_head);
        return text + "</task>\n";
    }

    std::string operator()(const NextTask& next) const {
        const Task& task = next.beside.task;
        return fmt::format("<task{}{}{}>{}</task>\n", xml_attribute("id", task.id.text()),
                           xml_attribute("status", name_of(task.status)),
                           xml_attribute("blocked", waiting(next.beside.waits_for)),
                           escape_xml(name(task.name.view())));
    }

    std::string operator()(const ShownComment& shown) const {
        const Comment& comment = shown.comment;
        return fmt::format("<comment{}{}{}>{}</comment>\n", xml_attribute("on", comment.on_id.text()),
                           xml_attribute("by", comment.author.view()), age(comment.created_at),
                           body(comment.text.view()));
    }

    std::string operator()(const DeadEnd& dead_end) const {
        const Memory& memory = dead_end.memory;
        const auto cut = [&](std::string_view text) {
            return one_line(shorten(text, is_brief_ ? brief_dead_end : longest_dead_end));
        };
        return fmt::format("<avoid{}{}{}{}>{}</avoid>\n", xml_attribute("id", memory.id.text()),
                           xml_attribute("task", memory.origin_task_id ? memory.origin_task_id->text() : ""),
                           xml_attribute("data", is_data(memory.trust)),
                           xml_attribute("because", memory.reason ? cut(memory.reason->view()) : ""),
                           escape_xml(cut(memory.content.view())));
    }

    std::string operator()(const FurtherDeadEnds& further) const {
        std::string named;
        std::string_view marked_as_data;
        for (std::size_t i = 0; i < further.memories.size() && i < dead_ends_named && !is_brief_; ++i) {
            const Memory& memory = further.memories[i];
            named += (i == 0 ? "" : "; ") + one_line(shorten(memory.content.view(), longest_name_of_dead_end));
            if (const auto mark = is_data(memory.trust); !mark.empty()) marked_as_data = mark;
        }
        return fmt::format("<more{}{}{}>{}</more>\n", xml_attribute("count", std::to_string(further.memories.size())),
                           xml_attribute("list", "hivemind_memory list, kind false_path"),
                           xml_attribute("data", marked_as_data), escape_xml(named));
    }

    // A critical one shows its day, not its age: its bytes stay the same until it changes.
    std::string operator()(const ShownAnchor& shown) const {
        const Anchor& anchor = shown.anchor;
        const bool is_critical = anchor.priority == AnchorPriority::critical;
        if (is_brief_ && is_critical) return fmt::format("<anchor{}/>\n", xml_attribute("key", anchor.key.view()));
        return fmt::format("<anchor{}{}{}{}>{}</anchor>\n", xml_attribute("key", anchor.key.view()),
                           xml_attribute("priority", is_critical ? "" : name_of(anchor.priority)),
                           is_critical ? day(anchor.created_at) : age(anchor.modified_at),
                           xml_attribute("stale", anchor.stale_since ? "its source changed" : ""),
                           body(anchor.value.view()));
    }

    std::string operator()(const ShownDecision& shown) const {
        const Decision& decision = shown.decision;
        const std::string choice =
            decision.choice ? fmt::format("<choice>{}</choice>", body(decision.choice->view())) : std::string();
        return fmt::format("<decision{}{}>{}{}</decision>\n", xml_attribute("id", decision.id.text()),
                           xml_attribute("status", name_of(decision.status)), body(decision.question.view()), choice);
    }

    std::string operator()(const ShownCode& shown) const {
        const std::vector<CodeSymbol>& symbols = shown.file.symbols;
        const std::string declared =
            is_brief_ ? exported_names(symbols, brief_text) : skeleton_text(symbols, longest_skeleton);
        return fmt::format("<file{}>\n{}</file>\n", xml_attribute("path", one_line(shown.file.path)),
                           escape_xml(declared));
    }

    std::string operator()(const ShownMemory& shown) const {
        const Memory& memory = shown.candidate.memory;
        const std::string_view standing = memory.standing == Standing::observed ? "" : name_of(memory.standing);
        return fmt::format(
            "<mem{}{}{}{}{}{}{}>{}</mem>\n", xml_attribute("id", memory.id.text()),
            xml_attribute("shelf", memory.shelf.view()), xml_attribute("trust", name_of(memory.trust)),
            xml_attribute("data", is_data(memory.trust)), xml_attribute("standing", standing),
            xml_attribute("stale_in", stale_in(shown)),
            xml_attribute("origin_task", memory.origin_task_id && !is_brief_ ? memory.origin_task_id->text() : ""),
            body(memory.content.view()));
    }

    std::string operator()(const ShownKnowledge& shown) const {
        const Knowledge& entry = shown.candidate.knowledge;
        const auto confidence = std::to_string(confidence_at(entry, facts_.now));
        return fmt::format("<entry{}{}{}{}>{}</entry>\n", xml_attribute("id", entry.id.text()),
                           xml_attribute("type", name_of(entry.type)), xml_attribute("title", name(entry.title.view())),
                           xml_attribute("confidence", ages_ == Ages::shown ? confidence : ""),
                           body(entry.content.view()));
    }

    std::string operator()(const CheckBeforeStop& check) const {
        const std::string task = escape_xml(name(check.task_name));
        if (!check.is_started) {
            return fmt::format("- \"{}\" is not started: govern_task start with id {}.\n", task, check.task_id.text());
        }
        std::string text =
            fmt::format("- Is \"{}\" done? Then govern_task complete with id {}.", task, check.task_id.text());
        if (check.checkpoints == 0) text += " No change was recorded under it yet.";
        if (check.files > 0 && !is_brief_) {
            text += fmt::format(" {} changed under it {}: saved, tested, committed?",
                                check.files == 1 ? "1 file" : fmt::format("{} files", check.files),
                                check.is_since_commit ? "since the last commit" : "lately");
        }
        return text + "\n";
    }

private:
    std::string name(std::string_view text) const {
        return one_line(is_brief_ ? shorten(text, brief_name) : std::string(text));
    }
    std::string body(std::string_view text) const {
        return escape_xml(is_brief_ ? shorten(text, brief_text) : std::string(text));
    }
    static std::string day(Time of) {
        constexpr std::size_t year_to_day = 10;
        return xml_attribute("since", to_iso(of).substr(0, year_to_day));
    }
    std::string age(Time since) const {
        return ages_ == Ages::shown ? xml_attribute("age", coarse_age(facts_.now - since)) : "";
    }
    std::string stale_in(const ShownMemory& shown) const {
        const Memory& memory = shown.candidate.memory;
        if (shown.is_stale) return "stale";
        if (!memory.stale_at || memory.standing != Standing::observed) return "never";
        return ages_ == Ages::shown ? coarse_age(*memory.stale_at - facts_.now) : "later";
    }
    std::string waiting(const std::vector<std::string>& blockers) const {
        std::string text;
        for (std::size_t i = 0; i < blockers.size() && i < blockers_shown; ++i) {
            text += (i == 0 ? "" : "; ") + one_line(shorten(blockers[i], brief_text));
        }
        if (blockers.size() > blockers_shown) text += fmt::format("; {} more", blockers.size() - blockers_shown);
        return is_brief_ ? shorten(text, brief_name) : text;
    }
    std::string parts_of(const TaskAtHead& at_head) const {
        std::string text;
        if (at_head.task.expected_output) {
            text += fmt::format("\n<expected>{}</expected>", escape_xml(at_head.task.expected_output->view()));
        }
        const std::size_t shown = std::min(checkpoints_shown, at_head.checkpoints.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const Checkpoint& checkpoint = at_head.checkpoints[i];
            const std::string exit = checkpoint.exit_code ? std::to_string(*checkpoint.exit_code) : "";
            text += fmt::format("\n<checkpoint{}{}>{}</checkpoint>", age(checkpoint.created_at),
                                xml_attribute("exit", exit), escape_xml(checkpoint.summary.view()));
        }
        return text;
    }

    bool is_brief_;
    const PackFacts& facts_;
    Ages ages_;
};

}  // namespace

std::string pack_item_text(const PackItem& item, ItemForm form, const PackFacts& facts, Ages ages) {
    return std::visit(ItemText(form, facts, ages), item.what);
}

}  // namespace hm
