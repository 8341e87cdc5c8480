#include "store/record_links.h"

#include <algorithm>

namespace hm {
namespace {

bool is_id_list(const Shape& shape) {
    return shape.kind == ShapeKind::list && shape.item.front().kind == ShapeKind::id;
}

void add_link(std::vector<Link>& links, std::string field, const json::value& value, Need need) {
    if (value.is_string()) links.push_back({std::move(field), Id::trusted(std::string(value.get_string())), need});
}

void add_links(std::vector<Link>& links, const std::string& prefix, const json::object& record, const Shape& shape) {
    for (const FieldShape& field : shape.fields) {
        const json::value* value = record.if_contains(field.name);
        if (value == nullptr || (prefix.empty() && field.name == "id")) continue;
        const std::string name = prefix + std::string(field.name);
        const bool is_needed = prefix.empty() && field.presence == Presence::required;
        if (field.shape.kind == ShapeKind::id) {
            add_link(links, name, *value, is_needed ? Need::required : Need::optional);
        } else if (is_id_list(field.shape) && value->is_array()) {
            for (const json::value& item : value->get_array()) add_link(links, name, item, Need::optional);
        } else if (field.shape.kind == ShapeKind::object && value->is_object()) {
            add_links(links, name + ".", value->get_object(), field.shape);
        }
    }
}

void take_links(json::object& record, const Shape& shape, std::string_view id, std::string_view own) {
    for (const FieldShape& field : shape.fields) {
        json::value* value = record.if_contains(field.name);
        if (value == nullptr || field.name == own) continue;
        if (field.shape.kind == ShapeKind::id) {
            const bool names_it = value->is_string() && value->get_string() == id;
            if (names_it && field.presence == Presence::optional) record.stable_erase(field.name);
        } else if (is_id_list(field.shape) && value->is_array()) {
            json::array kept;
            for (const json::value& item : value->get_array()) {
                if (!item.is_string() || item.get_string() != id) kept.push_back(item);
            }
            *value = std::move(kept);
        } else if (field.shape.kind == ShapeKind::object && value->is_object()) {
            take_links(value->get_object(), field.shape, id, {});
        }
    }
}

}  // namespace

std::vector<Link> links_of(const json::object& record, const Shape& shape) {
    std::vector<Link> links;
    add_links(links, "", record, shape);
    return links;
}

json::object without_links_to(json::object record, const Shape& shape, const Id& id) {
    take_links(record, shape, id.text(), "id");
    return record;
}

Result<std::vector<Naming>> records_naming(Connection& connection, const Id& id, Archived archived, std::int64_t limit,
                                           BadRows& bad) {
    std::vector<Naming> naming;
    for (const AnyNoun& noun : all_nouns()) {
        HM_TRY_ASSIGN(auto records, noun.list(connection, {.of = id, .archived = archived, .limit = limit}, bad));
        for (json::object& record : records) {
            std::vector<Link> links = links_of(record, noun.shape());
            std::erase_if(links, [&](const Link& link) { return link.id != id; });
            if (links.empty()) continue;
            const bool is_needed =
                std::any_of(links.begin(), links.end(), [](const Link& link) { return link.need == Need::required; });
            Id own = Id::trusted(std::string(text_member(record, "id")));
            naming.push_back({&noun, std::move(own), std::move(record), links.front().field,
                              is_needed ? Need::required : Need::optional});
        }
    }
    return naming;
}

}  // namespace hm
