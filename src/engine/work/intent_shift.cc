#include "engine/work/intent_shift.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "base/strings.h"
#include "engine/recall/query_words.h"

namespace hm {
namespace {

using Words = std::span<const std::string>;

// How a person breaks in. As a clause of its own, so that "wait for the server" is none.
constexpr std::array<std::string_view, 30> interjections{
    "wait",           "no wait",         "oh wait",           "hold on",       "hang on",
    "stop",           "actually",        "actually wait",     "wait actually", "no",
    "scratch that",   "forget that",     "forget it",         "never mind",    "nevermind",
    "change of plan", "change of plans", "on second thought", "new priority",  "one sec",
    "hmm wait",       "ok wait",         "hey wait",          "wait wait",     "leave that",
    "drop that",      "park that",       "pause that",        "wait a second", "wait a minute"};

// With these the old work is given up or set aside, whatever comes next.
constexpr std::array<std::string_view, 9> dismissals{"scratch that", "change of plan", "change of plans",
                                                     "new priority", "leave that",     "drop that",
                                                     "park that",    "pause that",     "on second thought"};

// Work as a task is named by it. Looking, running and telling are steps of any work.
constexpr std::array<std::string_view, 34> work_verbs{
    "add",     "address", "build",  "clean",      "create",     "debug",    "deal",      "design",  "do",
    "finish",  "fix",     "focus",  "get",        "go",         "handle",   "implement", "improve", "make",
    "migrate", "move",    "polish", "prioritise", "prioritize", "refactor", "repair",    "resolve", "rewrite",
    "ship",    "solve",   "start",  "switch",     "tackle",     "work",     "write"};

// Ways to open a request. What follows them is the verb.
constexpr std::array<std::string_view, 22> request_openings{
    "please",      "let's",         "lets",      "let us",        "can you",         "could you",
    "can we",      "could we",      "would you", "you should",    "we should",       "we need to",
    "you need to", "i want you to", "i want to", "i need you to", "i'd like you to", "i'd rather you",
    "and",         "then",          "just",      "we have to"};

// A clause that begins so tells of a case, not of a wish.
constexpr std::array<std::string_view, 14> no_wish{"if",  "when", "once",  "unless", "whenever", "while", "after",
                                                   "why", "what", "which", "how",    "should",   "did",   "do i"};

constexpr std::array<std::string_view, 12> negations{"don't", "dont",  "not",    "never",   "no",      "cannot",
                                                     "can't", "won't", "didn't", "doesn't", "without", "nothing"};

// Words before "first" that make it a number: "the first test".
constexpr std::array<std::string_view, 12> makes_it_a_number{"the",  "at", "my",  "your", "its",  "this",
                                                             "very", "a",  "our", "his",  "that", "from"};
// Words that may follow "first" when it means "before anything else".
constexpr std::array<std::string_view, 9> may_follow_first{"please", "before",  "and", "because", "since",
                                                           "then",   "instead", "now", "though"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string joined(Words words) {
    return fmt::format("{}", fmt::join(words, " "));
}

bool begins_with(Words words, std::string_view phrase) {
    const std::string text = joined(words) + " ";
    return text.starts_with(std::string(phrase) + " ");
}

std::size_t count_words(std::string_view phrase) {
    return static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' ')) + 1;
}

// The words behind "please", "let's", "can you" and the like.
std::size_t behind_openings(Words words) {
    std::size_t at = 0;
    for (bool found = true; found && at < words.size();) {
        found = false;
        for (const std::string_view opening : request_openings) {
            if (!begins_with(words.subspan(at), opening)) continue;
            at += count_words(opening);
            found = true;
            break;
        }
    }
    return at;
}

bool is_wish(const Clause& clause) {
    const bool is_case = std::any_of(no_wish.begin(), no_wish.end(),
                                     [&](std::string_view word) { return begins_with(clause.words, word); });
    const bool is_negated = std::any_of(clause.words.begin(), clause.words.end(),
                                        [](const std::string& word) { return is_one_of(word, negations); });
    return !is_case && !is_negated;
}

// Where "first" stands in the sense of "before anything else"; the end when nowhere.
std::size_t place_of_first(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] != "first" || is_one_of(words[i - 1], makes_it_a_number)) continue;
        if (i + 1 == words.size() || is_one_of(words[i + 1], may_follow_first)) return i;
    }
    return words.size();
}

// "instead", but not "instead of".
std::size_t place_of_instead(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "instead" && (i + 1 == words.size() || words[i + 1] != "of")) return i;
    }
    return words.size();
}

std::string text_between(const Clause& clause, std::size_t begin, std::size_t end) {
    if (begin >= end) return {};
    return joined(Words(clause.original).subspan(begin, end - begin));
}

struct Verb {
    std::size_t at = 0;
    bool is_work = false;
};

Verb verb_of(const Clause& clause) {
    const std::size_t at = behind_openings(clause.words);
    return {at, at < clause.words.size() && is_one_of(clause.words[at], work_verbs)};
}

// "switch to the UI", "focus on the UI", "work on the UI", "move on to the UI", "prioritize the UI": where the object
// begins, or 0.
std::size_t object_of_turning(Words words, std::size_t verb) {
    constexpr std::array<std::string_view, 10> turning{"switch to",  "switch over to", "focus on",   "move on to",
                                                       "go to",      "prioritize",     "prioritise", "switch gears to",
                                                       "go back to", "move over to"};
    for (const std::string_view phrase : turning) {
        if (begins_with(words.subspan(verb), phrase)) return verb + count_words(phrase);
    }
    return 0;
}

// "the UI comes first", "the UI is more important": where the statement begins, or 0.
std::size_t place_of_priority(Words words) {
    constexpr std::array<std::string_view, 8> statements{"comes first",        "is more important", "is more urgent",
                                                         "has priority",       "takes priority",    "goes first",
                                                         "are more important", "matters more"};
    for (std::size_t i = 1; i < words.size(); ++i) {
        for (const std::string_view statement : statements) {
            if (begins_with(words.subspan(i), statement)) return i;
        }
    }
    return 0;
}

struct BreakIn {
    std::string said;  // empty: nobody broke in
    bool dismisses = false;
};

BreakIn break_in(const std::vector<Clause>& clauses, std::size_t before) {
    for (std::size_t i = 0; i < before; ++i) {
        const std::string said = joined(clauses[i].words);
        if (is_one_of(said, interjections)) return {said, is_one_of(said, dismissals)};
    }
    return {};
}

IntentShift shift(std::string target, std::string_view before, std::string_view marker, ShiftSign sign) {
    std::string cue(before);
    if (!before.empty() && !marker.empty()) cue += " … ";
    cue += marker;
    return {std::move(target), std::move(cue), sign};
}

std::optional<IntentShift> shift_in(const Clause& clause, const BreakIn& before) {
    const bool broke_in = !before.said.empty();
    const ShiftSign sign = broke_in ? ShiftSign::strong : ShiftSign::weak;
    const std::size_t count = clause.words.size();
    if (const std::size_t at = place_of_priority(clause.words); at > 0) {
        return shift(text_between(clause, 0, at), before.said, text_between(clause, at, count), sign);
    }
    const Verb verb = verb_of(clause);
    if (!verb.is_work) return std::nullopt;
    const std::size_t first = place_of_first(clause.words);
    const std::size_t instead = place_of_instead(clause.words);
    const std::size_t end = std::min(first, instead);
    const std::size_t object = object_of_turning(clause.words, verb.at);
    const std::size_t from = object > 0 ? object : verb.at;
    if (end < count && from + 1 < end + (object > 0 ? 1 : 0)) {
        return shift(text_between(clause, from, end), before.said, clause.words[end], sign);
    }
    if (object > 0 && object < count) {
        return shift(text_between(clause, object, count), before.said, text_between(clause, verb.at, object), sign);
    }
    const bool has_object = verb.at + 1 < count;
    if (before.dismisses && has_object) return shift(text_between(clause, verb.at, count), before.said, "", sign);
    return std::nullopt;
}

}  // namespace

std::optional<IntentShift> recognise_shift(std::string_view prompt) {
    const std::vector<Clause> clauses = opening_clauses(prompt);
    bool is_in_a_case = false;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        const Clause& clause = clauses[i];
        if (clause.begins_sentence) is_in_a_case = false;
        // What follows "if …," belongs to the case.
        if (!is_wish(clause) && !is_one_of(joined(clause.words), interjections)) {
            is_in_a_case = true;
            continue;
        }
        // "first …, then …" and "… first, then …" are steps of one piece of work.
        const bool is_a_step = i + 1 < clauses.size() && !clauses[i + 1].begins_sentence &&
                               (clauses[i + 1].words.front() == "then" || clauses[i + 1].words.front() == "and");
        const BreakIn before = break_in(clauses, i);
        if (is_in_a_case || (is_a_step && before.said.empty())) continue;
        auto found = shift_in(clause, before);
        if (found && !found->target.empty()) return found;
    }
    return std::nullopt;
}

namespace {

constexpr std::size_t looked_at = 400;
constexpr std::size_t most_clauses = 8;

char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_word_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '\'' || c == '/' || c == '+' || c == '#';
}

// Curly quotes and dashes as they are typed on a plain keyboard.
std::string with_plain_signs(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view sign = text.substr(i, 3);
        if (sign == "\xE2\x80\x98" || sign == "\xE2\x80\x99") {
            plain += '\'';
        } else if (sign == "\xE2\x80\x9C" || sign == "\xE2\x80\x9D") {
            plain += '"';
        } else if (sign == "\xE2\x80\x93" || sign == "\xE2\x80\x94" || sign == "\xE2\x80\xA6") {
            plain += ", ";
        } else {
            plain += text[i];
            continue;
        }
        i += 2;
    }
    return plain;
}

// Leaves out what is quoted: code, quotation marks, quoted lines of a mail.
std::string without_quotations(const std::string& text) {
    std::string rest;
    char inside = '\0';
    bool is_quoted_line = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool begins_line = i == 0 || text[i - 1] == '\n';
        if (begins_line) is_quoted_line = c == '>';
        if (is_quoted_line) continue;
        if (inside != '\0') {
            if (c == inside) inside = '\0';
            continue;
        }
        if (c == '`' || c == '"') {
            inside = c;
            rest += " quoted ";
            continue;
        }
        rest += c;
    }
    return rest;
}

bool ends_sentence(char c) {
    return c == '.' || c == '!' || c == '?' || c == '\n' || c == ';';
}

bool ends_clause(const std::string& text, std::size_t i) {
    const char c = text[i];
    const bool is_dash = c == '-' && i > 0 && text[i - 1] == ' ' && i + 1 < text.size() && text[i + 1] == ' ';
    // A dot inside a name, such as a file's, ends nothing.
    const bool is_inner_dot = c == '.' && i + 1 < text.size() && is_word_character(text[i + 1]);
    return !is_inner_dot && (ends_sentence(c) || c == ',' || c == ':' || c == '(' || c == ')' || is_dash);
}

class Splitter {
public:
    void take(char c) { word_ += c; }
    void end_word() {
        if (word_.empty()) return;
        std::string lower;
        for (const char c : word_) lower += to_lower(c);
        clause_.words.push_back(std::move(lower));
        clause_.original.push_back(std::move(word_));
        word_.clear();
    }
    void end_clause(char by) {
        end_word();
        if (!clause_.words.empty()) {
            clause_.ended_by = by;
            clause_.begins_sentence = begins_sentence_;
            clauses_.push_back(std::move(clause_));
            begins_sentence_ = false;
        }
        clause_ = {};
        if (ends_sentence(by)) begins_sentence_ = true;
    }
    std::vector<Clause> take_clauses() { return std::move(clauses_); }
    std::size_t count() const { return clauses_.size(); }

private:
    std::string word_;
    Clause clause_;
    std::vector<Clause> clauses_;
    bool begins_sentence_ = true;
};

}  // namespace

std::vector<Clause> opening_clauses(std::string_view text) {
    const std::string plain = without_quotations(with_plain_signs(first_characters(text, looked_at)));
    Splitter splitter;
    for (std::size_t i = 0; i < plain.size() && splitter.count() < most_clauses; ++i) {
        if (ends_clause(plain, i)) {
            splitter.end_clause(plain[i]);
        } else if (is_word_character(plain[i]) || plain[i] == '.') {
            splitter.take(plain[i]);
        } else {
            splitter.end_word();
        }
    }
    splitter.end_clause('.');
    return splitter.take_clauses();
}

namespace {

// Enough of the words must be found, those of the name counting in full.
constexpr double least_share = 0.5;
constexpr double for_surroundings = 0.6;

// Words that stand in the name of any task tell nothing of which is meant.
const std::set<std::string, std::less<>>& common_words() {
    static const std::set<std::string, std::less<>> words{
        "fix",    "add",    "build",    "clean",  "create",  "debug",     "deal",    "design", "do",
        "finish", "focus",  "get",      "go",     "handle",  "implement", "improve", "make",   "migrate",
        "move",   "polish", "refactor", "repair", "resolve", "rewrite",   "ship",    "solve",  "start",
        "switch", "tackle", "work",     "write",  "task",    "thing",     "stuff",   "issue",  "problem",
        "bug",    "part",   "new",      "old",    "first",   "instead"};
    return words;
}

std::string stem(std::string word) {
    for (const std::string_view ending : {"ing", "ed", "s"}) {
        if (word.size() > ending.size() + 2 && word.ends_with(ending)) {
            word.erase(word.size() - ending.size());
            break;
        }
    }
    return word;
}

std::set<std::string> stems_of(std::string_view text) {
    std::set<std::string> stems;
    for (const std::string& word : query_words(text)) {
        if (!common_words().contains(word)) stems.insert(stem(word));
    }
    return stems;
}

double share_of(const std::set<std::string>& wanted, const KnownWork& work) {
    const std::set<std::string> in_name = stems_of(work.name);
    const std::set<std::string> around = stems_of(work.surroundings);
    double found = 0;
    for (const std::string& word : wanted) {
        found += in_name.contains(word) ? 1 : around.contains(word) ? for_surroundings : 0;
    }
    return found / static_cast<double>(wanted.size());
}

}  // namespace

std::optional<Id> work_meant(std::string_view target, const std::vector<KnownWork>& known) {
    const std::set<std::string> wanted = stems_of(target);
    if (wanted.empty()) return std::nullopt;
    double best = 0;
    bool is_plain = false;
    std::optional<Id> meant;
    for (const KnownWork& work : known) {
        const double share = share_of(wanted, work);
        if (share < least_share || share < best) continue;
        // Two that fit equally well are no answer: nobody said which.
        is_plain = share > best;
        best = share;
        meant = work.task_id;
    }
    return is_plain ? meant : std::nullopt;
}

}  // namespace hm
