#include <algorithm>
#include <numeric>

#include "base/strings.h"
#include "engine/pack/passes.h"

namespace hm {
namespace {

// Saving a critical anchor is refused when their rendered sum would go past 3,000; this much is theirs in any case.
constexpr std::size_t always_for_critical = 3'200;

// However much the read-head takes of the usual length, what answers the prompt best has this much.
constexpr std::size_t always_for_recalled = 1'200;

// Whether a section keeps to its own share, or takes what the others left.
HM_ENUM(Share, own, rest)

// A text and its length, written when it is first asked for.
struct Written {
    std::string text;
    std::size_t characters = 0;
};

// Found by words or by being new; what was learnt in a task at the read-head is more than that.
bool is_recalled(const PackItem& item) {
    if (item.section == PackSection::knowledge) return true;
    const auto* memory = std::get_if<ShownMemory>(&item.what);
    return item.section == PackSection::relevant_mems && memory != nullptr &&
           memory->candidate.found_by != FoundBy::active_task;
}

class Room {
public:
    Room(Pack& pack, const PackFacts& facts, const FrameSizes& frame, WriteItem write)
        : pack_(pack), facts_(facts), frame_(frame), write_(write), used_(frame.whole), texts_(pack.items.size()) {
        for (PackItem& item : pack.items) item.form = ItemForm::left_out;
    }

    // Gives the item that form if there is room for it; answers whether there was.
    bool give(std::size_t index, ItemForm form, Share share) {
        PackItem& item = pack_.items[index];
        const auto section = static_cast<std::size_t>(item.section);
        const std::size_t now = size_of(index, item.form);
        const std::size_t wanted = size_of(index, form);
        const std::size_t opening = open_[section] ? 0 : frame_.sections[section];
        if (used_ - now + wanted + opening > facts_.budget) return false;
        std::size_t most = facts_.budget * pack_sections[item.section].percent / 100;
        if (item.section == PackSection::critical_anchors) most = std::max(most, always_for_critical);
        if (share == Share::own && in_section_[section] - now + wanted > most) return false;
        if (is_recalled(item) && is_unusual(now, wanted + opening)) return false;
        used_ = used_ - now + wanted + opening;
        in_section_[section] = in_section_[section] - now + wanted;
        if (is_recalled(item)) recalled_ = recalled_ - now + wanted;
        open_[section] = true;
        item.form = form;
        return true;
    }

    // Whether so much of recall in the place of what it has now makes the part that changes longer than usual.
    bool is_unusual(std::size_t now, std::size_t wanted) const {
        const std::size_t stable = in_section_[static_cast<std::size_t>(PackSection::critical_anchors)];
        return facts_.usual > 0 && used_ - stable - now + wanted > facts_.usual &&
               recalled_ - now + wanted > always_for_recalled;
    }

    void hand_out_texts() {
        for (std::size_t i = 0; i < pack_.items.size(); ++i) {
            PackItem& item = pack_.items[i];
            if (item.form != ItemForm::left_out) item.text = std::move(written(i, item.form).text);
        }
    }

private:
    Written& written(std::size_t index, ItemForm form) {
        std::optional<Written>& known = form == ItemForm::full ? texts_[index].first : texts_[index].second;
        if (!known) {
            known.emplace(write_(pack_.items[index], form, facts_));
            known->characters = count_characters(known->text);
        }
        return *known;
    }
    std::size_t size_of(std::size_t index, ItemForm form) {
        return form == ItemForm::left_out ? 0 : written(index, form).characters;
    }

    Pack& pack_;
    const PackFacts& facts_;
    const FrameSizes& frame_;
    WriteItem write_;
    std::size_t used_;
    std::size_t recalled_ = 0;
    std::vector<std::pair<std::optional<Written>, std::optional<Written>>> texts_;  // full and brief
    std::array<std::size_t, section_count> in_section_{};
    std::array<bool, section_count> open_{};
};

std::vector<std::size_t> by_rank(const std::vector<PackItem>& items) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return items[a].rank > items[b].rank; });
    return order;
}

bool is_critical(const PackItem& item) {
    return item.section == PackSection::critical_anchors;
}

// All of them by key before the value of any: a value that is missing can be asked for, a key that is missing cannot.
void place_critical(Room& room, const std::vector<PackItem>& items, const std::vector<std::size_t>& order,
                    bool shows_values) {
    for (const std::size_t index : order) {
        if (is_critical(items[index])) room.give(index, ItemForm::brief, Share::rest);
    }
    if (!shows_values) return;
    for (const std::size_t index : order) {
        if (is_critical(items[index])) room.give(index, ItemForm::full, Share::own);
    }
}

void place_others(Room& room, const std::vector<PackItem>& items, const std::vector<std::size_t>& order) {
    for (const std::size_t index : order) {
        if (is_critical(items[index])) continue;
        if (!room.give(index, ItemForm::full, Share::own)) room.give(index, ItemForm::brief, Share::own);
    }
    // Room that no section claimed goes to the highest ranks that want more.
    for (const std::size_t index : order) {
        if (is_critical(items[index]) || items[index].form == ItemForm::full) continue;
        if (!room.give(index, ItemForm::full, Share::rest) && items[index].form == ItemForm::left_out) {
            room.give(index, ItemForm::brief, Share::rest);
        }
    }
}

}  // namespace

void fit_budget(Pack& pack, const PackFacts& facts, const FrameSizes& frame, WriteItem write) {
    Room room(pack, facts, frame, write);
    const std::vector<std::size_t> order = by_rank(pack.items);
    place_critical(room, pack.items, order, facts.shows_critical_values);
    place_others(room, pack.items, order);
    room.hand_out_texts();
    for (const PackItem& item : pack.items) {
        if (!is_critical(item) || item.form == ItemForm::full) continue;
        ++(item.form == ItemForm::brief ? pack.critical_by_key : pack.critical_missing);
    }
    pack.left_out_for_room += leave_out(pack, [](const PackItem& item) -> std::string {
        return item.form == ItemForm::left_out ? "no room for it within the budget" : "";
    });
}

}  // namespace hm
