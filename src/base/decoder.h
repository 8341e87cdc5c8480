// Decoder: collects every error of a decoding with its path, instead of stopping at the first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/shape.h"

namespace hm {

struct FieldError {
    std::string path;  // "temporal_gate.reason", "tags[2]"
    std::string message;
};

class Decoder {
public:
    void add_error(std::string message) { errors_.push_back({path_, std::move(message)}); }
    void add_error(const Error& error) { add_error(error.what + " " + error.remedy); }
    // A word that is none of the shape's choices.
    void add_unknown(std::string_view word, const Shape& shape);
    bool has_errors() const { return !errors_.empty(); }
    const std::vector<FieldError>& errors() const { return errors_; }

    // Runs `body` with `step` ("content", "[2]") added to the path.
    template <class Body>
    void within(std::string_view step, Body&& body) {
        const std::size_t length = path_.size();
        if (!path_.empty() && step.front() != '[') path_ += '.';
        path_ += step;
        body();
        path_.resize(length);
    }

    // All errors as one Error of `what`.
    Error to_error(std::string what) const;

private:
    std::string path_;
    std::vector<FieldError> errors_;
};

// Members the shape does not know are errors, each with the nearest known name.
void refuse_unknown(const json::object& object, const Shape& shape, Decoder& decoder);

}  // namespace hm
