#include "adapters/cli/typed_line.h"

#include <cstdio>

namespace hm::cli {
namespace {

constexpr std::size_t longest_line = 1U << 20U;

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
