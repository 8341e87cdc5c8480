#include "adapters/mcp/stdio.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>

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
    StdioServer(std::string name, Features& features, Watcher& watcher, Loop& loop)
        : loop_(loop), session_(std::make_shared<Session>(std::move(name), features, loop)) {
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
            if (!is_skipping_ && !line.empty()) take(line);
            is_skipping_ = false;
            begin = end + 1;
        }
        input_.erase(0, begin);
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
            session_->take(std::move(*request), era, shared_from_this());
        } else if (auto* notification = std::get_if<Notification>(&message)) {
            session_->take(*notification);
        } else if (auto* response = std::get_if<Response>(&message)) {
            session_->take(std::move(*response));
        } else {
            const auto& malformed = std::get<Malformed>(message);
            send(error_message(malformed.id, malformed.error));
        }
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
    std::string input_;
    std::string output_;
    std::size_t sent_ = 0;  // of the output
    bool is_skipping_ = false;
    bool has_ended_ = false;
};

}  // namespace

int serve_stdio(std::string session_name, Features& features, Watcher& watcher, Loop& loop, int signals) {
    const auto server = std::make_shared<StdioServer>(std::move(session_name), features, watcher, loop);
    server->start(signals);
    loop.run();
    server->end();
    return 0;
}

}  // namespace hm::mcp
