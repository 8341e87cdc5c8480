// A shell text as its parts: every simple command in it, wherever it stands (pipelines, lists, substitutions, loops,
// functions), with quotes taken off and variables put in where their value can be told. Parsing decides nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"

namespace hm::shell {

// plain: the text is what the shell will pass. temporary: a scratch place whose name the system makes (mktemp,
// $TMPDIR). unknown: something of it is only known when it runs; the text is as it was written.
HM_ENUM(Certainty, plain, temporary, unknown)

// Whether other words may come to stand where this one does, as xargs and find put them there. names: of files,
// branches or commits, one or several, none of them an option. anything: whatever somebody has written, options and
// verbs too.
HM_ENUM(Openness, closed, names, anything)

struct Word {
    std::string text;
    Certainty certainty = Certainty::plain;
    bool has_glob = false;  // an unquoted * ? or [
    Openness openness = Openness::closed;
};

HM_ENUM(RedirectKind, reads, writes)

struct Redirect {
    RedirectKind kind = RedirectKind::reads;
    Word target;
    bool is_appended = false;
    bool is_of_nothing = false;  // no command stands before it: > a.txt
};

struct Assigned {
    std::string name;
    Word value;
};

struct Command {
    std::vector<Word> words;         // the program first
    std::vector<Assigned> assigned;  // variables set in front of it
    std::vector<Redirect> redirects;
    std::optional<Word> input;           // a here-document or here-string
    std::optional<std::size_t> fed_by;   // the command whose output it reads
    std::vector<std::size_t> made_from;  // commands inside <(…) among its words
    bool is_substituted = false;         // stands inside $(…), for its output
    bool is_part_of_block = false;       // its output is not all that comes out: { a; b; } | c
};

struct Script {
    std::vector<Command> commands;
    std::vector<Redirect> redirects;     // of blocks and of nothing
    std::vector<Assigned> assigned;      // set for all that follows
    std::vector<std::string> functions;  // defined in the text
    std::vector<std::string> problems;   // what could not be parsed, in words
    bool is_endless = false;             // some of it multiplies or writes without an end
    std::string too_much;                // why some of it was not looked at; "" when all of it was
};

inline constexpr std::size_t longest_script = 256 * 1024;

Script parse_script(std::string_view text);

}  // namespace hm::shell
