#include "base/digest.h"

#include <array>
#include <bit>
#include <cstdint>

namespace hm {
namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::add(std::string_view bytes) {
    // Whole blocks are mixed where they lie.
    while (length_ % block_.size() == 0 && bytes.size() >= block_.size()) {
        mix(reinterpret_cast<const std::uint8_t*>(bytes.data()));
        length_ += block_.size();
        bytes.remove_prefix(block_.size());
    }
    for (const char byte : bytes) {
        block_[length_++ % block_.size()] = static_cast<std::uint8_t>(byte);
        if (length_ % block_.size() == 0) mix(block_.data());
    }
}

std::array<std::uint8_t, 32> Sha256::finish() {
    const std::uint64_t bits = length_ * 8;
    const std::size_t used = length_ % block_.size();
    std::string padding(used < 56 ? 56 - used : 120 - used, '\0');
    padding.front() = '\x80';
    for (int shift = 56; shift >= 0; shift -= 8) {
        padding += static_cast<char>((bits >> static_cast<unsigned>(shift)) & 0xFFU);
    }
    add(padding);
    std::array<std::uint8_t, 32> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24U - 8U * (i % 4)));
    }
    return digest;
}

void Sha256::mix(const std::uint8_t* block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) {
        w[i] = std::uint32_t{block[4 * i]} << 24U | std::uint32_t{block[4 * i + 1]} << 16U |
               std::uint32_t{block[4 * i + 2]} << 8U | std::uint32_t{block[4 * i + 3]};
    }
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t one = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t two = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
}

std::string sha256_hex(Sha256& hash) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : hash.finish()) {
        text += digits[byte >> 4U];
        text += digits[byte & 0xFU];
    }
    return text;
}

std::string sha256_hex(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return sha256_hex(hash);
}

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
