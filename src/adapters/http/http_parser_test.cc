#include "adapters/http/http_connection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hm::mcp {
namespace {

const std::string head_line = "POST /mcp HTTP/1.1\r\nHost: localhost:1\r\n";

struct Read {
    HttpProgress progress = HttpProgress::more;
    HttpParser parser;
    std::string rest;
};

// `step` bytes at a time, as a network may bring them.
Read read(const std::string& text, std::size_t step) {
    Read result;
    for (std::size_t at = 0; at < text.size() && result.progress != HttpProgress::refused; at += step) {
        result.rest += text.substr(at, step);
        do {
            result.progress = result.parser.advance(result.rest);
        } while (result.progress == HttpProgress::head);
    }
    return result;
}

int status_of(const std::string& text) {
    const Read whole = read(text, text.size());
    const Read bytes = read(text, 1);
    EXPECT_EQ(whole.progress, bytes.progress) << text.substr(0, 200);
    if (whole.progress != HttpProgress::refused) return whole.progress == HttpProgress::whole ? 0 : -1;
    EXPECT_EQ(whole.parser.status(), bytes.parser.status()) << text.substr(0, 200);
    return whole.parser.status();
}

TEST(HttpParser, ReadsARequestHoweverItsBytesCome) {
    const std::string text = head_line + "Content-Length: 5\r\nX-A:  b \r\nx-a: c\r\n\r\nhelloGET";
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{7}, text.size()}) {
        const Read result = read(text, step);
        EXPECT_EQ(result.progress, HttpProgress::whole);
        EXPECT_EQ(result.parser.head().method, "POST");
        EXPECT_EQ(result.parser.head().target, "/mcp");
        EXPECT_EQ(result.parser.head().header("x-a"), "b, c");
        EXPECT_EQ(result.parser.body(), "hello");
        EXPECT_EQ(result.rest, "GET") << "what follows stays for the next request";
    }
}

TEST(HttpParser, ReadsAChunkedBodyAndLetsItsTrailersGo) {
    const std::string text =
        head_line + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\nnext";
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}, text.size()}) {
        const Read result = read(text, step);
        EXPECT_EQ(result.progress, HttpProgress::whole);
        EXPECT_EQ(result.parser.body(), "abc0123456789");
        EXPECT_EQ(result.rest, "next");
    }
}

TEST(HttpParser, TellsOfTheHeadBeforeTheBody) {
    HttpParser parser;
    std::string input = head_line + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    EXPECT_EQ(parser.advance(input), HttpProgress::head);
    EXPECT_TRUE(parser.head().expects_continue);
    EXPECT_EQ(parser.advance(input), HttpProgress::more);
    input = "hello";
    EXPECT_EQ(parser.advance(input), HttpProgress::whole);
    EXPECT_FALSE(parser.is_idle());
    parser.start_over();
    EXPECT_TRUE(parser.is_idle());
}

TEST(HttpParser, RefusesWhatTwoReadersCouldUnderstandDifferently) {
    for (const char* more : {
             "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
             "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
             "Content-Length: +5\r\n\r\nhello",
             "Content-Length: 5, 5\r\n\r\nhello",
             "Content-Length: \r\n\r\n",
             "Content-Length: -1\r\n\r\n",
             "Content-Length : 5\r\n\r\nhello",
             " Folded: x\r\n\r\n",
             "Name\r\n\r\n",
             ": x\r\n\r\n",
             "N\x01me: x\r\n\r\n",
             "X: a\nInjected: b\r\n\r\n",
             "Host: localhost:1\r\n\r\n",
             "Authorization: a\r\nAuthorization: b\r\n\r\n",
             "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
             "Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n",
             "Transfer-Encoding: chunked\r\n\r\n3\r\nabcX\r\n",
             "Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n",
         }) {
        EXPECT_EQ(status_of(head_line + more), 400) << more;
    }
    EXPECT_EQ(status_of(head_line + "Transfer-Encoding: gzip\r\n\r\n"), 501);
    EXPECT_EQ(status_of(head_line + "Transfer-Encoding: chunked, chunked\r\n\r\n"), 501);
    EXPECT_EQ(status_of(head_line + "Expect: miracles\r\n\r\n"), 417);
}

TEST(HttpParser, RefusesBrokenRequestLines) {
    for (const char* line : {"GET\r\n\r\n", "GET /\r\n\r\n", "GET / x\r\n\r\n", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
                             "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n",
                             "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\r\n\r\n"}) {
        EXPECT_EQ(status_of(line), 400) << line;
    }
    EXPECT_EQ(status_of("GET / HTTP/1.0\r\nHost: a\r\n\r\n"), 505);
    EXPECT_EQ(status_of("PRI * HTTP/2.0\r\n\r\n"), 505);
}

TEST(HttpParser, HasABoundForEveryPart) {
    EXPECT_EQ(status_of("GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n"), 414);
    EXPECT_EQ(status_of("GET /" + std::string(5000, 'a')), 414) << "before its end is seen";
    EXPECT_EQ(status_of(head_line + "X: " + std::string(20'000, 'a')), 431) << "before its end is seen";
    std::string many = head_line;
    for (int i = 0; i < 100; ++i) many += fmt::format("X-{}: y\r\n", i);
    EXPECT_EQ(status_of(many + "\r\n"), 431);
    EXPECT_EQ(status_of(head_line + "Content-Length: 104857600\r\n\r\n"), 413) << "before the body comes";
    EXPECT_EQ(status_of(head_line + "Content-Length: 99999999999999999999999\r\n\r\n"), 413);
    EXPECT_EQ(status_of(head_line + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n"), 413);
    EXPECT_EQ(status_of(head_line + "Transfer-Encoding: chunked\r\n\r\n" + std::string(300, '0')), 400);
    std::string trailers = head_line + "Transfer-Encoding: chunked\r\n\r\n0\r\n";
    for (int i = 0; i < 1000; ++i) trailers += "T: " + std::string(90, 'x') + "\r\n";
    EXPECT_EQ(status_of(trailers), 400);
}

}  // namespace
}  // namespace hm::mcp
