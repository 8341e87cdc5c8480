#include "base/redact.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

// Put together at run time, so that no scanner takes this file for a leak.
std::string fake(std::string_view prefix, std::size_t length) {
    std::string token(prefix);
    for (std::size_t i = 0; token.size() < length; ++i) token += "a1B2c3D4e5F6g7H8"[i % 16];
    return token;
}

TEST(Redact, TakesOutKnownTokens) {
    for (const auto& [prefix, length] : {std::pair{"AKIA", 20U},
                                         {"ghp_", 40U},
                                         {"sk-ant-api03-", 60U},
                                         {"sk-", 51U},
                                         {"xoxb-", 50U},
                                         {"AIza", 39U},
                                         {"npm_", 40U},
                                         {"glpat-", 26U}}) {
        const std::string token = fake(prefix, length);
        const std::string redacted = redact("use " + token + " for it");
        EXPECT_EQ(redacted.find(token), std::string::npos) << prefix;
        EXPECT_TRUE(redacted.starts_with("use [redacted: ")) << redacted;
        EXPECT_TRUE(redacted.ends_with("] for it")) << redacted;
    }
}

TEST(Redact, TakesOutPasswordsInAssignmentsAndAddresses) {
    EXPECT_EQ(redact("DB_PASSWORD=hunter22"), "DB_PASSWORD=[redacted: secret]");
    EXPECT_EQ(redact("{\"client_secret\": \"abcd efgh\"}"), "{\"client_secret\": \"[redacted: secret]\"}");
    EXPECT_EQ(redact("postgres://me:hunter2@db/x"), "postgres://me:[redacted: password]@db/x");
    EXPECT_EQ(redact("Authorization: Bearer " + fake("", 30)), "Authorization: Bearer [redacted: bearer token]");
}

TEST(Redact, TakesOutAPrivateKeyEvenWhenItIsCutOff) {
    // In two pieces, so that no scanner takes this file for a leak.
    std::string begin = "-----BEGIN RSA ";
    begin.append("PRIVATE KEY-----\nMIIE\n");
    EXPECT_EQ(redact("x " + begin), "x [redacted: private key]");
    EXPECT_EQ(redact(begin + "-----END RSA PRIVATE KEY-----\nafter"), "[redacted: private key]\nafter");
}

TEST(Redact, LeavesOrdinaryTextAlone) {
    for (const std::string text :
         {"The session token expires after 15 minutes.", "password rules: see docs", "const key = getKey(name);",
          "src/auth/token_store.ts:42", "PASSWORD=$DB_PASSWORD", "sk-learn is a library", "-----BEGIN CERTIFICATE-----",
          "primary_key: user_id", "http://127.0.0.1:8080/a?b=c"}) {
        EXPECT_EQ(redact(text), text);
    }
}

TEST(Redact, WalksAWholeValue) {
    const json::value value = {{"a", {"password=secret1", 3}}, {"b", {{"c", "pwd: secret2"}}}};
    EXPECT_EQ(to_text(redact_value(value)),
              R"({"a":["password=[redacted: secret]",3],"b":{"c":"pwd: [redacted: secret]"}})");
}

}  // namespace
}  // namespace hm
