// Exported files that were spoilt at random places: an import always ends well, takes in what is sound, sets aside
// what is not, and a second one changes nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "base/json.h"
#include "support/exported_directory.h"
#include "support/random_graph.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class Spoiler {
public:
    explicit Spoiler(std::uint64_t seed) : random_(seed) {}

    void spoil(const fs::path& directory) {
        std::vector<fs::path> files;
        for (const auto& [file, text] : files_below(directory)) {
            if (file.ends_with(".json")) files.push_back(directory / file);
        }
        for (int i = 0; i < 12; ++i) {
            const fs::path& file = files[below(files.size())];
            std::string text = bytes_of(file);
            if (!text.empty()) spoil(text);
            write_text(file, text);
        }
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

    void spoil(std::string& text) {
        static const std::vector<std::string> pieces{"\xFF",
                                                     "\"",
                                                     "{",
                                                     "}",
                                                     "\\",
                                                     "\n",
                                                     "<<<<<<< x\n",
                                                     "null",
                                                     "9e99",
                                                     "[",
                                                     ",",
                                                     "\xEF\xBB\xBF",
                                                     std::string(1, '\0'),
                                                     "\\ud800"};
        const std::size_t at = below(text.size());
        switch (below(6)) {
            case 0: text.resize(at); break;
            case 1: text[at] = static_cast<char>(below(256)); break;
            case 2: text.insert(at, pieces[below(pieces.size())]); break;
            case 3: text.erase(at, below(40)); break;
            case 4: text.insert(at, text.substr(below(text.size()), below(400))); break;
            default: {  // an id becomes another
                const std::size_t id = text.find("0193", at);
                if (id != std::string::npos && id + 12 < text.size()) text[id + 10] = text[id + 10] == '0' ? '1' : '0';
            }
        }
    }

    std::mt19937_64 random_;
};

// The first difference, short enough to be read.
std::string difference(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
    for (const auto& [file, text] : a) {
        const auto other = b.find(file);
        if (other == b.end()) return file + " is missing";
        std::size_t at = 0;
        while (at < text.size() && at < other->second.size() && text[at] == other->second[at]) ++at;
        if (at == text.size() && at == other->second.size()) continue;
        const std::size_t line = text.rfind('\n', at) + 1;
        return fmt::format("{}:\n{}\n{}", file, text.substr(line, 600), other->second.substr(line, 600));
    }
    return a.size() == b.size() ? "" : "there is one more file";
}

TEST(SpoiltImport, AlwaysEndsWellAndTheSameTwice) {
    World source;
    ASSERT_EQ(source.cli({"init"}).exit_code, 0);
    fill_with_random_graph(source.directory(), 21, 4);
    std::int64_t taken = 0;
    std::int64_t set_aside = 0;
    int refused = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        fs::remove_all(source.directory() / "out");
        ASSERT_EQ(source.cli({"export", "out"}).exit_code, 0);
        Spoiler(seed).spoil(source.directory() / "out");
        World target;
        ASSERT_EQ(target.cli({"init"}).exit_code, 0);
        const std::vector<std::string> import{"import", (source.directory() / "out").string()};
        const CliOutcome imported = target.cli({"import", import[1], "--json"});
        // A head that names a newer version is no accident to be mended: nothing of it may be taken in.
        if (imported.out.find("A newer HiveMind has written it") != std::string::npos) {
            EXPECT_NE(target.cli({"status"}).out.find(" 0 memories"), std::string::npos);
            ++refused;
            continue;
        }
        ASSERT_EQ(imported.exit_code, 0) << imported.out;
        const json::object report = parse_json(imported.out)->as_object();
        taken += report.at("new").to_number<std::int64_t>();
        set_aside += report.at("set_aside").to_number<std::int64_t>();
        const CliOutcome doctor = target.cli({"doctor"});
        EXPECT_EQ(doctor.exit_code, 0) << doctor.out;
        ASSERT_EQ(target.cli({"export", "out"}).exit_code, 0);
        const auto once = files_below(target.directory() / "out");
        const json::object again = target.cli_json(import).as_object();
        EXPECT_EQ(again.at("new").to_number<int>() + again.at("newer").to_number<int>(), 0) << again;
        EXPECT_EQ(again.at("set_aside").to_number<int>(), 0);
        ASSERT_EQ(target.cli({"export", "out"}).exit_code, 0);
        EXPECT_EQ(difference(once, files_below(target.directory() / "out")), "");
        // And what came out of it is a sound export again.
        World third;
        ASSERT_EQ(third.cli({"init"}).exit_code, 0);
        third.cli_json({"import", (target.directory() / "out").string()});
        ASSERT_EQ(third.cli({"export", "out"}).exit_code, 0);
        EXPECT_EQ(difference(once, files_below(third.directory() / "out")), "");
    }
    std::printf("%ld taken in, %ld set aside\n", static_cast<long>(taken), static_cast<long>(set_aside));
    EXPECT_LT(refused, 5);
    EXPECT_GT(taken, 0);
    EXPECT_GT(set_aside, 0);
}

}  // namespace
}  // namespace hm::testing
