// SHA-256 and git's blob hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hm {

// SHA-256, fed in pieces. For naming content: files of an export, ids made from older names. Not for secrets.

class Sha256 {
public:
    void add(std::string_view bytes);
    // REQUIRES: called once, after everything was added.
    std::array<std::uint8_t, 32> finish();

private:
    void mix(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::uint64_t length_ = 0;
};

// 64 hexadecimal digits.
std::string sha256_hex(Sha256& hash);
std::string sha256_hex(std::string_view bytes);

// The name that git gives to a content: SHA-1 over "blob <size>" and the bytes. For telling whether a file changed, and
// for finding it in the repository. Not for secrets.

// 40 hexadecimal digits, as `git hash-object` prints them.
std::string git_blob_name(std::string_view content);

}  // namespace hm
