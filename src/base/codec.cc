#include "base/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace hm {

Error Decoder::to_error(std::string what) const {
    std::vector<std::string> evidence;
    for (const FieldError& error : errors_) {
        evidence.push_back(error.path.empty() ? error.message : error.path + ": " + error.message);
    }
    return {ErrorCode::invalid_input, fmt::format("{}: {} of the values cannot be taken.", what, errors_.size()),
            "Mend the values named below and send it again.", "Nothing was written.", std::move(evidence)};
}

void Decoder::add_unknown(std::string_view word, const Shape& shape) {
    add_error(fmt::format("'{}' is not known. Use {}.", word.substr(0, 60), to_words(shape)));
}

void refuse_unknown(const json::object& object, const Shape& shape, Decoder& decoder) {
    std::vector<std::string_view> names;
    for (const FieldShape& field : shape.fields) names.push_back(field.name);
    for (const auto& member : object) {
        const std::string_view key = member.key();
        if (std::find(names.begin(), names.end(), key) != names.end()) continue;
        const std::string_view near = nearest(key, names);
        decoder.within(key.empty() ? "''" : key.substr(0, 60), [&] {
            decoder.add_error(near.empty() ? fmt::format("Not known. Known are {}.", fmt::join(names, ", "))
                                           : fmt::format("Not known. Did you mean {}?", near));
        });
    }
}

}  // namespace hm
