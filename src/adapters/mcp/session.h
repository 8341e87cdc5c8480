// Features: what a server offers through the protocol: tools, resources, prompts. The program's are ProjectFeatures;
// the conformance tests have their own. Sessions and transports know only this.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/mcp/call.h"
#include "adapters/mcp/jsonrpc.h"

namespace hm::mcp {

class Call;

class Features {
public:
    virtual ~Features() = default;

    virtual json::object server_info() = 0;
    virtual json::object capabilities() = 0;
    virtual std::string instructions() = 0;

    // Each answers the result of the method of its name. `params` are the request's.
    virtual Outcome list_tools() = 0;
    virtual Outcome list_resources() = 0;
    virtual Outcome list_resource_templates() = 0;
    virtual Outcome list_prompts() = 0;
    virtual Outcome read_resource(const Call& call) = 0;
    virtual Outcome get_prompt(const Call& call) = 0;
    virtual Outcome complete(const Call& call) = 0;

    // Ends with call->finish(), now or later; it must not wait.
    virtual void call_tool(std::shared_ptr<Call> call) = 0;

    // A short text that is another when the resource holds something else; "" when there is none of that name. An empty
    // `uri` stands for the list of resources.
    virtual std::string print_of(std::string_view uri) = 0;

    // Whether the last request met a store that only a newer program can work with.
    virtual bool has_met_newer_store() const { return false; }
};

// Session: one client as the server knows it: what was agreed at the handshake, what it follows, what it asked and what
// it was asked. Knows no transport. A request of 2026-07-28 brings all that itself and gets a session of its own.

// By which rules a request is answered: it says so itself.
Era era_of(const Request& request);

class Session : public std::enable_shared_from_this<Session> {
public:
    // `name` is how the store knows the connection.
    Session(std::string name, Features& features, Loop& loop)
        : name_(std::move(name)), features_(features), loop_(loop) {}

    const std::string& name() const { return name_; }
    Features& features() const { return features_; }
    Loop& loop() const { return loop_; }
    const std::string& version() const { return version_; }
    const json::object& client_info() const { return client_info_; }
    const json::object& client_capabilities() const { return client_capabilities_; }

    // A message from the client; `stream` takes what belongs to the request.
    void take(Request request, Era era, std::shared_ptr<Stream> stream);
    void take(const Notification& notification);
    void take(Response response);

    // Where messages go that belong to no request. Without one they are not sent.
    void set_background(std::shared_ptr<Stream> stream) { background_ = std::move(stream); }

    // Tells the client which of the resources it follows are not what they were, and whether the list is. `print_of` is
    // asked instead of the features, so that many sessions cost one look.
    using PrintOf = std::function<std::string(std::string_view uri)>;
    void look(const PrintOf& print_of);
    bool follows_anything() const;

    // Requests that will be answered; one that listens goes on for as long as the client likes.
    bool has_calls() const { return calls_.size() > listening_.size(); }
    // Cancels what is under way. REQUIRES: nothing is taken afterwards.
    void end();

    // For Call.
    bool wants_log(LogLevel level, const Call& call) const;
    json::value expect_answer(Call::Answered answered);
    void forget(const json::value& id);

private:
    using Prints = std::map<std::string, std::string>;  // what each followed resource was, by its address
    struct Listening {
        std::shared_ptr<Call> call;
        Prints prints;  // "" stands for the list of resources
    };

    void dispatch(const std::shared_ptr<Call>& call);
    Outcome answer(const std::shared_ptr<Call>& call);
    Outcome initialize(const Call& call);
    Outcome discover();
    Outcome set_level(const json::object& params);
    Outcome subscribe(const json::object& params);
    Outcome unsubscribe(const json::object& params);
    void listen(const std::shared_ptr<Call>& call);
    Outcome follow(std::string_view uri, Prints& prints);
    void send_background(std::string_view method, json::object params);

    std::string name_;
    Features& features_;
    Loop& loop_;
    std::string version_;  // empty until the handshake
    json::object client_info_;
    json::object client_capabilities_;
    LogLevel level_ = LogLevel::warning;
    Prints prints_;
    std::vector<Listening> listening_;
    std::shared_ptr<Stream> background_;
    std::map<std::string, std::shared_ptr<Call>> calls_;  // by their ids as JSON
    std::map<std::int64_t, Call::Answered> expected_;
    std::int64_t asked_ = 0;
};

}  // namespace hm::mcp
