// The child of a client killed at any instant: what it had not answered is sent again with the same id,
// and is carried out once.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <deque>
#include <map>

#include "base/json.h"
#include "stress/load.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

constexpr std::size_t most_in_flight = 6;

// Sends requests as the plugin does: several at once, the unanswered ones again to the next child.
class Requester {
public:
    Requester(const TempProject& project, int count) : project_(project), child_(start()) {
        for (int i = 0; i < count; ++i) waiting_.push_back(fmt::format("request-{}", i));
    }

    bool is_done() const { return waiting_.empty() && in_flight_.empty(); }

    // Goes on until `deadline` or until everything is answered.
    void work(const Deadline& deadline) {
        while (!is_done() && !deadline.has_passed()) {
            send_what_fits();
            if (!child_.read_more(deadline.left())) return;
            while (auto line = child_.take_line()) take_answer(*line);
        }
    }

    void kill_child() {
        child_.send_signal(SIGKILL);
        while (auto line = child_.read_line()) take_answer(*line);
        child_.wait();
        child_ = start();
        for (auto it = in_flight_.rbegin(); it != in_flight_.rend(); ++it) waiting_.push_front(*it);
        sent_again_ += in_flight_.size();
        in_flight_.clear();
    }

    const std::map<std::string, std::string>& answers() const { return answers_; }
    std::size_t sent_again() const { return sent_again_; }

private:
    ChildProcess start() const { return ChildProcess::start_hivemind({"serve", "opencode"}, {project_.root()}); }

    void send_what_fits() {
        while (!waiting_.empty() && in_flight_.size() < most_in_flight) {
            const std::string id = waiting_.front();
            const json::object request{{"id", id},
                                       {"hook", "tool"},
                                       {"input",
                                        {{"tool", "hivemind_memory"},
                                         {"sessionID", "the session"},
                                         {"callID", id},
                                         {"args", {{"action", "save"}, {"content", "content of " + id}}}}}};
            child_.send_line(to_text(request));
            waiting_.pop_front();
            in_flight_.push_back(id);
        }
    }

    void take_answer(const std::string& line) {
        const auto reply = parse_json(line);
        ASSERT_TRUE(reply && reply->is_object()) << line;
        const std::string id(text_member(reply->get_object(), "id"));
        answers_[id] = std::string(text_member(reply->get_object(), "output"));
        std::erase(in_flight_, id);
    }

    const TempProject& project_;
    ChildProcess child_;
    std::deque<std::string> waiting_;
    std::deque<std::string> in_flight_;
    std::map<std::string, std::string> answers_;
    std::size_t sent_again_ = 0;
};

TEST(KilledServe, ResentRequestsAreCarriedOutOnce) {
    const int most_kills = rounds(40);
    const int requests = 25 * most_kills;
    const TempProject project;
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<int> wait_ms(1, 40 * sanitizer_divisor);
    Requester requester(project, requests);
    int kills = 0;
    for (; kills < most_kills && !requester.is_done(); ++kills) {
        requester.work(Deadline::in(milliseconds(wait_ms(chance))));
        requester.kill_child();
    }
    requester.work(Deadline::in(usual_limit));
    fmt::print("{} kills, {} requests sent again\n", kills, requester.sent_again());
    ASSERT_TRUE(requester.is_done());

    StoreInspector store(project.paths().database);
    for (int i = 0; i < requests; ++i) {
        const std::string id = fmt::format("request-{}", i);
        const auto memories = store.column("SELECT id FROM memories WHERE content='content of " + id + "'");
        ASSERT_EQ(memories.size(), 1U) << id;
        EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE request_id='" + id + "'"), 1) << id;
        // Ids are shown by their last six characters.
        const std::string shown = memories.front().substr(memories.front().size() - 6);
        EXPECT_NE(requester.answers().at(id).find("id: " + shown), std::string::npos) << requester.answers().at(id);
    }
    EXPECT_EQ(store.number("SELECT count(*) FROM memories"), requests);
    expect_sound_store(project.paths().database);
}

}  // namespace
}  // namespace hm::testing
