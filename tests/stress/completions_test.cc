// The completions in a real bash: the function is called as readline calls it, with the words split as bash
// splits them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

// `=` is a word of its own, as in COMP_WORDBREAKS.
constexpr std::string_view harness = R"(
source ./completions.bash || exit 90
[[ $(complete -p hivemind) == *'-F _hivemind hivemind' ]] || exit 91
line=$1
COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=()
for word in ${line//=/ = }; do COMP_WORDS+=("$word"); done
if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_hivemind hivemind "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
echo "${COMPREPLY[*]}"
)";

class BashCompletions : public ::testing::Test {
protected:
    BashCompletions() {
        const Ended made = run_hivemind({"completions", "bash"}, {directory_.path()});
        EXPECT_EQ(made.exit_code, 0) << made.err;
        std::ofstream(directory_.path() / "completions.bash") << made.out;
        std::ofstream(directory_.path() / "harness.bash") << harness;
    }

    // What bash would offer behind this line.
    std::string offered(const std::string& line) const {
        const fs::path& place = directory_.path();
        ChildProcess bash = ChildProcess::start_function([&](int, int output) {
            if (chdir(place.c_str()) != 0 || dup2(output, STDOUT_FILENO) < 0) return 99;
            execlp("bash", "bash", "--norc", "harness.bash", line.c_str(), nullptr);
            return 98;
        });
        const Ended ended = bash.wait();
        EXPECT_EQ(ended.exit_code, 0) << line << ": " << ended.out;
        return ended.out.substr(0, ended.out.find('\n'));
    }

    TempDirectory directory_;
};

TEST_F(BashCompletions, OfferNounsAndVerbs) {
    const std::string words = " " + offered("hivemind ") + " ";
    for (const char* word : {" task ", " memory ", " log ", " install ", " --help "}) {
        EXPECT_NE(words.find(word), std::string::npos) << word << " in " << words;
    }
    EXPECT_EQ(offered("hivemind mem"), "memory");
    EXPECT_EQ(offered("hivemind task sta"), "start status");
    EXPECT_EQ(offered("hivemind config "), "get list set");
    EXPECT_EQ(offered("hivemind help task sta"), "start status");
    EXPECT_EQ(offered("hivemind nothing-of-the-kind "), "");
}

TEST_F(BashCompletions, OfferTheFlagsOfTheCommand) {
    EXPECT_EQ(offered("hivemind init --"),
              "--client --mode --global --plugin --git --remove-git --yes --dry-run --json --help");
    EXPECT_EQ(offered("hivemind task start --n"), "--name");
    EXPECT_EQ(offered("hivemind init --yes --m"), "--mode");
    EXPECT_EQ(offered("hivemind init --mode strict --d"), "--dry-run");
    EXPECT_EQ(offered("hivemind init --mode=strict --d"), "--dry-run");
}

TEST_F(BashCompletions, OfferTheValuesThatAFlagOrABareArgumentHas) {
    EXPECT_EQ(offered("hivemind init --mode "), "assisted strict permissive");
    EXPECT_EQ(offered("hivemind init --mode st"), "strict");
    EXPECT_EQ(offered("hivemind init --mode="), "assisted strict permissive");
    EXPECT_EQ(offered("hivemind init --mode=st"), "strict");
    EXPECT_EQ(offered("hivemind log --actor p"), "person");
    EXPECT_EQ(offered("hivemind completions "), "bash zsh fish");
    EXPECT_EQ(offered("hivemind completions bash "), "");
    EXPECT_EQ(offered("hivemind config get mod"), "mode");
    EXPECT_EQ(offered("hivemind config set mod"), "mode");
    EXPECT_EQ(offered("hivemind memory save "), "");
}

TEST_F(BashCompletions, OfferTheValuesOfTheSettingThatWasNamed) {
    EXPECT_EQ(offered("hivemind config set mode "), "assisted strict permissive");
    EXPECT_EQ(offered("hivemind config set mode st"), "strict");
    EXPECT_EQ(offered("hivemind config set --json mode p"), "permissive");
    EXPECT_EQ(offered("hivemind config set fail "), "by_mode open closed");
    EXPECT_EQ(offered("hivemind config set gate_deadline "), "");
    EXPECT_EQ(offered("hivemind config set mode strict "), "");
    EXPECT_EQ(offered("hivemind config get mode "), "");
}

}  // namespace
}  // namespace hm::testing
