// Asking the code as a person or an agent does: real files, a real map, the real command line.
#include <gtest/gtest.h>

#include <fstream>

#include "support/places.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class CodeFindCommands : public ::testing::Test {
protected:
    CodeFindCommands() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        put("net/retry.py",
            "\"\"\"Trying requests again.\"\"\"\nimport random\nfrom net import clock\n\n\ndef "
            "backoff_delay(attempt):\n"
            "    \"\"\"How long to pause before the next try.\"\"\"\n    return clock.scale(2 ** attempt) + "
            "random.random()\n\n\n"
            "class RetryPolicy:\n    def may_retry(self, response):\n        return response.status >= 500\n");
        put("net/clock.py", "def scale(seconds):\n    return seconds * 1000\n");
        put("billing/invoice.py",
            "from net.retry import RetryPolicy\n\n\ndef total_with_tax(lines):\n"
            "    # Sums the lines and adds value added tax.\n    return sum(lines) * 1.2\n");
        put("tests/test_retry.py",
            "from net.retry import backoff_delay\n\n\ndef test_backoff_delay_grows():\n    assert backoff_delay(2)\n");
        put("docs/retry.md", "# Retries\nThe delay of a retry is computed by `backoff_delay` in retry.py.\n");
        put("third_party/lib/retry_backoff.py", "def backoff_delay(attempt):\n    return attempt\n");
        put(".env", "SECRET_BACKOFF=backoff_delay\n");
        put(".opencode/hivemind.js", "export const backoff_delay = 1\n");
    }

    void put(const std::string& name, std::string_view text) {
        const auto path = world_.directory() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    std::vector<std::string> found(std::vector<std::string> arguments) {
        std::vector<std::string> files;
        const json::value answer = world_.cli_json(std::move(arguments));
        for (const json::value& each : answer.at("files").as_array()) files.emplace_back(each.at("file").as_string());
        return files;
    }

    testing::World world_;
};

TEST_F(CodeFindCommands, AQuestionFindsTheFileAndTheDeclarationWithItsLines) {
    const json::value answer = world_.cli_json({"find", "where is the retry back-off computed"});
    const json::value& first = answer.at("files").at(0);
    EXPECT_EQ(first.at("file"), "net/retry.py") << to_text(answer);
    EXPECT_EQ(first.at("line"), 6);
    EXPECT_EQ(first.at("end_line"), 8);
    EXPECT_EQ(first.at("symbols").at(0).at("name"), "backoff_delay");
    EXPECT_FALSE(first.at("why").as_string().empty());
    EXPECT_EQ(found({"codemap", "find", "where is the retry back-off computed"}).front(), "net/retry.py");
}

TEST_F(CodeFindCommands, NamesInAnySpellingPathsAndStacksAreUnderstood) {
    for (const std::string question : {"backoffDelay", "BACKOFF_DELAY", "backoff delay", "RetryPolicy.may_retry",
                                       "File \"/srv/app/net/retry.py\", line 7, in backoff_delay", "net.retry is wrong",
                                       "how long to pause before the next try"}) {
        EXPECT_EQ(found({"find", question}).front(), "net/retry.py") << question;
    }
    EXPECT_EQ(found({"find", "adding value added tax"}).front(), "billing/invoice.py");
}

TEST_F(CodeFindCommands, TestsDocumentsAndVendoredCodeComeLaterUnlessAskedFor) {
    const auto files = found({"find", "backoff_delay"});
    ASSERT_GE(files.size(), 4U);
    EXPECT_EQ(files[0], "net/retry.py");
    EXPECT_EQ(found({"find", "tests of backoff_delay"}).front(), "tests/test_retry.py");
    EXPECT_EQ(found({"find", "documentation of the retry delay"}).front(), "docs/retry.md");
}

TEST_F(CodeFindCommands, SecretsAndOwnFilesAreNeverFound) {
    for (const std::string& file : found({"find", "SECRET_BACKOFF backoff_delay hivemind"})) {
        EXPECT_NE(file, ".env");
        EXPECT_NE(file, ".opencode/hivemind.js");
    }
    EXPECT_EQ(world_.cli({"find", "SECRET"}).out.find(".env"), std::string::npos);
}

TEST_F(CodeFindCommands, WhatChangedSinceIsFoundWhereItIsNow) {
    EXPECT_EQ(found({"find", "backoff_delay"}).front(), "net/retry.py");
    put("net/retry.py", "\n\n\n\n\n\n\n\n\n\ndef backoff_delay(attempt):\n    return 1\n");
    EXPECT_EQ(world_.cli_json({"find", "backoff_delay"}).at("files").at(0).at("line"), 11);
    fs::remove(world_.directory() / "net/retry.py");
    for (const std::string& file : found({"find", "backoff_delay"})) EXPECT_NE(file, "net/retry.py");
}

TEST_F(CodeFindCommands, ALongReportIsTakenAndALongerOneRefused) {
    std::string report = "backoff_delay returns too little\n";
    while (report.size() < 19'900) report += "Some words about what happened here. ";
    EXPECT_EQ(found({"find", report.substr(0, 20'000)}).front(), "net/retry.py");
    EXPECT_NE(world_.cli({"find", std::string(20'001, 'x')}).exit_code, 0);
    EXPECT_NE(world_.cli({"find", "zzzzqq"}).out.find("nothing in the code matches"), std::string::npos);
}

TEST_F(CodeFindCommands, AnOutlineShowsDeclarationsWithTheirLines) {
    const std::string whole = world_.cli({"outline", "net/retry.py"}).out;
    EXPECT_NE(whole.find("6-8 def backoff_delay(attempt) — How long to pause"), std::string::npos) << whole;
    EXPECT_NE(whole.find("12-13 def may_retry"), std::string::npos) << whole;
    const std::string one = world_.cli({"outline", "retry.py:RetryPolicy"}).out;
    EXPECT_NE(world_.cli({"outline", "net/retry.py:RetryPolicy"}).out.find("11-13 class RetryPolicy"),
              std::string::npos);
    EXPECT_EQ(world_.cli({"outline", "net/retry.py:RetryPolicy"}).out.find("backoff_delay"), std::string::npos) << one;
    EXPECT_NE(world_.cli({"outline", "nowhere.py"}).exit_code, 0);
}

TEST_F(CodeFindCommands, RefsTellDefinitionsImportsAndUsesApart) {
    const json::value refs = world_.cli_json({"refs", "RetryPolicy"});
    EXPECT_EQ(refs.at("definitions").at(0).at("file"), "net/retry.py");
    EXPECT_EQ(refs.at("imports").at(0).at("file"), "billing/invoice.py");
    EXPECT_TRUE(refs.at("uses").as_array().empty()) << to_text(refs);
    const json::value uses = world_.cli_json({"refs", "backoff_delay"});
    EXPECT_EQ(uses.at("uses").at(0).at("file"), "tests/test_retry.py") << to_text(uses);
    EXPECT_EQ(uses.at("uses").at(0).at("line"), 5);
}

TEST_F(CodeFindCommands, TouchTellsWhatElseChangesWithEvidence) {
    const std::string touch = world_.cli({"touch", "net/retry.py"}).out;
    EXPECT_NE(touch.find("tests/test_retry.py — a test that imports it"), std::string::npos) << touch;
    EXPECT_NE(touch.find("billing/invoice.py — imports it"), std::string::npos) << touch;
    EXPECT_NE(touch.find("docs/retry.md — a document that names retry.py"), std::string::npos) << touch;
    EXPECT_NE(world_.cli({"touch", "backoff_delay"}).out.find("tests/test_retry.py"), std::string::npos);
    EXPECT_NE(world_.cli({"touch", "no_such_thing"}).exit_code, 0);
}

// A repository of two commits: what is to be found is found at the first of them, and the repository stays as it is.
TEST_F(CodeFindCommands, LocalisationIsMeasuredAtTheCommitThatIsNamed) {
    const std::string root = world_.directory().string();
    const auto git = [&](const std::string& line) {
        const std::string command =
            "git -C '" + root + "' -c user.name=a -c user.email=a@b " + line + " >/dev/null 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0) << line;
    };
    git("init -q");
    git("add net billing tests docs");
    git("commit -qm one");
    fs::remove(world_.directory() / "net/retry.py");
    git("commit -qam two");
    std::ofstream(world_.directory() / "cases.jsonl")
        << to_text(json::object{{"id", "a"},
                                {"repo", root},
                                {"commit", "HEAD~1"},
                                {"text", "The backoff delay is too short"},
                                {"gold", json::array{"net/retry.py"}}})
        << "\n"
        << to_text(json::object{{"id", "b"},
                                {"repo", root},
                                {"commit", "HEAD~1"},
                                {"text", "value added tax"},
                                {"gold", json::array{"billing/invoice.py", "nowhere.py"}}})
        << "\n";
    const json::value figures = world_.cli_json({"eval", "localise", (world_.directory() / "cases.jsonl").string()});
    EXPECT_EQ(figures.at("n"), 2);
    EXPECT_EQ(figures.at("acc1").to_number<double>(), 1.0) << to_text(figures);
    EXPECT_EQ(figures.at("all10").to_number<double>(), 0.5);
    EXPECT_EQ(figures.at("mrr").to_number<double>(), 1.0);
    EXPECT_FALSE(fs::exists(world_.directory() / "net/retry.py"));
    std::ofstream(world_.directory() / "bad.jsonl") << "{\"id\":\"a\"}\n";
    EXPECT_NE(world_.cli({"eval", "localise", (world_.directory() / "bad.jsonl").string()}).exit_code, 0);
}

}  // namespace
}  // namespace hm
