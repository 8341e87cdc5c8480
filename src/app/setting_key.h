// SettingKey: the name of a setting. Its choices are the fields of Settings, so help and completions know them.
#pragma once

#include <algorithm>
#include <string>

#include "base/codec.h"
#include "domain/settings.h"

namespace hm {

struct SettingKey {
    std::string name;
};

template <>
struct Codec<SettingKey> {
    static Shape shape() {
        Shape shape{.kind = ShapeKind::choice};
        for_each_field<Settings>([&](const auto& each) { shape.choices.push_back(each.name); });
        return shape;
    }
    static json::value encode(const SettingKey& value) { return json::value(value.name); }
    static void decode(const json::value& value, SettingKey& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected the name of a setting.");
        const std::string_view word = value.get_string();
        const std::vector<std::string_view> known = shape().choices;
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            const std::string_view near = nearest(word, known);
            if (near.empty()) return decoder.add_unknown(word, shape());
            return decoder.add_error("'" + std::string(word.substr(0, 60)) + "' is not a setting. Did you mean " +
                                     std::string(near) + "?");
        }
        out.name = word;
    }
};

}  // namespace hm
