#include "adapters/mcp/jsonrpc.h"

#include <gtest/gtest.h>

namespace hm::mcp {
namespace {

constexpr std::size_t most = 100'000;

Malformed malformed(std::string_view text) {
    const Message message = read_message(text, most);
    const auto* found = std::get_if<Malformed>(&message);
    EXPECT_NE(found, nullptr) << text;
    return found != nullptr ? *found : Malformed{};
}

TEST(JsonRpc, ReadsARequestWithAnIdOfAnyKindAndGivesItBack) {
    for (const char* id : {"1", "0", "-7", "9007199254740993", "18446744073709551615", "2.5", R"("a")", R"("")"}) {
        const Message message = read_message(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}", most);
        const auto* request = std::get_if<Request>(&message);
        ASSERT_NE(request, nullptr) << id;
        EXPECT_EQ(request->method, "ping");
        EXPECT_EQ(result_message(request->id, {}).at("id"), json::parse(id)) << id;
    }
}

TEST(JsonRpc, RefusesIdsThatNameNothing) {
    for (const char* id : {"null", "true", "[]", "{}"}) {
        const Malformed refused = malformed(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}");
        EXPECT_EQ(refused.error.code, invalid_request) << id;
        EXPECT_TRUE(refused.id.is_null());
    }
    EXPECT_EQ(malformed(R"({"jsonrpc":"2.0","method":"ping","id":")" + std::string(2000, 'x') + R"("})").error.code,
              invalid_request);
}

TEST(JsonRpc, ARequestWithoutAnIdIsANotification) {
    const Message message = read_message(R"({"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}})", most);
    const auto* notification = std::get_if<Notification>(&message);
    ASSERT_NE(notification, nullptr);
    EXPECT_EQ(notification->params.at("a"), 1);
}

TEST(JsonRpc, ReadsTheOtherSidesAnswers) {
    const Message good = read_message(R"({"jsonrpc":"2.0","id":3,"result":{"a":1}})", most);
    ASSERT_NE(std::get_if<Response>(&good), nullptr);
    EXPECT_TRUE(std::get<Response>(good).outcome.has_value());
    const Message bad = read_message(R"({"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"no"}})", most);
    ASSERT_NE(std::get_if<Response>(&bad), nullptr);
    EXPECT_EQ(std::get<Response>(bad).outcome.error().message, "no");
}

TEST(JsonRpc, RefusesBatchesAndWhatIsNoMessage) {
    for (const char* text :
         {"[]", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "1", "null", R"("x")", "{}", R"({"jsonrpc":"2.0"})",
          R"({"jsonrpc":"1.0","id":1,"method":"ping"})", R"({"id":1,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":1,"method":7})", R"({"jsonrpc":"2.0","id":1,"method":""})",
          R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})",
          R"({"jsonrpc":"2.0","result":{}})"}) {
        EXPECT_EQ(malformed(text).error.code, invalid_request) << text;
    }
    const Malformed refused = malformed(R"({"jsonrpc":"2.0","id":4,"method":"ping","params":[1]})");
    EXPECT_EQ(refused.error.code, invalid_params);
    EXPECT_EQ(refused.id, 4) << "the answer must find its request";
}

TEST(JsonRpc, RefusesWhatIsNoJsonOrTooMuchOfIt) {
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("{}x"), std::string("\xff\xfe"), std::string(5000, '['),
          R"({"jsonrpc":"2.0","id":1,"method":"a)" + std::string("\0", 1) + "\"}"}) {
        EXPECT_EQ(malformed(text).error.code, parse_failed) << text.substr(0, 40);
    }
    EXPECT_EQ(malformed(std::string(most + 1, ' ')).error.code, parse_failed);
}

TEST(JsonRpc, AnErrorCarriesItsDataOnlyWhenThereIsSome) {
    EXPECT_EQ(to_text(error_message(1, {-5, "no"})), R"({"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no"}})");
    EXPECT_EQ(to_text(error_message(nullptr, {-5, "no", 7})),
              R"({"jsonrpc":"2.0","id":null,"error":{"code":-5,"message":"no","data":7}})");
}

}  // namespace
}  // namespace hm::mcp
