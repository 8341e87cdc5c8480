// Wiring: how a client is told to ask us, as texts of its settings files with our entries and without them. Nothing
// is written here; the texts become shown, confirmed and backed-up changes in wiring/changes.h.
// The steps to add a client are in adapters/clients/shared/clients.h.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/care/doctor.h"
#include "base/fields.h"
#include "base/result.h"
#include "domain/settings.h"

namespace hm {

HM_ENUM(WiringLevel, project, user)

// The value of a variable of the environment; nothing when it is not set.
using Variables = std::function<std::optional<std::string>(const char* name)>;

// Where the clients keep a person's settings.
struct ClientHomes {
    std::filesystem::path home;
    std::filesystem::path claude;       // ~/.claude
    std::filesystem::path claude_json;  // ~/.claude.json
    std::filesystem::path codex;        // ~/.codex
    std::filesystem::path gemini;       // ~/.gemini
    std::filesystem::path opencode;     // ~/.config/opencode
    std::filesystem::path state;        // ours: ~/.local/state/hivemind
};

struct WiringPlace {
    WiringLevel level = WiringLevel::project;
    std::filesystem::path root;     // of the project
    std::filesystem::path program;  // absolute
    FailMode fail = FailMode::open;
    ClientHomes homes;
    // Where the project was when it was last wired, if it was moved since; empty otherwise.
    std::filesystem::path moved_from = {};
    // Files of the project that git keeps, so that others have them too. What is wired there has to do no harm where
    // this program is not.
    std::vector<std::filesystem::path> shared = {};

    bool is_shared(const std::filesystem::path& file) const {
        return std::find(shared.begin(), shared.end(), file) != shared.end();
    }
};

// One settings file. The texts are complete.
struct WiredFile {
    std::filesystem::path path;
    std::optional<std::string> before;  // nothing when there is no such file
    std::string wired;
    std::optional<std::string> unwired;  // nothing when the file is ours alone
    bool is_former = false;              // where older programs wired the client: our entries are only taken out
};

// How the client asks before a tool runs, to try it out.
struct WiredCommand {
    std::vector<std::string> arguments;  // a program and its arguments; ["sh", "-c", …] where the client takes a shell
    std::string event;                   // what it is sent
    std::string shell_tool;              // the client's name of its shell
    // What the client itself is told to do when the command fails; nothing where the command has to say it.
    std::optional<bool> is_refused_on_failure = std::nullopt;
};

// Something the client lets pass whatever we answer, and the setting that closes it.
struct ClientHole {
    std::string what;
    std::string remedy;
    bool is_open = true;  // as far as the settings files say
};

// Something in the client's own settings that keeps it from running the hooks that are wired: they are switched off, or
// the client does not trust them.
struct Obstacle {
    std::string what;  // the whole sentence: "wired but not trusted by Codex: …"
    std::string remedy;
};

struct ClientWiring {
    std::string_view client;   // claude-code
    std::string_view name;     // Claude Code
    std::string_view program;  // as it is found on the PATH
    Result<std::vector<WiredFile>> (*files)(const WiringPlace& place);
    // The command that is wired now; nothing when none is.
    Result<std::optional<WiredCommand>> (*wired_command)(const WiringPlace& place) = nullptr;
    std::vector<ClientHole> (*holes)(const WiringPlace& place) = nullptr;
    // Empty when the settings hold none. Only what the settings say: that a hook fired is seen in the trail alone.
    std::vector<Obstacle> (*obstacles)(const WiringPlace& place) = nullptr;
    // What wires it by other means than the files above, as a package that its settings name; empty when nothing does.
    std::vector<std::string> (*wired_otherwise)(const WiringPlace& place) = nullptr;
    // Tries the gate out inside the client itself; takes as long as the client does. Only on a person's wish.
    std::vector<Finding> (*try_live)(const WiringPlace& place, const Variables& variables) = nullptr;
    std::filesystem::path ClientHomes::* own_folder = nullptr;  // its settings; when there, it is installed
    std::string_view next_step = {};
    std::string_view tried = {};  // the version that our suites ran with (tests/clients/package.json)
    // Hooks that the doctor cannot fire inside the client, and why; "" when it tries them all.
    std::string_view not_driven = {};
};

// With the settings file that could not be read or edited among the evidence.
template <class T>
Result<T> in_file(const std::filesystem::path& path, Result<T> result) {
    if (!result) result.error().evidence.push_back(path.string());
    return result;
}

std::span<const ClientWiring> all_wirings();
const ClientWiring* find_wiring(std::string_view client);

// Where the clients keep a person's settings, and which of them are on this machine.

// Fails when there is no home.
Result<ClientHomes> client_homes(const Variables& variables);

// Its file on the PATH; "" when it is not there.
std::filesystem::path program_on_path(const ClientWiring& wiring, const Variables& variables);

// On the PATH, or with settings of its own.
bool is_installed(const ClientWiring& wiring, const ClientHomes& homes, const Variables& variables);

}  // namespace hm
