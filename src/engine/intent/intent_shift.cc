#include "engine/intent/intent_shift.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "engine/intent/clauses.h"

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

}  // namespace hm
