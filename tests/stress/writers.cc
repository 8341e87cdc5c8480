#include "stress/writers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <sstream>

#include "stress/store_inspector.h"

namespace hm::testing {
namespace {

using Steady = std::chrono::steady_clock;

constexpr Duration writers_limit = seconds(600);

std::int64_t microseconds_since(Steady::time_point begin) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - begin).count();
}

// One of the writes that every writer makes in turn.
struct MixedWrite {
    std::string_view command;
    std::string_view table;
    json::object (*input)(int writer, int index);
};

constexpr std::array<MixedWrite, 6> mixed_writes{{
    {"memory save", "memories",
     [](int writer, int index) {
         return json::object{{"content", fmt::format("Writer {} learnt thing {}.", writer, index)},
                             {"tags", {"stress", fmt::format("writer-{}", writer)}}};
     }},
    {"task create", "tasks",
     [](int writer, int index) {
         return json::object{{"name", fmt::format("Task {} of writer {}", index, writer)},
                             {"allowed_paths", {"src", "tests"}}};
     }},
    {"anchor save", "anchors",
     [](int writer, int index) {
         return json::object{{"key", fmt::format("own-{}-{}", writer, index)}, {"value", "kept"}};
     }},
    {"anchor save", "anchors",
     [](int writer, int index) {
         return json::object{{"key", fmt::format("shared-{}", index % 7)},
                             {"value", fmt::format("by writer {}", writer)}};
     }},
    {"memory flag-false-path", "memories",
     [](int writer, int index) {
         return json::object{{"content", fmt::format("Way {} of writer {}", index, writer)}, {"reason", "It failed."}};
     }},
    {"memory save", "memories",
     [](int writer, int index) {
         return json::object{{"content", std::string(1500, 'x') + fmt::format(" {} {}", writer, index)}};
     }},
}};

const MixedWrite& write_of(int index) {
    return mixed_writes[static_cast<std::size_t>(index) % mixed_writes.size()];
}

std::string event_of(std::string_view command) {
    std::string event(command);
    std::replace(event.begin(), event.end(), ' ', '.');
    return event;
}

std::string line_of(const Acknowledged& written) {
    return fmt::format("ok {} {} {} {}", written.event, written.table, written.id, written.wait_us);
}

std::string error_line(const std::string& text) {
    std::string line = "error " + text.substr(0, 1000);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

// "--key value" for every member; lists repeat their flag.
std::vector<std::string> as_flags(const MixedWrite& write, const json::object& input) {
    std::vector<std::string> arguments;
    std::istringstream words{std::string(write.command)};
    for (std::string word; words >> word;) arguments.push_back(word);
    for (const auto& member : input) {
        std::string flag = "--" + std::string(member.key());
        std::replace(flag.begin(), flag.end(), '_', '-');
        const json::array values = member.value().is_array() ? member.value().get_array() : json::array{member.value()};
        for (const json::value& value : values) {
            arguments.push_back(flag);
            arguments.emplace_back(value.get_string());
        }
    }
    arguments.emplace_back("--json");
    return arguments;
}

// Reads what the writers report until all of them have ended.
void collect(std::vector<ChildProcess>& children, WriterReport& report) {
    const Deadline deadline = Deadline::in(writers_limit);
    std::vector<bool> is_open(children.size(), true);
    while (std::count(is_open.begin(), is_open.end(), true) > 0 && !deadline.has_passed()) {
        std::vector<pollfd> files;
        for (std::size_t i = 0; i < children.size(); ++i) {
            files.push_back({is_open[i] ? children[i].output() : -1, POLLIN, 0});
        }
        if (poll(files.data(), files.size(), static_cast<int>(deadline.left().ms)) <= 0) continue;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (files[i].revents != 0) is_open[i] = children[i].read_more(milliseconds(0));
            while (auto line = children[i].take_line()) report.add_line(*line);
        }
    }
}

std::multiset<std::string> subjects_of_events(StoreInspector& store) {
    const auto rows = store.column(
        "SELECT kind || ' ' || subject_id FROM events WHERE subject_id IS NOT NULL "
        "AND kind <> 'session.seen'");
    return {rows.begin(), rows.end()};
}

// The first few of what one holds and the other lacks.
std::vector<std::string> missing(const std::multiset<std::string>& all, const std::multiset<std::string>& there) {
    std::vector<std::string> lacking;
    std::set_difference(all.begin(), all.end(), there.begin(), there.end(), std::back_inserter(lacking));
    if (lacking.size() > 5) lacking.resize(5);
    return lacking;
}

void expect_records(StoreInspector& store, const WriterReport& report) {
    std::map<std::string, std::multiset<std::string>> by_table;
    for (const Acknowledged& written : report.acknowledged) {
        if (written.id != "-") by_table[written.table].insert(written.id);
    }
    for (const auto& [table, acknowledged] : by_table) {
        const auto rows = store.column("SELECT id FROM " + table);
        const std::multiset<std::string> there(rows.begin(), rows.end());
        EXPECT_EQ(std::set<std::string>(acknowledged.begin(), acknowledged.end()).size(), acknowledged.size())
            << "an id was given out twice in " << table;
        EXPECT_EQ(missing(acknowledged, there), std::vector<std::string>{}) << "acknowledged and lost, in " << table;
        EXPECT_EQ(missing(there, acknowledged), std::vector<std::string>{})
            << "there but never asked for, in " << table;
    }
}

void expect_events(StoreInspector& store, const WriterReport& report) {
    std::multiset<std::string> acknowledged;
    std::int64_t hooks = 0;
    for (const Acknowledged& written : report.acknowledged) {
        if (written.id == "-") ++hooks;
        if (written.id != "-") acknowledged.insert(written.event + " " + written.id);
    }
    const auto there = subjects_of_events(store);
    EXPECT_EQ(missing(acknowledged, there), std::vector<std::string>{}) << "writes without an event";
    EXPECT_EQ(missing(there, acknowledged), std::vector<std::string>{}) << "events without a write";
    EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE kind LIKE 'gate.%'"), hooks) << "decisions of the gate";
}

}  // namespace

void WriterReport::add(WriterReport other) {
    std::move(other.acknowledged.begin(), other.acknowledged.end(), std::back_inserter(acknowledged));
    std::move(other.errors.begin(), other.errors.end(), std::back_inserter(errors));
    has_ended_well = has_ended_well && other.has_ended_well;
}

void WriterReport::add_line(const std::string& line) {
    std::istringstream words(line);
    std::string verdict;
    Acknowledged written;
    if (words >> verdict >> written.event >> written.table >> written.id >> written.wait_us && verdict == "ok") {
        acknowledged.push_back(std::move(written));
    } else {
        errors.push_back(line);
    }
}

StoreWriter::StoreWriter(const std::filesystem::path& root, int writer, int output)
    : writer_(writer), output_(output), replies_(root, clock_, ids_) {
    auto project = Project::open(root, clock_, ids_, Deadline::in(writers_limit));
    if (!project) {
        report_error(project.error().what);
        _exit(3);
    }
    project_ = std::make_unique<Project>(std::move(*project));
}

void StoreWriter::report(const Acknowledged& written) const {
    write_line_at_once(output_, line_of(written));
}

void StoreWriter::report_error(const std::string& text) const {
    write_line_at_once(output_, error_line(text));
}

void StoreWriter::write(int index) {
    const MixedWrite& write = write_of(index);
    Workspace workspace = project_->workspace();
    const auto begin = Steady::now();
    const auto receipt = execute(*find_command(write.command), {write.input(writer_, index), {}}, workspace);
    const std::int64_t wait_us = microseconds_since(begin);
    if (!receipt) return report_error(receipt.error().what + " " + receipt.error().why);
    report({event_of(write.command), std::string(write.table), receipt->id->text(), wait_us});
}

void StoreWriter::hook(int index) {
    const auto begin = Steady::now();
    const json::object reply = replies_.answer({{"id", fmt::format("hook-{}-{}", writer_, index)},
                                                {"hook", "tool.execute.before"},
                                                {"input",
                                                 {{"tool", "read"},
                                                  {"sessionID", fmt::format("session-{}", writer_)},
                                                  {"callID", fmt::format("call-{}", index)},
                                                  {"args", {{"filePath", "README.md"}, {"offset", index}}}}}});
    const std::int64_t wait_us = microseconds_since(begin);
    if (text_member(reply, "verdict") != "allow") return report_error(to_text(reply));
    report({"gate.allow", "events", "-", wait_us});
}

void write_through_cli(const std::filesystem::path& root, int writer, int index, int output) {
    const MixedWrite& write = write_of(index);
    const auto begin = Steady::now();
    const Ended ended = run_hivemind(as_flags(write, write.input(writer, index)), {root});
    const std::int64_t wait_us = microseconds_since(begin);
    const auto receipt = parse_json(ended.out);
    if (ended.exit_code != 0 || !receipt || !receipt->is_object()) {
        write_line_at_once(output, error_line(fmt::format("exit {} {}{}", ended.exit_code, ended.out, ended.err)));
        return;
    }
    const std::string id(text_member(receipt->get_object(), "id"));
    write_line_at_once(output, line_of({event_of(write.command), std::string(write.table), id, wait_us}));
}

WriterReport run_writers(int count, const std::function<void(int writer, int output)>& body) {
    std::vector<ChildProcess> children;
    for (int writer = 0; writer < count; ++writer) {
        children.push_back(ChildProcess::start_function([&](int input, int output) {
            char byte = 0;
            while (read(input, &byte, 1) > 0) {
            }
            body(writer, output);
            return 0;
        }));
    }
    for (ChildProcess& child : children) child.close_input();
    WriterReport report;
    collect(children, report);
    for (ChildProcess& child : children) {
        const Ended ended = child.wait(seconds(10));
        report.has_ended_well = report.has_ended_well && ended.exit_code == 0;
    }
    return report;
}

void expect_all_there(const TempProject& project, const WriterReport& report) {
    EXPECT_TRUE(report.has_ended_well);
    EXPECT_EQ(report.errors, std::vector<std::string>{});
    {
        StoreInspector store(project.paths().database);
        expect_records(store, report);
        expect_events(store, report);
    }
    expect_sound_store(project.paths().database);
}

void print_waits(std::string_view name, const WriterReport& report) {
    std::vector<std::int64_t> waits;
    for (const Acknowledged& written : report.acknowledged) waits.push_back(written.wait_us);
    if (waits.empty()) return;
    std::sort(waits.begin(), waits.end());
    const auto at = [&](double part) {
        return static_cast<double>(waits[static_cast<std::size_t>(part * static_cast<double>(waits.size() - 1))]) /
               1000;
    };
    fmt::print("{}: {} writes, p50 {:.2f} ms, p99 {:.2f} ms, max {:.2f} ms\n", name, waits.size(), at(0.5), at(0.99),
               at(1));
}

}  // namespace hm::testing
