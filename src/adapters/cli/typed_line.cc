#include "adapters/cli/typed_line.h"

#include <cstdio>

namespace hm::cli {
namespace {

// One more byte than a reader of JSON takes, so that it sees that the line is too long.
constexpr std::size_t longest_line = (8U << 20U) + 1;

}  // namespace

std::optional<std::string> read_typed_line() {
    std::string line;
    int c = std::getc(stdin);
    if (c == EOF) return std::nullopt;
    for (; c != EOF && c != '\n'; c = std::getc(stdin)) {
        if (line.size() < longest_line) line += static_cast<char>(c);
    }
    return line;
}

}  // namespace hm::cli
