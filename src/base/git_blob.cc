#include "base/git_blob.h"

#include <array>
#include <bit>
#include <cstdint>

namespace hm {
namespace {

class Sha1 {
public:
    void add(std::string_view bytes) {
        length_ += bytes.size();
        while (!bytes.empty()) {
            const std::size_t taken = std::min(bytes.size(), block_.size() - filled_);
            bytes.copy(reinterpret_cast<char*>(block_.data()) + filled_, taken);
            filled_ += taken;
            bytes.remove_prefix(taken);
            if (filled_ == block_.size()) mix();
        }
    }

    std::string finish() {
        const std::uint64_t bits = length_ * 8;
        add(std::string_view("\x80", 1));
        while (filled_ != block_.size() - 8) add(std::string_view("\0", 1));
        for (int shift = 56; shift >= 0; shift -= 8) {
            const char byte = static_cast<char>((bits >> static_cast<unsigned>(shift)) & 0xFFU);
            add(std::string_view(&byte, 1));
        }
        constexpr std::string_view digits = "0123456789abcdef";
        std::string hex;
        for (const std::uint32_t word : state_) {
            for (int shift = 28; shift >= 0; shift -= 4) hex += digits[(word >> static_cast<unsigned>(shift)) & 0xFU];
        }
        return hex;
    }

private:
    void mix() {
        std::array<std::uint32_t, 80> w{};
        for (std::size_t i = 0; i < 16; ++i) {
            w[i] = std::uint32_t{block_[4 * i]} << 24U | std::uint32_t{block_[4 * i + 1]} << 16U |
                   std::uint32_t{block_[4 * i + 2]} << 8U | std::uint32_t{block_[4 * i + 3]};
        }
        for (std::size_t i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        auto [a, b, c, d, e] = state_;
        const auto round = [&](std::uint32_t f, std::uint32_t k, std::size_t i) {
            const std::uint32_t next = std::rotl(a, 5) + f + e + k + w[i];
            e = d;
            d = c;
            c = std::rotl(b, 30);
            b = a;
            a = next;
        };
        for (std::size_t i = 0; i < 20; ++i) round((b & c) | (~b & d), 0x5A827999U, i);
        for (std::size_t i = 20; i < 40; ++i) round(b ^ c ^ d, 0x6ED9EBA1U, i);
        for (std::size_t i = 40; i < 60; ++i) round((b & c) | (b & d) | (c & d), 0x8F1BBCDCU, i);
        for (std::size_t i = 60; i < 80; ++i) round(b ^ c ^ d, 0xCA62C1D6U, i);
        state_ = {state_[0] + a, state_[1] + b, state_[2] + c, state_[3] + d, state_[4] + e};
        filled_ = 0;
    }

    std::array<std::uint32_t, 5> state_{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
    std::array<std::uint8_t, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t length_ = 0;
};

}  // namespace

std::string git_blob_name(std::string_view content) {
    Sha1 hash;
    const std::string head = "blob " + std::to_string(content.size());
    hash.add(head);
    hash.add(std::string_view("\0", 1));
    hash.add(content);
    return hash.finish();
}

}  // namespace hm
