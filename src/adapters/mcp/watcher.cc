#include "adapters/mcp/watcher.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <map>

namespace hm::mcp {
namespace {

// One write touches its files several times; a busy store is looked at twice a second at the most.
constexpr Duration settle = milliseconds(100);
constexpr Duration between_looks = milliseconds(500);
constexpr Duration without_inotify = seconds(2);

}  // namespace

Watcher::~Watcher() {
    if (file_ < 0) return;
    loop_.forget(file_);
    close(file_);
}

void Watcher::watch(const std::filesystem::path& directory) {
    if (file_ >= 0) return;
    file_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (file_ >= 0 && inotify_add_watch(file_, directory.c_str(), IN_MODIFY | IN_CREATE) < 0) {
        close(file_);
        file_ = -1;
    }
    if (file_ < 0) return touched(without_inotify);
    loop_.watch(file_, POLLIN, [this](short) {
        std::array<char, 4096> told{};
        while (read(file_, told.data(), told.size()) > 0) {
        }
        touched(settle);
    });
}

void Watcher::add(const std::shared_ptr<Session>& session) {
    std::erase_if(sessions_, [](const std::weak_ptr<Session>& each) { return each.expired(); });
    sessions_.push_back(session);
}

void Watcher::wake() {
    touched(settle);
}

void Watcher::touched(Duration wait) {
    if (is_due_) return;
    is_due_ = true;
    const auto since_look = std::chrono::steady_clock::now() - looked_at_;
    const bool is_soon = since_look < std::chrono::milliseconds(between_looks.ms);
    loop_.after(is_soon ? between_looks : wait, [this] { look(); });
}

void Watcher::look() {
    looked_at_ = std::chrono::steady_clock::now();
    std::map<std::string, std::string, std::less<>> prints;
    const auto print_of = [&](std::string_view uri) {
        auto found = prints.find(uri);
        if (found == prints.end()) found = prints.emplace(uri, features_.print_of(uri)).first;
        return found->second;
    };
    for (const std::weak_ptr<Session>& each : sessions_) {
        const std::shared_ptr<Session> session = each.lock();
        if (session && session->follows_anything()) session->look(print_of);
    }
    is_due_ = false;
    if (file_ < 0) touched(without_inotify);
}

}  // namespace hm::mcp
