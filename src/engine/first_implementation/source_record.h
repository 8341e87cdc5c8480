// SourceRecord: one object of an old file while it is mapped. What is taken out of it has found its place; what is
// left at the end is kept as it was.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"

namespace hm::first {

class SourceRecord {
public:
    explicit SourceRecord(json::object object) : object_(std::move(object)) {}

    // The first of these names that holds text, cut to `limit` characters. A text that was cut stays in the rest too.
    // An agent that was stored as an object counts as its name.
    std::optional<std::string> text(std::initializer_list<std::string_view> names, std::size_t limit);
    // Epoch milliseconds or ISO 8601.
    std::optional<Time> time(std::initializer_list<std::string_view> names);
    std::optional<double> number(std::string_view name);
    std::optional<bool> flag(std::string_view name);
    // Texts of a list, or one text; those that are empty or too long stay in the rest.
    json::array texts(std::initializer_list<std::string_view> names, std::size_t limit);
    // The objects of a list. A bare text counts as {"name": text}.
    std::vector<json::object> objects(std::string_view name);
    std::optional<json::object> object(std::string_view name);

    // Looks without taking.
    std::string word(std::string_view name) const { return std::string(text_member(object_, name)); }
    bool has(std::string_view name) const { return object_.contains(name); }
    void forget(std::initializer_list<std::string_view> names);

    const json::object& rest() const { return object_; }

private:
    json::object object_;
};

std::optional<Time> read_time(const json::value& value);

}  // namespace hm::first
