// Id: the name of a record, a UUIDv7 in its 36-character form. It orders by creation and is never reused.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace hm {

class Id {
public:
    Id() = default;
    static Result<Id> parse(std::string_view text);
    // REQUIRES: text came out of an Id.
    static Id trusted(std::string text) { return Id(std::move(text)); }

    const std::string& text() const { return text_; }
    bool empty() const { return text_.empty(); }
    auto operator<=>(const Id&) const = default;

private:
    explicit Id(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

class IdSource {
public:
    virtual ~IdSource() = default;
    virtual Id next(Time now) = 0;
};

// Random bits from the kernel.
class RandomIds final : public IdSource {
public:
    Id next(Time now) override;

private:
    std::uint64_t last_ms_ = 0;
    std::uint32_t counter_ = 0;
};

// The same sequence every time, for transcripts and tests.
class CountingIds final : public IdSource {
public:
    Id next(Time now) override;

private:
    std::uint64_t count_ = 0;
};

}  // namespace hm
