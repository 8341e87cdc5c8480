#include "view/pack_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/digest.h"
#include "base/short_id.h"
#include "base/strings.h"
#include "domain/role.h"
#include "view/codemap_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::string_view tail = "</hivemind_state>";
constexpr std::string_view keys_only = "Only the keys, for room: hivemind {\"command\":\"anchor get KEY\"} shows one.";
constexpr std::size_t longest_role = 20;

std::string counted(std::string_view name, std::size_t count) {
    return count == 0 ? "" : xml_attribute(name, std::to_string(count));
}

// What is usual is not said: every character goes out with every request.
std::string head(const Pack& pack, const PackFacts& facts, std::string_view delivery) {
    const std::string compaction =
        facts.compaction_count > 0 ? fmt::format("#{}", facts.compaction_count) : std::string();
    return fmt::format("<hivemind_state{}{}{}{}{}{}{}{}>\n", xml_attribute("timestamp", to_iso_minute(facts.now)),
                       xml_attribute("compaction", compaction),
                       xml_attribute("mode", facts.mode == GateMode::assisted ? "" : name_of(facts.mode)),
                       xml_attribute("role", facts.role == solo_role ? "" : shorten(facts.role, longest_role)),
                       counted("left_out", pack.left_out_for_room), counted("critical_by_key", pack.critical_by_key),
                       counted("critical_missing", pack.critical_missing), xml_attribute("delivery", delivery));
}

std::string open_tag(PackSection section, const Pack& pack) {
    const SectionRow& row = pack_sections[section];
    if (row.tag.empty()) return {};
    std::string text = fmt::format("<{}", row.tag);
    if (section == PackSection::relevant_mems) text += counted("stale_dropped", pack.stale_dropped);
    text += ">\n";
    if (!row.lead.empty()) text += fmt::format("{}\n", row.lead);
    if (section == PackSection::critical_anchors && pack.critical_by_key > 0) text += fmt::format("{}\n", keys_only);
    return text;
}

std::string close_tag(PackSection section) {
    const SectionRow& row = pack_sections[section];
    return row.tag.empty() ? std::string() : fmt::format("</{}>\n", row.tag);
}

// Counts as large as they get; the same whatever the facts, so that what fits does not depend on them.
Pack with_largest_counts() {
    constexpr std::size_t most = 9'999;
    return {{}, {}, most, most, most, most, most};
}

SectionText write_section(PackSection section, const Pack& pack, const PackFacts& facts, Ages ages) {
    SectionText written{section, {}, 0, 0, 0, {}};
    for (const PackItem& item : pack.items) {
        if (item.section != section) continue;
        written.text += ages == Ages::shown ? item.text : pack_item_text(item, item.form, facts, ages);
        ++written.entries;
        if (const auto id = id_of(item)) written.ids.push_back(*id);
    }
    // What has nothing to say leaves nothing behind.
    if (written.text.empty()) written.entries = 0;
    if (written.entries > 0) {
        written.text = open_tag(section, pack) + written.text + close_tag(section);
    }
    return written;
}

PackText joined(std::vector<SectionText> sections, const std::string& head, std::string_view extra = {}) {
    PackText pack{head, 0, 0, std::move(sections)};
    for (const SectionText& section : pack.sections) pack.text += section.text;
    pack.text += fmt::format("{}{}", extra, tail);
    pack.characters = count_characters(pack.text);
    pack.tokens = estimate_tokens(pack.text);
    return pack;
}

// The same, without the checklist, which is the last section of all when it is there.
PackText with_checklist_apart(std::vector<SectionText> sections, const std::string& head, std::string_view extra = {}) {
    std::optional<SectionText> checklist;
    if (!sections.empty() && sections.back().section == PackSection::before_you_stop) {
        checklist = std::move(sections.back());
        sections.pop_back();
    }
    const bool is_all = sections.empty() && extra.empty() && checklist;
    PackText part = is_all ? PackText{} : joined(std::move(sections), head, extra);
    if (!checklist) return part;
    part.checklist = checklist->text;
    part.checklist.pop_back();  // nothing follows that a line break would part it from
    part.characters += checklist->characters - 1;
    part.tokens += checklist->tokens;
    part.sections.push_back(std::move(*checklist));
    return part;
}

}  // namespace

bool is_stable(PackSection section) {
    return pack_sections[section].stability == Stability::stable;
}

FrameSizes pack_frame_sizes(const PackFacts& facts) {
    const Pack largest = with_largest_counts();
    FrameSizes sizes;
    sizes.whole = count_characters(head(largest, facts, "")) + tail.size();
    for (const SectionRow& row : pack_sections) {
        sizes.sections[static_cast<std::size_t>(row.section)] =
            open_tag(row.section, largest).size() + close_tag(row.section).size();
    }
    return sizes;
}

Pack fitted_pack(const PackFacts& facts) {
    return compile_pack(facts, pack_frame_sizes(facts), [](const PackItem& item, ItemForm form, const PackFacts& all) {
        return pack_item_text(item, form, all);
    });
}

PackText write_pack(const Pack& pack, const PackFacts& facts) {
    std::vector<SectionText> sections;
    for (const SectionRow& row : pack_sections) {
        SectionText written = write_section(row.section, pack, facts, Ages::shown);
        if (written.entries == 0) continue;
        written.characters = count_characters(written.text);
        written.tokens = estimate_tokens(written.text);
        sections.push_back(std::move(written));
    }
    return joined(std::move(sections), head(pack, facts, ""));
}

std::vector<SectionPrint> section_prints(const Pack& pack, const PackFacts& facts) {
    std::vector<SectionPrint> prints;
    for (const SectionRow& row : pack_sections) {
        // Figures that change with every turn are no news by themselves.
        if (row.section == PackSection::governance) continue;
        const SectionText written = write_section(row.section, pack, facts, Ages::hidden);
        if (written.entries == 0) continue;
        prints.push_back({std::string(name_of(row.section)), sha256_hex(written.text).substr(0, 16)});
    }
    return prints;
}

PackText delivered_part(const PackText& whole, const Delivery& delivery, const Pack& pack, const PackFacts& facts) {
    if (delivery.kind == DeliveryKind::full) return whole;
    if (delivery.kind == DeliveryKind::nothing) return {};
    std::vector<SectionText> sections;
    for (const SectionText& section : whole.sections) {
        const auto& wanted = delivery.sections;
        if (std::find(wanted.begin(), wanted.end(), name_of(section.section)) != wanted.end()) {
            sections.push_back(section);
        }
    }
    const std::string gone =
        delivery.gone.empty()
            ? std::string()
            : fmt::format("<no_longer{}/>\n",
                          xml_attribute("sections", fmt::format("{}", fmt::join(delivery.gone, " "))));
    const std::string begin = head(pack, facts, "changes");
    PackText part = whole.checklist.empty() ? joined(std::move(sections), begin, gone)
                                            : with_checklist_apart(std::move(sections), begin, gone);
    // What tells of the change may take more than it saves; then the whole goes out, which holds the budget.
    return part.characters < whole.characters ? part : whole;
}

PackText checklist_apart(const PackText& whole, const Pack& pack, const PackFacts& facts) {
    return with_checklist_apart(whole.sections, head(pack, facts, ""));
}

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
std::string item_line(std::string_view text) {
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
        const std::string attributes =
            xml_attribute("intent", facts_.intent ? name(facts_.intent->view()) : "") +
            xml_attribute("plan", facts_.plan ? name(facts_.plan->title.view()) : "") +
            xml_attribute("phase", facts_.phase && !is_only_phase() ? name(facts_.phase->title.view()) : "");
        return attributes.empty() ? attributes : fmt::format("<trajectory{}/>\n", attributes);
    }

    std::string operator()(const GovernanceCounts&) const {
        // Counts are as fleeting as ages.
        if (ages_ == Ages::hidden) return {};
        std::string text;
        for (const auto& [count, value] : facts_.governance) {
            if (!is_usual(count, value)) text += xml_attribute(count, std::to_string(value));
        }
        return text.empty() ? text : fmt::format("<governance{}/>\n", text);
    }

    std::string operator()(const Note& note) const { return fmt::format("<note>{}</note>\n", body(note.text)); }
    std::string operator()(const OpenEnd& open) const { return fmt::format("- {}\n", body(open.text)); }

    std::string operator()(const TaskAtHead& at_head) const {
        const Task& task = at_head.task;
        std::string text =
            fmt::format("<task{}{}{}>{}", xml_attribute("id", short_id(task.id)),
                        xml_attribute("status", task.status == TaskStatus::active ? "" : name_of(task.status)),
                        xml_attribute("blocked", waiting(at_head.waits_for)), escape_xml(name(task.name.view())));
        if (!is_brief_) text += parts_of(at_head);
        return text + "</task>\n";
    }

    std::string operator()(const TaskBeside& beside) const {
        const Task& task = beside.task;
        return fmt::format("<task{}{}{}>{}</task>\n", xml_attribute("id", short_id(task.id)),
                           xml_attribute("status", task.status == TaskStatus::planned ? "" : name_of(task.status)),
                           xml_attribute("blocked", waiting(beside.waits_for)), escape_xml(name(task.name.view())));
    }

    std::string operator()(const Comment& comment) const {
        return fmt::format("<comment{}{}{}>{}</comment>\n", xml_attribute("on", short_id(comment.on_id)),
                           xml_attribute("by", comment.author.view()), age(comment.created_at),
                           body(comment.text.view()));
    }

    std::string operator()(const DeadEnd& dead_end) const {
        const Memory& memory = dead_end.memory;
        const auto cut = [&](std::string_view text) {
            return item_line(shorten(text, is_brief_ ? brief_dead_end : longest_dead_end));
        };
        return fmt::format("<avoid{}{}{}>{}</avoid>\n", xml_attribute("id", short_id(memory.id)),
                           xml_attribute("data", is_data(memory.trust)),
                           xml_attribute("because", memory.reason ? cut(memory.reason->view()) : ""),
                           escape_xml(cut(memory.content.view())));
    }

    std::string operator()(const FurtherDeadEnds& further) const {
        std::string named;
        std::string_view marked_as_data;
        for (std::size_t i = 0; i < further.memories.size() && i < dead_ends_named && !is_brief_; ++i) {
            const Memory& memory = further.memories[i];
            named += (i == 0 ? "" : "; ") + item_line(shorten(memory.content.view(), longest_name_of_dead_end));
            if (const auto mark = is_data(memory.trust); !mark.empty()) marked_as_data = mark;
        }
        return fmt::format("<more{}{}{}>{}</more>\n", xml_attribute("count", std::to_string(further.memories.size())),
                           xml_attribute("list", "hivemind_memory list, kind false_path"),
                           xml_attribute("data", marked_as_data), escape_xml(named));
    }

    // A critical one shows its day, not its age: its bytes stay the same until it changes.
    std::string operator()(const Anchor& anchor) const {
        const bool is_critical = anchor.priority == AnchorPriority::critical;
        if (is_brief_ && is_critical) return fmt::format("<anchor{}/>\n", xml_attribute("key", anchor.key.view()));
        return fmt::format("<anchor{}{}{}{}>{}</anchor>\n", xml_attribute("key", anchor.key.view()),
                           xml_attribute("priority", anchor.priority == AnchorPriority::high ? "high" : ""),
                           is_critical ? day(anchor.created_at) : age(anchor.modified_at),
                           xml_attribute("stale", anchor.stale_since ? "its source changed" : ""),
                           body(anchor.value.view()));
    }

    std::string operator()(const Decision& decision) const {
        const std::string choice =
            decision.choice ? fmt::format("<choice>{}</choice>", body(decision.choice->view())) : std::string();
        return fmt::format("<decision{}{}>{}{}</decision>\n", xml_attribute("id", short_id(decision.id)),
                           xml_attribute("status", decision.choice ? "" : name_of(decision.status)),
                           body(decision.question.view()), choice);
    }

    std::string operator()(const LockedFile& file) const {
        const std::string declared =
            is_brief_ ? exported_names(file.symbols, brief_text) : skeleton_text(file.symbols, longest_skeleton);
        return fmt::format("<file{}>\n{}</file>\n", xml_attribute("path", item_line(file.path)), escape_xml(declared));
    }

    std::string operator()(const ShownMemory& shown) const {
        const Memory& memory = shown.candidate.memory;
        const std::string_view standing = memory.standing == Standing::observed ? "" : name_of(memory.standing);
        return fmt::format("<mem{}{}{}{}{}>{}</mem>\n", xml_attribute("id", short_id(memory.id)),
                           xml_attribute("trust", memory.trust == Trust::user ? name_of(memory.trust) : ""),
                           xml_attribute("data", is_data(memory.trust)), xml_attribute("standing", standing),
                           xml_attribute("stale", shown.is_stale ? "past its date" : ""), body(memory.content.view()));
    }

    std::string operator()(const KnowledgeCandidate& candidate) const {
        constexpr std::int64_t sure = 50;
        const Knowledge& entry = candidate.knowledge;
        const std::int64_t confidence = confidence_at(entry, facts_.now);
        const bool is_doubtful = ages_ == Ages::shown && confidence < sure;
        return fmt::format("<entry{}{}{}{}>{}</entry>\n", xml_attribute("id", short_id(entry.id)),
                           xml_attribute("type", name_of(entry.type)), xml_attribute("title", name(entry.title.view())),
                           xml_attribute("confidence", is_doubtful ? std::to_string(confidence) : ""),
                           body(entry.content.view()));
    }

    std::string operator()(const CheckBeforeStop& check) const {
        const std::string task = escape_xml(name(check.task_name));
        if (!check.is_started) {
            return fmt::format("- \"{}\" is not started: govern_task start, task {}.\n", task, short_id(check.task_id));
        }
        std::string text =
            fmt::format("- Is \"{}\" done? Then govern_task complete, task {}.", task, short_id(check.task_id));
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
        return item_line(is_brief_ ? shorten(text, brief_name) : std::string(text));
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
    // A plan with one phase calls it as itself.
    bool is_only_phase() const { return facts_.plan && facts_.phase->title.view() == facts_.plan->title.view(); }
    // Nothing to act upon.
    static bool is_usual(std::string_view count, std::int64_t value) {
        return count == "turns" || value == (count == "health" ? 100 : 0);
    }
    std::string waiting(const std::vector<std::string>& blockers) const {
        std::string text;
        for (std::size_t i = 0; i < blockers.size() && i < blockers_shown; ++i) {
            text += (i == 0 ? "" : "; ") + item_line(shorten(blockers[i], brief_text));
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

constexpr std::size_t item_headline_characters = 60;

struct ItemHeadline {
    std::string operator()(const ReadHead&) const { return "the read-head"; }
    std::string operator()(const GovernanceCounts&) const { return "counts of the session"; }
    std::string operator()(const Note& note) const { return note.text; }
    std::string operator()(const OpenEnd& open) const { return open.text; }
    std::string operator()(const TaskAtHead& at_head) const { return at_head.task.name.str(); }
    std::string operator()(const TaskBeside& beside) const { return beside.task.name.str(); }
    std::string operator()(const Comment& comment) const { return comment.text.str(); }
    std::string operator()(const DeadEnd& dead_end) const { return dead_end.memory.content.str(); }
    std::string operator()(const FurtherDeadEnds& further) const {
        return fmt::format("{} further dead ends", further.memories.size());
    }
    std::string operator()(const Anchor& anchor) const { return anchor.key.str(); }
    std::string operator()(const Decision& decision) const { return decision.question.str(); }
    std::string operator()(const LockedFile& file) const { return file.path; }
    std::string operator()(const ShownMemory& shown) const { return shown.candidate.memory.content.str(); }
    std::string operator()(const KnowledgeCandidate& candidate) const { return candidate.knowledge.title.str(); }
    std::string operator()(const CheckBeforeStop& check) const { return check.task_name; }
};

}  // namespace

std::string pack_item_text(const PackItem& item, ItemForm form, const PackFacts& facts, Ages ages) {
    return std::visit(ItemText(form, facts, ages), item.what);
}

std::string item_headline(const PackItem& item) {
    return plain_text(shorten(std::visit(ItemHeadline{}, item.what), item_headline_characters));
}

}  // namespace hm
