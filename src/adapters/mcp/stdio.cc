#include "adapters/mcp/stdio.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "adapters/mcp/session.h"

namespace hm::mcp {
namespace {

constexpr std::size_t longest_line = 4U << 20U;
constexpr std::size_t most_unread = 64U << 20U;  // answers that the client does not read
// A pipe that is ready takes this much without blocking.
constexpr std::size_t room = 4096;
constexpr Duration last_answers = seconds(10);

class StdioServer : public Stream, public std::enable_shared_from_this<StdioServer> {
public:
    StdioServer(std::string name, Features& features, Watcher& watcher, Loop& loop, Handover handover)
        : loop_(loop),
          session_(std::make_shared<Session>(std::move(name), features, loop)),
          handover_(std::move(handover)) {
        watcher.add(session_);
    }

    void start(int signals) {
        session_->set_background(shared_from_this());
        loop_.watch(signals, POLLIN, [this](short) { loop_.stop(); });
        loop_.watch(STDIN_FILENO, POLLIN, [this](short) { read_input(); });
        // No event is asked of the output until something waits for it; a reader that is gone is told anyway.
        loop_.watch(STDOUT_FILENO, 0, [this](short events) {
            if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0) return loop_.stop();
            flush();
        });
        input_ = std::exchange(handover_.unread, {});
        take_lines();
    }
    void end() { session_->end(); }

    void send(const json::object& message) override {
        output_ += to_text(message);
        output_ += '\n';
        if (output_.size() - sent_ > most_unread) return loop_.stop();
        flush();
    }
    void finish(const json::object& answer) override {
        send(answer);
        end_if_done();
    }
    void abandon() override {}

private:
    // The stream of one request: what it sends goes the same way; its end is the end of the request.
    class Asked final : public Stream {
    public:
        Asked(std::string key, std::shared_ptr<StdioServer> server)
            : key_(std::move(key)), server_(std::move(server)) {}
        void send(const json::object& message) override { server_->send(message); }
        void finish(const json::object& answer) override {
            if (server_->session_->features().has_met_newer_store()) server_->give_way();
            server_->forget(key_);
            server_->finish(answer);
        }
        void abandon() override {
            server_->forget(key_);
            server_->end_if_done();
        }

    private:
        std::string key_;
        std::shared_ptr<StdioServer> server_;
    };

    void read_input() {
        std::string chunk(64U * 1024U, '\0');
        const ssize_t count = read(STDIN_FILENO, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) return;
        if (count <= 0) return close_input();
        input_.append(chunk, 0, static_cast<std::size_t>(count));
        take_lines();
    }

    void take_lines() {
        std::size_t begin = 0;
        for (std::size_t end = input_.find('\n'); end != std::string::npos; end = input_.find('\n', begin)) {
            std::string_view line = std::string_view(input_).substr(begin, end - begin);
            if (line.ends_with('\r')) line.remove_suffix(1);
            begin = end + 1;
            taken_ = begin;
            if (!is_skipping_ && !line.empty()) take(line);
            is_skipping_ = false;
        }
        input_.erase(0, begin);
        taken_ = 0;
        if (input_.size() <= longest_line) return;
        // Refused once, and its rest is let go.
        if (!is_skipping_) take(input_);
        is_skipping_ = true;
        input_.clear();
    }

    void take(std::string_view line) {
        Message message = read_message(line, longest_line);
        if (auto* request = std::get_if<Request>(&message)) {
            const Era era = era_of(*request);
            const std::string key = to_text(request->id);
            asked_.emplace_back(key, line);
            session_->take(std::move(*request), era, std::make_shared<Asked>(key, shared_from_this()));
        } else if (auto* notification = std::get_if<Notification>(&message)) {
            session_->take(*notification);
        } else if (auto* response = std::get_if<Response>(&message)) {
            session_->take(std::move(*response));
        } else {
            const auto& malformed = std::get<Malformed>(message);
            send(error_message(malformed.id, malformed.error));
        }
    }

    void forget(const std::string& key) {
        const auto found =
            std::find_if(asked_.begin(), asked_.end(), [&](const auto& each) { return each.first == key; });
        if (found != asked_.end()) asked_.erase(found);
    }

    void give_way() {
        flush();
        // Half an answer cannot be handed over.
        if (!handover_.give_way || !output_.empty()) return;
        std::string unread;
        for (const auto& [id, line] : asked_) unread += line + "\n";
        unread += std::string_view(input_).substr(taken_);
        handover_.give_way(unread);
    }

    // What was asked before the end is still answered.
    void close_input() {
        if (!input_.empty() && !is_skipping_) take(std::exchange(input_, {}));
        loop_.forget(STDIN_FILENO);
        has_ended_ = true;
        loop_.after(last_answers, [this] { loop_.stop(); });
        end_if_done();
    }

    void end_if_done() {
        // Asked again from the loop: a call that has just answered is not forgotten yet.
        if (has_ended_) {
            loop_.after(Duration{}, [this] {
                if (!session_->has_calls() && output_.empty()) loop_.stop();
            });
        }
    }

    void flush() {
        while (!output_.empty()) {
            pollfd file{STDOUT_FILENO, POLLOUT, 0};
            if (poll(&file, 1, 0) <= 0 || (file.revents & POLLOUT) == 0) break;
            const std::string_view rest = std::string_view(output_).substr(sent_);
            const ssize_t written = write(STDOUT_FILENO, rest.data(), std::min(rest.size(), room));
            if (written < 0 && errno != EINTR && errno != EAGAIN) return loop_.stop();
            if (written <= 0) break;
            sent_ += static_cast<std::size_t>(written);
            if (sent_ < output_.size()) continue;
            output_.clear();
            sent_ = 0;
        }
        loop_.change(STDOUT_FILENO, output_.empty() ? short{0} : short{POLLOUT});
        if (output_.empty()) end_if_done();
    }

    Loop& loop_;
    std::shared_ptr<Session> session_;
    Handover handover_;
    std::vector<std::pair<std::string, std::string>> asked_;  // ids and lines of requests without an answer
    std::string input_;
    std::size_t taken_ = 0;  // of the input
    std::string output_;
    std::size_t sent_ = 0;  // of the output
    bool is_skipping_ = false;
    bool has_ended_ = false;
};

}  // namespace

int serve_stdio(std::string session_name, Features& features, Watcher& watcher, Loop& loop, int signals,
                Handover handover) {
    const auto server =
        std::make_shared<StdioServer>(std::move(session_name), features, watcher, loop, std::move(handover));
    server->start(signals);
    loop.run();
    server->end();
    return 0;
}

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
