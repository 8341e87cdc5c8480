// World: a throw-away project with a clock that stands still and ids that count, for tests of whole paths.
// The store is real SQLite in a real file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "adapters/cli/environment.h"
#include "adapters/clients/opencode/replies.h"
#include "base/id.h"
#include "base/json.h"
#include "base/time.h"

namespace hm::testing {

class FixedClock final : public Clock {
public:
    Time now() override { return now_; }
    void advance(Duration duration) { now_ = now_ + duration; }

private:
    Time now_{1'790'000'000'000};  // 2026-09-21T14:13:20Z
};

struct CliOutcome {
    int exit_code = 0;
    std::string out;
    std::string err;
};

class World {
public:
    World();
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    const std::filesystem::path& directory() const { return directory_; }
    FixedClock& clock() { return clock_; }
    IdSource& ids() { return ids_; }

    // Runs the command line in this process.
    CliOutcome cli(const std::vector<std::string>& arguments, ActorKind actor = ActorKind::person);
    // The same, for a command that must succeed; answers its --json value.
    json::value cli_json(std::vector<std::string> arguments);
    // One request to what `hivemind serve opencode` runs.
    json::object opencode(std::string_view hook, json::object input);
    // opencode() under a request id of the caller's choice.
    json::object opencode_again(std::string_view id, std::string_view hook, json::object input);

private:
    std::filesystem::path directory_;
    FixedClock clock_;
    CountingIds ids_;
    opencode::Replies replies_;
    int asked_ = 0;
};

}  // namespace hm::testing
