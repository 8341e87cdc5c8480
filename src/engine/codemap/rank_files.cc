#include "engine/codemap/rank_files.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace hm {

FileRanking::FileRanking(std::vector<File> files, const CodeQuestion& question, const FindWeights& weights)
    : files_(std::move(files)), question_(question), weights_(weights) {
    double length = 0;
    for (const File& file : files_) {
        if (!file.is_there) continue;
        ++all_;
        length += file.length;
    }
    average_ = all_ > 0 ? std::max(1.0, length / all_) : 1.0;
    body_.resize(files_.size());
    names_.resize(files_.size());
    path_.resize(files_.size());
    mentions_.resize(files_.size());
}

void FileRanking::add(const AskedTerm& asked, std::span<const TermPlace> places) {
    double in_names = 0;
    double in_paths = 0;
    for (const TermPlace& place : places) {
        in_names += place.names > 0 ? 1 : 0;
        in_paths += place.path;
    }
    const auto rarity = [&](double with) { return std::log(1.0 + (all_ - with + 0.5) / (with + 0.5)); };
    const double worth = asked.weight * rarity(static_cast<double>(places.size()));
    const double worth_in_names = asked.weight * rarity(in_names);
    const double worth_in_paths = asked.weight * rarity(in_paths);
    worths_.push_back(places.empty() ? 0.0 : worth);
    const double k = weights_.saturation;
    for (const TermPlace& place : places) {
        const double longness = 1.0 - weights_.length + weights_.length * files_[place.file].length / average_;
        const double count = (place.body + weights_.comments * place.comments) / longness;
        body_[place.file] += static_cast<float>(worth * count * (k + 1.0) / (count + k));
        if (place.names > 0) {
            const double names = place.names;
            names_[place.file] += static_cast<float>(worth_in_names * names * 1.5 / (names + 0.5));
        }
        if (place.path > 0) path_[place.file] += static_cast<float>(worth_in_paths);
    }
}

void FileRanking::mention(std::uint32_t file, double share) {
    if (file < mentions_.size()) mentions_[file] += static_cast<float>(share);
}

double FileRanking::role_factor(std::uint32_t file) const {
    switch (files_[file].role) {
        case CodeRole::source: return question_.wants_tests || question_.wants_documents ? 0.6 : 1.0;
        case CodeRole::test: return question_.wants_tests ? 1.0 : weights_.test;
        case CodeRole::document: return question_.wants_documents ? 1.0 : weights_.document;
        case CodeRole::made: return question_.wants_made ? 1.0 : weights_.made;
    }
    return 1.0;
}

// The worth of a place among the first: what stands well in more than one list is better than what leads one.
void FileRanking::add_ranks(const std::vector<float>& scores, std::vector<double>& fused) const {
    constexpr std::size_t places = 50;
    constexpr double evenness = 5;
    std::vector<std::pair<float, std::uint32_t>> best;
    for (std::uint32_t file = 0; file < scores.size(); ++file) {
        if (scores[file] > 0 && role_factor(file) >= 1.0) best.emplace_back(-scores[file], file);
    }
    const std::size_t kept = std::min(places, best.size());
    std::ranges::partial_sort(best, best.begin() + static_cast<std::ptrdiff_t>(kept));
    for (std::size_t i = 0; i < kept; ++i) fused[best[i].second] += evenness / (evenness + static_cast<double>(i));
}

std::vector<RankedFile> FileRanking::best(std::size_t most) const {
    const auto top = [&](const std::vector<float>& scores) {
        float best = 0;
        for (std::uint32_t file = 0; file < scores.size(); ++file) {
            if (role_factor(file) >= 1.0) best = std::max(best, scores[file]);
        }
        return best > 0 ? static_cast<double>(best) : 1.0;
    };
    const double top_body = top(body_);
    const double top_names = top(names_);
    const double top_path = top(path_);
    std::vector<double> fused;
    if (weights_.fusion > 0) {
        fused.resize(files_.size());
        for (const std::vector<float>* scores : {&body_, &names_, &path_}) add_ranks(*scores, fused);
    }
    std::vector<RankedFile> ranked;
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
        if (!files_[file].is_there || (body_[file] <= 0 && mentions_[file] <= 0)) continue;
        RankedFile each{file,           0, body_[file] / top_body, names_[file] / top_names, path_[file] / top_path,
                        mentions_[file]};
        each.score = weights_.body * each.body + weights_.names * each.names + weights_.path * each.path +
                     weights_.mentions * each.mentions;
        if (weights_.fusion > 0) each.score += weights_.fusion * fused[file];
        each.score *= role_factor(file);
        ranked.push_back(each);
    }
    const std::size_t kept = std::min(most, ranked.size());
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(kept),
                              [](const RankedFile& a, const RankedFile& b) {
                                  return a.score != b.score ? a.score > b.score : a.file < b.file;
                              });
    ranked.resize(kept);
    return ranked;
}

double path_match(const AskedPath& asked, std::string_view path) {
    const std::string small = lower_case(path);
    std::string_view rest = small;
    const std::size_t slash = rest.rfind('/') == std::string_view::npos ? 0 : rest.rfind('/') + 1;
    const std::size_t dot = rest.find('.', slash) == std::string_view::npos ? rest.size() : rest.rfind('.');
    const std::string_view ending = dot < rest.size() ? rest.substr(dot + 1) : std::string_view();
    if (!asked.ending.empty() && asked.ending != "*" && ending != asked.ending) return 0;
    std::vector<std::string_view> folders;
    for (std::size_t from = 0;;) {
        const std::size_t end = rest.find('/', from);
        folders.push_back(rest.substr(from, (end == std::string_view::npos ? dot : end) - from));
        if (end == std::string_view::npos) break;
        from = end + 1;
    }
    if (folders.back() == "__init__" || folders.back() == "index" || folders.back() == "mod") {
        if (folders.size() > 1 && asked.parts.back() != folders.back()) folders.pop_back();
    }
    // A module's last parts may be a class and its member.
    const std::size_t most_off = asked.ending == "*" ? std::min<std::size_t>(2, asked.parts.size() - 1) : 0;
    for (std::size_t off = 0; off <= most_off; ++off) {
        std::size_t same = 0;
        const std::size_t parts = asked.parts.size() - off;
        while (same < parts && same < folders.size() &&
               asked.parts[parts - 1 - same] == folders[folders.size() - 1 - same]) {
            ++same;
        }
        if (same == 0) continue;
        // One folder that agrees beside the file says more than the file alone.
        const bool is_whole = same == parts || same == folders.size();
        if (asked.ending == "*" && same == 1 && !is_whole) continue;
        return same == 1 && parts > 1 && folders.size() > 1 ? 0.3 : is_whole || same >= 2 ? 1.0 : 0.6;
    }
    return 0;
}

}  // namespace hm
