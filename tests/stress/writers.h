// Writers: processes that write to one store at the same time and report every write that was acknowledged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapters/clients/opencode/replies.h"
#include "app/bus/bus.h"
#include "app/project/project.h"
#include "support/temp_project.h"

namespace hm::testing {

// A write that the program acknowledged.
struct Acknowledged {
    std::string event;  // the kind of its event: memory.save
    std::string table;  // where its record is kept; "events" when the event is all there is
    std::string id;     // of the record; "-" when the acknowledgement names none
    std::int64_t wait_us = 0;
};

struct WriterReport {
    std::vector<Acknowledged> acknowledged;
    std::vector<std::string> errors;
    bool has_ended_well = true;

    void add(WriterReport other);
    // One line of a writer's output.
    void add_line(const std::string& line);
};

// Writes in the process that made it. REQUIRES: made after fork.
class StoreWriter {
public:
    StoreWriter(const std::filesystem::path& root, int writer, int output);
    // The next of a fixed round of writes; reports it.
    void write(int index);
    // An event of an agent's hook; reports it.
    void hook(int index);

private:
    void report(const Acknowledged& written) const;
    void report_error(const std::string& text) const;

    int writer_;
    int output_;
    SystemClock clock_;
    RandomIds ids_;
    std::unique_ptr<Project> project_;
    opencode::Replies replies_;
};

// The same round of writes, each by a process of the built program.
void write_through_cli(const std::filesystem::path& root, int writer, int index, int output);

// Runs body(writer, output) in `count` processes that begin together.
WriterReport run_writers(int count, const std::function<void(int writer, int output)>& body);

// Fails the test unless the store holds exactly what was acknowledged, and is sound.
void expect_all_there(const TempProject& project, const WriterReport& report);

// Prints "name: p50 …, p99 …, max …".
void print_waits(std::string_view name, const WriterReport& report);

}  // namespace hm::testing
