#include "adapters/clients/opencode/behind.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>

#include "adapters/clients/opencode/dialect.h"
#include "app/project/project.h"
#include "base/deadline.h"
#include "base/files.h"

extern char** environ;  // NOLINT: as POSIX declares it

namespace hm::opencode {
namespace {

constexpr std::size_t most_bytes = 256U * 1024U;
constexpr Duration behind_open_deadline = seconds(2);
// All that is handed over at once; a single item has shorter deadlines of its own.
constexpr Duration longest_work = seconds(10);

// A file in memory, which takes everything at once where a pipe may keep its writer waiting; -1 when there is none.
int file_of(std::string_view items) {
    const int file = memfd_create("hivemind-later", MFD_CLOEXEC);
    if (file < 0) return -1;
    if (write_all(file, items) && lseek(file, 0, SEEK_SET) == 0) return file;
    close(file);
    return -1;
}

// Its input and its output are the given ends; whoever holds the other end of the output sees when it ends.
pid_t spawn_self(int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::array<std::string, 3> words{"hivemind", "serve", "opencode_later"};
    const std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? pid : -1;
}

std::string read_to_end(int input) {
    std::string text;
    std::array<char, 16384> chunk{};
    while (text.size() <= most_bytes * 2) {
        const ssize_t count = read(input, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return text;
}

}  // namespace

Behind::~Behind() {
    if (ended_ >= 0) close(ended_);
}

void Behind::collect() {
    close(ended_);
    ended_ = -1;
    // It has closed its output, so it ends by itself.
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
}

void Behind::start(LaterWork& work) {
    if (ended_ >= 0 || work.empty()) return;
    const int input = file_of(work.take(most_bytes));
    std::array<int, 2> output{-1, -1};
    if (input < 0 || pipe2(output.data(), O_CLOEXEC) != 0) {
        if (input >= 0) close(input);
        return;
    }
    pid_ = spawn_self(input, output[1]);
    close(input);
    close(output[1]);
    if (pid_ >= 0) {
        ended_ = output[0];
    } else {
        close(output[0]);
    }
}

void Behind::hand_over(LaterWork& work) {
    if (ended_ >= 0) close(ended_);
    ended_ = -1;
    start(work);
}

int work_behind(const std::filesystem::path& directory, Clock& clock, IdSource& ids) {
    const std::string items = read_to_end(STDIN_FILENO);
    const Deadline deadline = Deadline::in(longest_work);
    auto project = Project::open(directory, clock, ids, Deadline::in(behind_open_deadline));
    if (!project) return 0;
    Workspace workspace = project->workspace();
    for (std::size_t begin = 0, end = items.find('\n'); end != std::string::npos; end = items.find('\n', begin)) {
        const auto item = parse_json(std::string_view(items).substr(begin, end - begin));
        begin = end + 1;
        if (deadline.has_passed()) break;
        if (item && item->is_object()) do_later(item->get_object(), directory, workspace);
    }
    return 0;
}

namespace {

constexpr std::size_t most_items = 100;

json::object item_of(const FollowUp& work) {
    json::object item{{"work", name_of(work.kind)},
                      {"sessionID", work.who.session},
                      {"parentID", work.who.parent_session},
                      {"agent", work.who.agent},
                      {"id", work.who.request_id}};
    if (work.kind == FollowUpKind::call) {
        item["sources"] = json::array(work.left.sources.begin(), work.left.sources.end());
        item["scan"] = work.left.is_scan_due;
        item["commit"] = work.left.made_commit;
    }
    return item;
}

LeftByCall left_by_call(const json::object& item) {
    LeftByCall left{{}, told(item, "scan").value_or(false), told(item, "commit").value_or(false)};
    const json::value* sources = item.if_contains("sources");
    if (sources == nullptr || !sources->is_array()) return left;
    for (const json::value& source : sources->get_array()) {
        if (source.is_string()) left.sources.emplace_back(source.get_string());
    }
    return left;
}

}  // namespace

void LaterWork::add(const FollowUp& work) {
    const json::object item = item_of(work);
    // The same look at the same session, asked for again before it was made, is one look.
    const auto is_same = [&](const std::string& waiting) {
        const auto other = parse_json(waiting);
        return text_member(other->get_object(), "work") == text_member(item, "work") &&
               text_member(other->get_object(), "sessionID") == text_member(item, "sessionID");
    };
    const bool is_look = work.kind != FollowUpKind::call;
    if (is_look) items_.erase(std::remove_if(items_.begin(), items_.end(), is_same), items_.end());
    if (items_.size() >= most_items) items_.pop_front();
    items_.push_back(to_text(item));
}

std::string LaterWork::take(std::size_t most_bytes) {
    std::string lines;
    do {
        lines += items_.front() + "\n";
        items_.pop_front();
    } while (!items_.empty() && lines.size() + items_.front().size() < most_bytes);
    return lines;
}

void do_later(const json::object& item, const std::filesystem::path& directory, Workspace& workspace) {
    const auto kind = enum_named<FollowUpKind>(text_member(item, "work"));
    if (!kind) return;
    do_follow_up({*kind, identity(item, text_member(item, "id")), left_by_call(item)}, directory, workspace);
}

}  // namespace hm::opencode
