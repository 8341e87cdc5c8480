// Exit codes, each with one meaning.
#pragma once

#include "base/result.h"

namespace hm::cli {

inline constexpr int success = 0;
inline constexpr int failed = 1;
inline constexpr int wrong_usage = 2;
inline constexpr int refused = 3;
inline constexpr int not_found = 4;
inline constexpr int busy = 5;
inline constexpr int store_unusable = 6;
inline constexpr int not_initialised = 7;

constexpr int exit_code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_input: return wrong_usage;
        case ErrorCode::refused:
        case ErrorCode::conflict: return refused;
        case ErrorCode::not_found: return not_found;
        case ErrorCode::busy: return busy;
        case ErrorCode::corrupt:
        case ErrorCode::newer_version:
        case ErrorCode::read_only:
        case ErrorCode::store_failed:
        case ErrorCode::disk_full: return store_unusable;
        case ErrorCode::not_initialised: return not_initialised;
        case ErrorCode::unsupported:
        case ErrorCode::io: return failed;
    }
    return failed;
}

}  // namespace hm::cli
