#include "app/project/code_find.h"

#include <algorithm>
#include <map>

#include "engine/codemap/match_symbols.h"
#include "store/codemap/code_rows.h"
#include "store/codemap/term_index.h"

namespace hm {
namespace {

constexpr std::size_t candidates_looked_into = 30;
constexpr std::int64_t most_of_a_name = 40;
constexpr std::size_t most_symbols = 4;
constexpr std::size_t most_reasons = 6;

class Finding {
public:
    Finding(Connection& codemap, const CodeQuestion& question, const FindWeights& weights)
        : codemap_(codemap), question_(question), weights_(weights) {}

    Result<std::vector<FoundFile>> run(std::size_t most) {
        HM_TRY_ASSIGN(TermIndex index, TermIndex::open(codemap_));
        std::vector<FileRanking::File> files;
        files.reserve(index.files().size());
        for (const IndexedFile& each : index.files()) files.push_back({each.length, each.role, each.is_there});
        FileRanking ranking(std::move(files), question_, weights_);
        for (const AskedTerm& asked : question_.terms) {
            HM_TRY_ASSIGN(const std::vector<FoundTerm> found, index.find(asked.term));
            std::vector<TermPlace> places;
            places.reserve(found.size());
            for (const FoundTerm& each : found) {
                places.push_back({each.file, each.count.body, each.count.names, each.count.path, each.count.comments});
            }
            ranking.add(asked, places);
            places_.push_back(std::move(places));
        }
        if (weights_.mentions > 0) {
            HM_TRY(mention_paths(ranking));
            HM_TRY(mention_names(ranking));
        }
        std::vector<RankedFile> ranked = ranking.best(std::max(most, candidates_looked_into));
        HM_TRY_ASSIGN(std::vector<FoundFile> found, look_into(ranked, ranking));
        if (found.size() > most) found.resize(most);
        for (FoundFile& each : found) tell_reasons(each);
        return found;
    }

private:
    void note(std::int64_t file, const std::string& what) {
        auto& told = named_[static_cast<std::uint32_t>(file)];
        if (std::ranges::find(told, what) == told.end() && told.size() < most_reasons) told.push_back(what);
    }

    Result<void> mention_paths(FileRanking& ranking) {
        for (const AskedPath& asked : question_.paths) {
            // A module's last parts may name what is in the file.
            const std::size_t most_off = asked.ending == "*" ? std::min<std::size_t>(2, asked.parts.size() - 1) : 0;
            std::map<std::int64_t, double> matches;
            std::map<std::int64_t, std::string> paths;
            for (std::size_t off = 0; off <= most_off && matches.empty(); ++off) {
                std::vector<std::string> stems{asked.parts[asked.parts.size() - 1 - off]};
                if (off == 0 || asked.parts.size() - off > 1) stems.emplace_back("__init__");
                for (const std::string& stem : stems) {
                    HM_TRY_ASSIGN(const auto files, files_with_stem(codemap_, stem, 400));
                    for (const NumberedFile& file : files) {
                        const double match = path_match(asked, file.path);
                        if (match > 0) {
                            matches[file.id] = match;
                            paths[file.id] = file.path;
                        }
                    }
                }
            }
            double best = 0;
            for (const auto& [file, match] : matches) best = std::max(best, match);
            const auto count = std::ranges::count_if(matches, [&](const auto& each) { return each.second >= best; });
            for (const auto& [file, match] : matches) {
                if (match < best) continue;
                ranking.mention(static_cast<std::uint32_t>(file),
                                asked.weight * match / static_cast<double>(count) * (asked.ending == "*" ? 0.5 : 0.8));
                note(file, paths[file]);
            }
        }
        return {};
    }

    Result<void> mention_names(FileRanking& ranking) {
        for (const AskedName& asked : question_.names) {
            HM_TRY_ASSIGN(const auto declared, declarations_of_name(codemap_, asked.name, most_of_a_name));
            if (declared.size() >= static_cast<std::size_t>(most_of_a_name)) continue;
            std::map<std::int64_t, double> files;
            for (const NumberedSymbol& each : declared) {
                const bool is_within = !asked.within.empty() && each.symbol.within == asked.within;
                const double role = ranking.role_factor(static_cast<std::uint32_t>(each.file_id)) < 1.0 ? 0.2 : 1.0;
                double& share = files[each.file_id];
                share = std::max(share, (is_within ? 2.0 : 1.0) * role);
            }
            double all = 0;
            for (const auto& [file, share] : files) all += share;
            for (const auto& [file, share] : files) {
                ranking.mention(static_cast<std::uint32_t>(file), asked.weight * 0.4 * share / std::max(1.0, all));
                note(file, asked.name);
            }
        }
        return {};
    }

    Result<std::vector<FoundFile>> look_into(std::vector<RankedFile>& ranked, const FileRanking& ranking) {
        SymbolMatcher matcher(question_, ranking.worths());
        std::vector<FoundFile> found;
        for (RankedFile& each : ranked) {
            HM_TRY_ASSIGN(std::string path, path_of_file(codemap_, each.file));
            if (path.empty()) continue;
            FoundFile file;
            file.path = std::move(path);
            file.role = ranking.role(each.file);
            file.score = each.score;
            numbers_[file.path] = each.file;
            if (found.size() < candidates_looked_into && weights_.symbols > 0) {
                HM_TRY_ASSIGN(const CodeFile code, code_of_file(codemap_, each.file));
                const auto matches = matcher.match(code, most_symbols);
                if (!matches.empty()) {
                    file.score += weights_.symbols * matches.front().share * ranking.role_factor(each.file);
                }
                for (const SymbolMatch& match : matches) {
                    if (match.share >= matches.front().share * 0.5) file.symbols.push_back(code.symbols[match.place]);
                }
            }
            found.push_back(std::move(file));
        }
        std::ranges::stable_sort(found, std::greater{}, &FoundFile::score);
        return found;
    }

    void tell_reasons(FoundFile& file) {
        const std::uint32_t number = numbers_[file.path];
        file.named = named_[number];
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const auto place = std::ranges::find(places_[i], number, &TermPlace::file);
            if (place == places_[i].end()) continue;
            std::vector<std::string>& told = place->names > 0  ? file.in_names
                                             : place->path > 0 ? file.in_path
                                                               : file.in_contents;
            if (told.size() < most_reasons) told.push_back(question_.terms[i].shown);
        }
    }

    Connection& codemap_;
    const CodeQuestion& question_;
    const FindWeights& weights_;
    std::vector<std::vector<TermPlace>> places_;
    std::map<std::uint32_t, std::vector<std::string>> named_;
    std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace

Result<std::vector<FoundFile>> find_in_code(Connection& codemap, std::string_view question, std::size_t most,
                                            const FindWeights& weights) {
    const CodeQuestion asked = read_code_question(question);
    return Finding(codemap, asked, weights).run(most);
}

}  // namespace hm
