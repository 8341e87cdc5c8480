// Exit codes, each with one meaning.
#pragma once

#include <array>
#include <string_view>

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

struct ExitCode {
    int code;
    std::string_view meaning;
};

// For the man page and the reference pages.
inline constexpr std::array<ExitCode, 8> exit_codes{{
    {success, "Done."},
    {failed, "Something else went wrong; `doctor` and `reference --check` say with it that they found something."},
    {wrong_usage,
     "Wrong usage: an unknown command, flag or value, or nobody to ask and no --yes. Nothing was changed."},
    {refused, "Refused: not allowed for this caller, or it does not fit what is stored. Nothing was changed."},
    {not_found, "Nothing of that name or id is there."},
    {busy, "Another process held the store for longer than this one may wait. Try again."},
    {store_unusable, "The store cannot be used: damaged, not writable, of a newer version, or the disk is full."},
    {not_initialised, "This directory is in no project; `hivemind init` makes one."},
}};

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
