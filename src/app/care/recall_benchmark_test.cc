// The evaluation on a folder small enough to work out by hand.
#include "app/care/evaluation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>

#include "support/temp_project.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class RecallEvaluation : public ::testing::Test {
protected:
    fs::path folder(const std::string& name, const std::string& corpus, const std::string& queries,
                    const std::string& right) {
        const fs::path path = directory_.path() / name;
        fs::create_directories(path);
        std::ofstream(path / "corpus.jsonl") << corpus;
        if (!queries.empty()) std::ofstream(path / "queries.jsonl") << queries;
        if (!right.empty()) std::ofstream(path / "qrels.tsv") << right;
        return path;
    }

    testing::TempDirectory directory_;
    testing::World world_;
};

constexpr const char* corpus =
    R"({"_id":"a","text":"The kiln made a blue bowl.","author":"Ann","session":1,"position":0,"date":"8 May, 2023"})"
    "\n"
    R"({"_id":"b","text":"It rained all day.","author":"Bob","session":1,"position":1,"date":"8 May, 2023"})"
    "\n"
    R"({"_id":"c","text":"The train was late.","author":"Ann","session":2,"position":0})"
    "\n";

TEST_F(RecallEvaluation, PrintsTheFiguresInTheAgreedForm) {
    const fs::path one = folder("one", corpus,
                                R"({"_id":"q","text":"Which bowl did the kiln make?"})"
                                "\n"
                                R"({"_id":"r","text":"Zebra?"})"
                                "\n"
                                R"({"_id":"unjudged","text":"late"})"
                                "\n",
                                "query-id\tcorpus-id\tscore\nq\ta\t1\nr\tc\t1\nq\tb\t0\n");
    const json::value said = world_.cli_json({"eval", "recall", one.string()});
    EXPECT_EQ(said.at("queries").to_number<int>(), 2);
    for (const char* level : {"item", "session"}) {
        for (const char* figure : {"r1", "r5", "r10", "r20", "hit10", "mrr"}) {
            EXPECT_DOUBLE_EQ(said.at(level).at(figure).to_number<double>(), 0.5) << level << " " << figure;
        }
    }
    EXPECT_EQ(said.as_object().size(), 3U);
}

TEST_F(RecallEvaluation, AveragesOverAllQuestionsOfAllFolders) {
    const fs::path one = folder("one", corpus, R"({"_id":"q","text":"kiln"})", "q\ta\t1\n");
    const fs::path two = folder("two", corpus, R"({"_id":"q","text":"zebra"})", "q\ta\t1\n");
    const json::value said = world_.cli_json({"eval", "recall", one.string(), one.string(), two.string()});
    EXPECT_EQ(said.at("queries").to_number<int>(), 3);
    EXPECT_DOUBLE_EQ(said.at("item").at("r10").to_number<double>(), 2.0 / 3);
}

TEST_F(RecallEvaluation, AsksAllFoldersTogetherAmongDistractors) {
    const fs::path one = folder("one", corpus, R"({"_id":"q","text":"kiln bowl"})", "q\ta\t1\n");
    const fs::path noise = folder("noise", R"({"_id":"a","text":"Another kiln."})", "", "");
    const json::value said = world_.cli_json({"eval", "recall", one.string(), noise.string(), "--together"});
    EXPECT_DOUBLE_EQ(said.at("item").at("r1").to_number<double>(), 1);
    EXPECT_EQ(said.at("queries").to_number<int>(), 1);
}

TEST_F(RecallEvaluation, MakesDistractorsOfTheFoldersOwnWords) {
    const fs::path one = folder("one", corpus, R"({"_id":"q","text":"Which bowl did the kiln make?"})", "q\ta\t1\n");
    const auto said = world_.cli({"eval", "recall", one.string(), "--distractors", "40"});
    EXPECT_NE(said.out.find("1 questions, 3 items, 40 distractors"), std::string::npos) << said.out << said.err;
    const json::value first = world_.cli_json({"eval", "recall", one.string(), "--distractors", "40"});
    EXPECT_EQ(first, world_.cli_json({"eval", "recall", one.string(), "--distractors", "40"}));
    EXPECT_GT(first.at("item").at("r20").to_number<double>(), 0);
    EXPECT_NE(world_.cli({"eval", "recall", one.string(), "--distractors", "-1"}).exit_code, 0);
}

TEST_F(RecallEvaluation, SaysWhatIsWrongWithAFolder) {
    EXPECT_NE(world_.cli({"eval", "recall"}).exit_code, 0);
    const auto missing = world_.cli({"eval", "recall", (directory_.path() / "none").string()});
    EXPECT_NE(missing.exit_code, 0);
    EXPECT_NE(missing.err.find("corpus.jsonl"), std::string::npos) << missing.err;
    const fs::path broken = folder("broken", "{\"_id\":\"a\"}\nnot json\n", "", "");
    const auto refused = world_.cli({"eval", "recall", broken.string()});
    EXPECT_NE(refused.err.find("Line 2"), std::string::npos) << refused.err;
}

// A temporary directory of its own: others evaluate at the same time, and theirs come and go.
TEST_F(RecallEvaluation, LeavesNothingBehind) {
    const fs::path one = folder("one", corpus, R"({"_id":"q","text":"kiln"})", "q\ta\t1\n");
    const fs::path temporary = directory_.path() / "temporary";
    fs::create_directories(temporary);
    const char* before = std::getenv("TMPDIR");
    const std::optional<std::string> usual = before == nullptr ? std::nullopt : std::optional<std::string>(before);
    setenv("TMPDIR", temporary.c_str(), 1);
    EXPECT_EQ(world_.cli({"eval", "recall", one.string()}).exit_code, 0);
    EXPECT_TRUE(fs::is_empty(temporary));
    setenv("TMPDIR", (temporary / "missing").c_str(), 1);
    EXPECT_NE(world_.cli({"eval", "recall", one.string()}).exit_code, 0) << "TMPDIR is not used";
    usual.has_value() ? setenv("TMPDIR", usual->c_str(), 1) : unsetenv("TMPDIR");
    EXPECT_FALSE(fs::exists(directory_.path() / ".hivemind"));
}

}  // namespace
}  // namespace hm
