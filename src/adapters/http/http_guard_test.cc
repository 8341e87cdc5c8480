#include "adapters/http/http_connection.h"

#include <gtest/gtest.h>

namespace hm::mcp {
namespace {

const std::string token(64, 'a');

struct Asked {
    std::string host = "127.0.0.1:7000";
    std::string origin = {};
    std::string authorization = "Bearer " + token;
    std::string target = "/mcp";
};

int status_of(const Asked& asked, std::optional<std::string> needed = token) {
    HttpHead head;
    head.method = "POST";
    head.target = asked.target;
    head.headers = {{"host", asked.host}};
    if (!asked.origin.empty()) head.headers.emplace_back("origin", asked.origin);
    if (!asked.authorization.empty()) head.headers.emplace_back("authorization", asked.authorization);
    const auto refusal = HttpGuard{7000, std::move(needed)}.judge(head);
    return refusal ? refusal->status : 200;
}

TEST(HttpGuard, LetsInWhoKnowsTheTokenUnderOurNames) {
    for (const char* host : {"127.0.0.1:7000", "localhost:7000", "LocalHost:7000", "[::1]:7000"}) {
        EXPECT_EQ(status_of({.host = host}), 200) << host;
    }
    EXPECT_EQ(status_of({.origin = "http://localhost:7000"}), 200);
    EXPECT_EQ(status_of({.authorization = "bearer " + token}), 200);
    EXPECT_EQ(status_of({.authorization = ""}, std::nullopt), 200) << "a server of tests has no token";
    EXPECT_EQ(status_of({.target = "/mcp?x=1"}), 200);
}

TEST(HttpGuard, RefusesOtherNamesAgainstRebinding) {
    for (const char* host :
         {"evil.example.com", "evil.example.com:7000", "127.0.0.1", "127.0.0.1:7001", "", "localhost.evil.example:7000",
          "127.0.0.1:7000.evil.example", "127.0.0.1:7000@evil:7000", "0.0.0.0:7000", "127.1:7000", "2130706433:7000"}) {
        EXPECT_EQ(status_of({.host = host}), 403) << host;
    }
}

TEST(HttpGuard, RefusesPagesOfOthers) {
    for (const char* origin : {"http://evil.example.com", "null", "https://localhost:7000", "http://localhost:7001",
                               "http://localhost", "http://localhost:7000.evil.example", "file://", "localhost:7000"}) {
        EXPECT_EQ(status_of({.origin = origin}), 403) << origin;
    }
}

TEST(HttpGuard, RefusesAMissingOrWrongToken) {
    for (const std::string& given :
         {std::string(), std::string("Bearer"), std::string("Bearer "), "Basic " + token, token,
          "Bearer " + std::string(63, 'a') + "b", "Bearer " + token + "a", "Bearer " + token.substr(1)}) {
        EXPECT_EQ(status_of({.authorization = given}), 401) << given;
    }
    EXPECT_EQ(status_of({.authorization = "", .target = "/x"}), 401) << "nobody learns which paths there are";
}

TEST(HttpGuard, NoSpellingOfAPathGoesAround) {
    for (const char* target : {"/x/../mcp", "/./mcp", "/mcp/..", "//mcp", "/%6dcp", "/mcp%2f", "/mcp;a", "/mcp\\..",
                               "mcp", "http://127.0.0.1:7000/mcp", "*"}) {
        EXPECT_EQ(status_of({.target = target}), 400) << target;
        EXPECT_EQ(status_of({.authorization = "", .target = target}), 401) << target;
        EXPECT_EQ(status_of({.host = "evil.example.com", .target = target}), 403) << target;
    }
    for (const char* target : {"/", "/mcp/", "/mcp2", "/MCP", "/health"})
        EXPECT_EQ(status_of({.target = target}), 404) << target;
}

TEST(HttpGuard, ComparesSecretsWhole) {
    EXPECT_TRUE(is_same_secret("abc", "abc"));
    EXPECT_FALSE(is_same_secret("abd", "abc"));
    EXPECT_FALSE(is_same_secret("xbc", "abc"));
    EXPECT_FALSE(is_same_secret("ab", "abc"));
    EXPECT_FALSE(is_same_secret("", "abc"));
}

}  // namespace
}  // namespace hm::mcp
