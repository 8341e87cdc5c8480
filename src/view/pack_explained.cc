#include "view/pack_explained.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t headline_characters = 60;

struct TextOf {
    std::string operator()(const ReadHead&) const { return "the read-head"; }
    std::string operator()(const GovernanceCounts&) const { return "counts of the session"; }
    std::string operator()(const Note& note) const { return note.text; }
    std::string operator()(const ShownTask& shown) const { return shown.at_head.task.name.str(); }
    std::string operator()(const NextTask& next) const { return next.beside.task.name.str(); }
    std::string operator()(const ShownComment& shown) const { return shown.comment.text.str(); }
    std::string operator()(const DeadEnd& dead_end) const { return dead_end.memory.content.str(); }
    std::string operator()(const FurtherDeadEnds& further) const {
        return fmt::format("{} further dead ends", further.memories.size());
    }
    std::string operator()(const ShownAnchor& shown) const { return shown.anchor.key.str(); }
    std::string operator()(const ShownDecision& shown) const { return shown.decision.question.str(); }
    std::string operator()(const ShownCode& shown) const { return shown.file.path; }
    std::string operator()(const ShownMemory& shown) const { return shown.candidate.memory.content.str(); }
    std::string operator()(const ShownKnowledge& shown) const { return shown.candidate.knowledge.title.str(); }
    std::string operator()(const CheckBeforeStop& check) const { return check.task_name; }
};

std::string_view outcome_of(const PackItem& item) {
    if (item.form == ItemForm::full) return "kept";
    return item.form == ItemForm::brief ? "shortened" : "left out";
}

// Those that were kept and those that were not, by rank.
std::vector<const PackItem*> by_rank(const Pack& pack) {
    std::vector<const PackItem*> items;
    for (const PackItem& item : pack.items) items.push_back(&item);
    for (const PackItem& item : pack.left_out) items.push_back(&item);
    std::stable_sort(items.begin(), items.end(),
                     [](const PackItem* a, const PackItem* b) { return a->rank > b->rank; });
    return items;
}

std::string parts_text(const PackItem& item) {
    std::string text;
    for (const ScorePart& part : item.parts) {
        text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", part.name, part.value);
    }
    return text.empty() ? text : " (" + text + ")";
}

}  // namespace

std::string item_headline(const PackItem& item) {
    return plain_text(shorten(std::visit(TextOf{}, item.what), headline_characters));
}

json::array pack_explained_json(const Pack& pack) {
    json::array candidates;
    for (const PackItem* item : by_rank(pack)) {
        json::object parts;
        for (const ScorePart& part : item->parts) parts[part.name] = part.value;
        json::object candidate{{"section", name_of(item->section)},
                               {"headline", item_headline(*item)},
                               {"score", item->rank},
                               {"parts", std::move(parts)},
                               {"outcome", outcome_of(*item)},
                               {"why", item->why},
                               {"characters", count_characters(item->text)}};
        if (const auto id = id_of(*item)) candidate["id"] = id->text();
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

std::string pack_explained_text(const Pack& pack, const PackText& text, std::size_t budget) {
    std::string out = fmt::format("{} of {} characters, about {} tokens; {} shown, {} left out.\n", text.characters,
                                  budget, text.tokens, pack.items.size(), pack.left_out.size());
    for (const PackItem* item : by_rank(pack)) {
        const auto id = id_of(*item);
        out += fmt::format("{:>7.1f}  {:<9}  {:<16}  {}\n", item->rank, outcome_of(*item), name_of(item->section),
                           item_headline(*item));
        out += fmt::format("         {}{}{}\n", id ? id->text() + "  " : std::string(), plain_text(item->why),
                           parts_text(*item));
    }
    for (const SectionText& section : text.sections) {
        out += fmt::format("{:<16} {:>6} characters {:>6} tokens {:>4} entries\n", name_of(section.section),
                           section.characters, section.tokens, section.entries);
    }
    return out;
}

}  // namespace hm
