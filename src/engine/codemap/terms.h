// Terms: the words by which a file and a question meet. An identifier is all its parts, however they are joined, and
// the whole of it: `retryDelay`, `retry_delay` and `RetryDelay` are "retry", "delay" and "retrydelay". Words count in
// their stems. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/code_file.h"

namespace hm {

constexpr bool is_term_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// The parts of an identifier, as they are spelled.
std::vector<std::string_view> parts_of_identifier(std::string_view word);

// In small letters, without the endings that only bend it.
std::string code_stem(std::string_view word);

// REQUIRES: a stem, or identifier_whole().
Term term_of(std::string_view stem);

// The identifier in small letters without what joins its parts.
std::string identifier_whole(std::string_view word);

// Counts the terms of one file after the other. What a word's terms are is worked out once for all files.
class TermCounter {
public:
    // `words`: how many it keeps in mind; a power of two.
    explicit TermCounter(std::size_t words = std::size_t{1} << 17U);

    // `path` is below the project's root.
    FileTerms count(std::string_view path, std::string_view source, const CodeFile* code);

    // Of one word: of its parts and, when there are more, of the whole. Until the next call.
    std::span<const Term> terms_of(std::string_view word);

private:
    enum class Field { body, names, path, comments };

    void add(std::string_view text, Field field);
    void add_word(std::string_view word, Field field);
    TermCount& slot_of(Term term);
    void grow();

    struct Known {
        std::uint64_t word = 0;  // 0: free
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    std::vector<Known> known_;
    std::size_t known_count_ = 0;
    std::vector<Term> terms_;  // of all known words
    std::vector<TermCount> slots_;
    std::vector<std::uint32_t> used_;  // slots
    std::int64_t length_ = 0;
};

// By its path, and whether somebody wrote it.
CodeRole role_of(std::string_view path, bool is_made);

// Text that is no code but can be asked for: documents, settings, templates.
bool is_text_path(std::string_view path);

// What HiveMind itself wrote into the project.
bool is_own_file(std::string_view path);

// Files that hold secrets by their kind, such as .env: never looked into.
bool is_secret_path(std::string_view path);

}  // namespace hm
