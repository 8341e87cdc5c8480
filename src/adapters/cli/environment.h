// What a command of the command line works with: streams, clock, exit codes, the report it prints.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"

namespace hm::cli {

// What the command line works in. Handed in whole, so that a transcript can run it with a fixed clock and
// read what it prints.

struct Environment {
    std::filesystem::path directory;
    std::filesystem::path program;  // this program's own file
    Clock& clock;
    IdSource& ids;
    std::function<ActorKind()> who_typed;  // asked only for writes
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    // Called when the store needs a newer program; returns when none is installed. Empty where that must not happen.
    std::function<void(const std::vector<std::string>& arguments, std::string_view unread)> become_installed = {};
    // A variable of the process; nothing when it is not set. Empty where the person's own settings must not be found.
    std::function<std::optional<std::string>(const char* name)> variable = {};
    // The process ends as soon as the command line has run, so what is open need not be closed.
    bool ends_afterwards = false;
};

using Arguments = std::vector<std::string>;

// Exit codes, each with one meaning.

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

// Tells a person as it goes, and a machine at the end.

class Report {
public:
    Report(bool wants_json, Environment& environment) : wants_json_(wants_json), environment_(environment) {}

    void say(const std::string& text) const {
        if (!wants_json_) environment_.out(text);
    }
    json::object& data() { return data_; }
    int end(int exit_code) const {
        if (wants_json_) environment_.out(to_text(data_) + "\n");
        return exit_code;
    }

private:
    bool wants_json_;
    Environment& environment_;
    json::object data_;
};

}  // namespace hm::cli
