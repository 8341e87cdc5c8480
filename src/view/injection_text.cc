#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "view/pack_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t headline_characters = 70;
constexpr std::size_t ids_in_a_line = 40;

std::int64_t number_of(const json::object& cost, std::string_view name) {
    const json::value* value = cost.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

std::string indented(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out += fmt::format("    {}\n", plain_text(text.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

std::string ids_text(const json::object& cost) {
    const json::value* ids = cost.if_contains("ids");
    if (ids == nullptr || !ids->is_array()) return {};
    std::string text;
    std::size_t count = 0;
    for (const json::value& id : ids->get_array()) {
        if (id.is_string() && count++ < ids_in_a_line) text += fmt::format("    {}\n", std::string(id.get_string()));
    }
    return text;
}

json::object cost_json(const SectionCost& cost) {
    return {{"injections", cost.injections}, {"characters", cost.characters}, {"tokens", cost.tokens}};
}

std::string cost_line(std::string_view name, const SectionCost& cost) {
    return fmt::format("  {:<36} {:>5} times {:>9} characters {:>8} tokens\n", name, cost.injections, cost.characters,
                       cost.tokens);
}

}  // namespace

json::object injection_json(const Injection& injection, const std::vector<ShownSection>& sections) {
    json::object object = encode(injection).as_object();
    json::object shown;
    for (const ShownSection& section : sections) {
        json::object entry = section.cost;
        if (section.text) entry["text"] = *section.text;
        shown[section.name] = std::move(entry);
    }
    object["sections"] = std::move(shown);
    return object;
}

std::string injection_text(const Injection& injection, const std::vector<ShownSection>& sections) {
    std::string text = fmt::format(
        "{}  {}  {} ({})\n{} of {} characters, {} of them stable; about {} tokens; {} left out for room.\n",
        injection.id.text(), to_iso(injection.created_at), injection.hook.view(), name_of(injection.delivery),
        injection.characters, injection.budget, injection.stable_characters, injection.tokens, injection.left_out);
    if (injection.session_id) text += fmt::format("session {}\n", injection.session_id->text());
    if (injection.task_id) text += fmt::format("task {}\n", injection.task_id->text());
    for (const ShownSection& section : sections) {
        text += fmt::format("\n{}: {} characters, about {} tokens, {} entries\n", section.name,
                            number_of(section.cost, "characters"), number_of(section.cost, "tokens"),
                            number_of(section.cost, "entries"));
        text += section.text ? indented(*section.text)
                             : "    its text is no longer kept; it showed:\n" + ids_text(section.cost);
    }
    return text;
}

json::object injection_costs_json(const InjectionCosts& costs) {
    json::object by_session;
    json::object by_section;
    json::array latest;
    json::array unused;
    for (const auto& [name, cost] : costs.by_session) by_session[name] = cost_json(cost);
    for (const auto& [name, cost] : costs.by_section) by_section[name] = cost_json(cost);
    for (const Injection& injection : costs.latest) latest.push_back(encode(injection));
    for (const UnusedMemory& memory : costs.never_mattered) {
        unused.push_back(json::object{{"id", memory.id.text()}, {"content", memory.content}, {"times", memory.times}});
    }
    return {{"counted", costs.counted},
            {"by_session", std::move(by_session)},
            {"by_section", std::move(by_section)},
            {"latest", std::move(latest)},
            {"never_mattered", std::move(unused)}};
}

std::string injection_costs_text(const InjectionCosts& costs) {
    if (costs.counted == 0) return "Nothing was put before a model yet.\n";
    std::string text = fmt::format("The newest {} injections, by session:\n", costs.counted);
    for (const auto& [name, cost] : costs.by_session) text += cost_line(name, cost);
    text += "\nBy section:\n";
    for (const auto& [name, cost] : costs.by_section) text += cost_line(name, cost);
    text += "\nThe latest (`hivemind why injection <id>` shows one):\n";
    for (const Injection& injection : costs.latest) {
        text += fmt::format("  {}  {}  {:<7} {:>6} characters, {:>5} of them stable\n", injection.id.text(),
                            to_iso(injection.created_at), name_of(injection.delivery), injection.characters,
                            injection.stable_characters);
    }
    if (costs.never_mattered.empty()) return text;
    text += "\nShown often, and nothing ever happened to them:\n";
    for (const UnusedMemory& memory : costs.never_mattered) {
        text += fmt::format("  {}  {:>4} times  {}\n", memory.id.text(), memory.times,
                            plain_text(shorten(memory.content, headline_characters)));
    }
    return text;
}

namespace {

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
