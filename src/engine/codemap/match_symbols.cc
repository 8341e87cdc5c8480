#include "engine/codemap/match_symbols.h"

#include <algorithm>

namespace hm {
namespace {

// Of a long report only so much can be in one declaration.
constexpr std::size_t terms_that_count = 10;

constexpr double in_name = 1.0;
constexpr double in_comment = 0.6;
constexpr double in_signature = 0.4;
constexpr double in_scope = 0.4;
constexpr double of_spelled_name = 0.5;

}  // namespace

SymbolMatcher::SymbolMatcher(const CodeQuestion& question, const std::vector<double>& worths)
    : words_(std::size_t{1} << 14U) {
    std::vector<double> sorted;
    for (std::size_t i = 0; i < question.terms.size() && i < worths.size(); ++i) {
        if (worths[i] <= 0) continue;
        const bool is_new = wanted_.emplace(question.terms[i].term, Wanted{worths[i], wanted_.size()}).second;
        if (is_new) sorted.push_back(worths[i]);
    }
    std::ranges::sort(sorted, std::greater{});
    for (std::size_t i = 0; i < std::min(sorted.size(), terms_that_count); ++i) all_ += sorted[i];
    for (const AskedName& name : question.names) names_.emplace(name.name, &name);
    marked_.resize(wanted_.size());
}

void SymbolMatcher::mark(std::string_view text, double share) {
    for (std::size_t i = 0; i < text.size();) {
        if (!is_term_letter(text[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < text.size() && is_term_letter(text[i])) ++i;
        if (i - begin < 2 || i - begin > 64) continue;
        for (const Term term : words_.terms_of(text.substr(begin, i - begin))) {
            const auto found = wanted_.find(term);
            if (found == wanted_.end()) continue;
            double& marked = marked_[found->second.bit];
            if (marked == 0) touched_.push_back(found->second.bit);
            marked = std::max(marked, share * found->second.worth);
        }
    }
}

std::vector<SymbolMatch> SymbolMatcher::match(const CodeFile& code, std::size_t most) {
    std::vector<SymbolMatch> matches;
    if (all_ <= 0) return matches;
    std::unordered_multimap<std::string_view, const CodeComment*> said;
    for (const CodeComment& comment : code.comments) {
        if (!comment.related.empty()) said.emplace(comment.related, &comment);
    }
    for (std::size_t place = 0; place < code.symbols.size(); ++place) {
        const CodeSymbol& symbol = code.symbols[place];
        mark(symbol.name, in_name);
        mark(symbol.within, in_scope);
        mark(symbol.signature, in_signature);
        const auto [begin, end] = said.equal_range(symbol.name);
        for (auto each = begin; each != end; ++each) mark(each->second->content, in_comment);
        double share = 0;
        for (const std::size_t bit : touched_) share += std::exchange(marked_[bit], 0.0);
        touched_.clear();
        share = std::min(1.0, share / all_);
        const auto spelled = names_.find(symbol.name);
        if (spelled != names_.end()) {
            const bool is_within = spelled->second->within.empty() || spelled->second->within == symbol.within;
            share += of_spelled_name * spelled->second->weight * (is_within ? 1.0 : 0.5);
        }
        if (share > 0) matches.push_back({place, share});
    }
    const std::size_t kept = std::min(most, matches.size());
    std::ranges::partial_sort(matches, matches.begin() + static_cast<std::ptrdiff_t>(kept),
                              [](const SymbolMatch& a, const SymbolMatch& b) {
                                  return a.share != b.share ? a.share > b.share : a.place < b.place;
                              });
    matches.resize(kept);
    return matches;
}

CodeLines best_lines(std::string_view source, const CodeQuestion& question) {
    constexpr std::size_t window = 8;
    std::unordered_map<Term, std::size_t> wanted;
    for (std::size_t i = 0; i < question.terms.size(); ++i) wanted.emplace(question.terms[i].term, i);
    TermCounter words(std::size_t{1} << 12U);
    std::vector<std::vector<std::size_t>> lines(1);
    for (std::size_t i = 0; i < source.size();) {
        if (source[i] == '\n') lines.emplace_back();
        if (!is_term_letter(source[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < source.size() && is_term_letter(source[i])) ++i;
        if (i - begin < 2 || i - begin > 64) continue;
        for (const Term term : words.terms_of(source.substr(begin, i - begin))) {
            if (const auto found = wanted.find(term); found != wanted.end()) lines.back().push_back(found->second);
        }
    }
    CodeLines best;
    double most = 0;
    for (std::size_t first = 0; first < lines.size(); ++first) {
        if (lines[first].empty()) continue;
        std::vector<std::size_t> held;
        std::size_t last = first;
        for (std::size_t line = first; line < std::min(first + window, lines.size()); ++line) {
            if (lines[line].empty()) continue;
            held.insert(held.end(), lines[line].begin(), lines[line].end());
            last = line;
        }
        std::ranges::sort(held);
        held.erase(std::unique(held.begin(), held.end()), held.end());
        double sum = 0;
        for (const std::size_t each : held) sum += question.terms[each].weight;
        if (sum <= most) continue;
        most = sum;
        best = {static_cast<std::int64_t>(first) + 1, static_cast<std::int64_t>(last) + 1};
    }
    return best;
}

}  // namespace hm
