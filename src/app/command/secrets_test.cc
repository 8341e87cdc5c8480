// Credentials in any text field of any noun, written through the command line, never reach the disk in the clear.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "app/command/catalog.h"
#include "app/command/noun_commands.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Put together at run time, so that no scanner takes this file for a leak.
std::string fake(std::string_view prefix, std::size_t length) {
    std::string token(prefix);
    for (std::size_t i = 0; token.size() < length; ++i) token += "Q7X4W2M5N8P3R6T9"[i % 16];
    return token;
}

std::vector<std::string> fake_credentials() {
    std::string begin = "-----BEGIN RSA ";
    begin.append("PRIVATE KEY-----\n");
    return {fake("AKIA", 20), fake("ghp_", 40), fake(begin, 58)};
}

// What must not be found: the part that makes it worth stealing.
std::string heart_of(const std::string& credential) {
    return credential.substr(credential.size() - 12);
}

class SecretsTest : public ::testing::Test {
protected:
    SecretsTest() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        make("plan", {"plan", "create", "Plan"});
        make("phase", {"phase", "create", "--parent-plan-id", ids_["plan"], "--title", "Phase"});
        make("task", {"task", "create", "Task"});
        make("decision", {"decision", "add", "Which?"});
        make("artifact", {"artifact", "create", "Document"});
        make("trajectory", {"trajectory", "create", "Intent"});
        make("memory", {"memory", "save", "Learnt"});
        make("anchor", {"anchor", "save", "one", "--key", "db"});
        make("knowledge", {"knowledge", "create", "Title", "Content"});
        make("comment", {"comment", ids_["task"], "Remark"});
        make("grant", {"grant", "src/x"});
        make("delegation", {"delegation", "create", "--task-id", ids_["task"], "--from-role", "a", "--to-role", "b"});
        make("swarm", {"swarm", "create", "Look"});
        make("turning_point", {"turning-point", "create", "Turned"});
        world_.opencode("tool.execute.before",
                        {{"sessionID", "s"}, {"tool", "read"}, {"callID", "c"}, {"args", {{"filePath", "a"}}}});
        ids_["session"] = world_.cli_json({"session", "list"}).as_array()[0].at("id").as_string();
    }

    void make(const std::string& noun, const std::vector<std::string>& arguments) {
        ids_[noun] = text_member(world_.cli_json(arguments).as_object(), "id");
    }

    bool is_on_disk(const std::string& text) {
        for (const auto& entry : fs::recursive_directory_iterator(world_.directory() / ".hivemind")) {
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(in), {}};
            if (bytes.find(text) != std::string::npos) return true;
        }
        return false;
    }

    testing::World world_;
    std::map<std::string, std::string> ids_;
};

std::string flag_of(std::string_view field) {
    std::string flag = "--" + std::string(field);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

// Calls act(flag, value) for every text that the shape takes: fields, fields of objects, items of lists.
void for_each_text(const Shape& shape, const std::string& secret,
                   const std::function<void(const std::string&, const std::string&)>& act,
                   const std::string& front = "") {
    for (const FieldShape& field : shape.fields) {
        const std::string name = front + std::string(field.name);
        const Shape& inner = field.shape.kind == ShapeKind::list ? field.shape.item.front() : field.shape;
        if (inner.kind == ShapeKind::text) act(flag_of(name), secret);
        if (inner.kind != ShapeKind::object) continue;
        if (field.shape.kind == ShapeKind::object) for_each_text(inner, secret, act, name + "_");
        if (field.shape.kind == ShapeKind::list) {
            act(flag_of(name), to_text(json::object{{"heading", secret}, {"standing", "current"}}));
        }
    }
}

TEST_F(SecretsTest, OfUsualShapesAreRedactedInEveryTextFieldThatCanBeChanged) {
    int fields = 0;
    for (const auto& [noun, id] : ids_) {
        const Command* change = find_command(typed(noun) + " change");
        if (change == nullptr) continue;  // a comment, an anchor or a grant is made anew
        for (const std::string& secret : fake_credentials()) {
            for_each_text(change->input(), secret, [&](const std::string& flag, const std::string& value) {
                const auto outcome = world_.cli({typed(noun), "change", id, flag, value});
                EXPECT_EQ(outcome.exit_code, 0) << noun << " " << flag << " " << outcome.err;
                const std::string shown = world_.cli({"show", id, "--json"}).out;
                EXPECT_NE(shown.find("[redacted"), std::string::npos) << noun << " " << flag << " " << shown;
                EXPECT_FALSE(is_on_disk(heart_of(secret))) << noun << " " << flag;
                ++fields;
            });
        }
    }
    EXPECT_GT(fields, 100);
}

TEST_F(SecretsTest, OfUsualShapesAreRedactedWhenRecordsAreMade) {
    for (const std::string& secret : fake_credentials()) {
        const std::vector<std::vector<std::string>> commands{
            {"memory", "save", "Use " + secret, "--tags", secret, "--evidence", secret, "--shelf", secret},
            {"memory", "flag-false-path", "Tried " + secret, "--reason", secret},
            {"anchor", "save", "x " + secret, "--key", secret},
            {"comment", ids_["task"], "See " + secret},
            {"grant", "src/" + secret, "--reason", secret},
            {"task", "start", "Rotate " + secret, "--expected-output", secret},
            {"task", "complete", "--evidence", secret},
            {"plan", "create", "x " + secret, "--intent", secret, "--acceptance", secret},
            {"decision", "add", "x " + secret, "--options", secret},
            {"decision", "resolve", ids_["decision"], "x " + secret},
            {"decision", "change", ids_["decision"], "--status", "unresolved"},
            {"pause", "--for", "1m", "--reason", secret},
            {"task", "reassign", ids_["task"], "x " + secret},
        };
        for (const auto& command : commands) {
            const auto outcome = world_.cli(command);
            EXPECT_EQ(outcome.exit_code, 0) << command[0] << " " << command[1] << " " << outcome.err;
            EXPECT_FALSE(is_on_disk(heart_of(secret))) << command[0] << " " << command[1];
        }
    }
}

}  // namespace
}  // namespace hm
