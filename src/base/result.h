// Result: how an expected failure travels. An Error names what was refused, why, what to do instead,
// and what shows it. A refusal by policy is a Verdict of the gate, not an Error.
// Not for broken invariants: those are bugs and end in HM_ASSERT.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace hm {

enum class ErrorCode {
    invalid_input,
    not_found,
    conflict,
    refused,
    not_initialised,
    busy,
    corrupt,
    newer_version,
    read_only,
    disk_full,
    unsupported,
    store_failed,  // the store's file cannot be opened, read or written
    io,
};

struct Error {
    ErrorCode code = ErrorCode::io;
    std::string what;    // the value or act refused
    std::string remedy;  // what to do next
    std::string why = {};
    std::vector<std::string> evidence = {};
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Error error) {
    return std::unexpected<Error>(std::move(error));
}

inline std::unexpected<Error> fail(ErrorCode code, std::string what, std::string remedy, std::string why = {}) {
    return std::unexpected<Error>(Error{code, std::move(what), std::move(remedy), std::move(why), {}});
}

[[noreturn]] inline void broken_invariant(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "hivemind: broken invariant %s at %s:%d. Please report this.\n", expression, file, line);
    std::abort();
}

}  // namespace hm

#define HM_CONCAT_INNER(a, b) a##b
#define HM_CONCAT(a, b) HM_CONCAT_INNER(a, b)

// Passes the error of `expression` up; goes on when there is none.
#define HM_TRY(expression)                                                                            \
    do {                                                                                              \
        if (auto hm_result = (expression); !hm_result) return hm::fail(std::move(hm_result).error()); \
    } while (false)

#define HM_TRY_ASSIGN_NAMED(name, target, expression)    \
    auto name = (expression);                            \
    if (!name) return hm::fail(std::move(name).error()); \
    target = std::move(*name)

// HM_TRY_ASSIGN(auto task, find_task(id)); declares or sets the target, or passes the error up.
#define HM_TRY_ASSIGN(target, expression) HM_TRY_ASSIGN_NAMED(HM_CONCAT(hm_tried_, __LINE__), target, expression)

#define HM_ASSERT(expression)                                                     \
    do {                                                                          \
        if (!(expression)) hm::broken_invariant(#expression, __FILE__, __LINE__); \
    } while (false)
