// The judges of shell programs, each for one kind, in the order in which judge.cc asks them.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string_view>

#include "engine/shell/call.h"

namespace hm::shell {

// The judges of programs: each knows one sort and notes in the Judge what a call of it does. To add one: 1. a file
// named for the sort, 2. its line here, 3. its place in the order of Judge::judge_call.

// Arguments that others choose: xargs git, git $verb. Answers whether the worst that they can make of the program
// decides.
bool judge_open_words(const Call& call, Judge& judge);

// Whether the word may come to any number of others: "$@", ${args[@]}, $1.
bool is_positional(const Word& word);

// What stands for the names that xargs and find put in, within a text for a shell.
inline constexpr std::string_view found_name = "found";

// Each answers false when the program is none of its own, or does nothing of the kind.
bool judge_applied_patch(const Call& call, Judge& judge);
bool judge_publishing(const Call& call, Judge& judge);
bool judge_other_agent(const Call& call, Judge& judge);
bool judge_given_code(const Call& call, Judge& judge);
bool judge_tunnel(const Call& call, Judge& judge);
bool judge_foreign_code(const Call& call, Judge& judge);
bool judge_packing(const Call& call, Judge& judge);
bool judge_wrapper(const Call& call, Judge& judge);
bool judge_interpreter(const Call& call, Judge& judge);
bool judge_removal(const Call& call, Judge& judge);
bool judge_found_files(const Call& call, Judge& judge);
bool judge_batch_editor(const Call& call, Judge& judge);
bool judge_git(const Call& call, Judge& judge);
bool judge_file_program(const Call& call, Judge& judge);
bool judge_reader_with_output(const Call& call, Judge& judge);
bool judge_network_program(const Call& call, Judge& judge);
bool judge_database(const Call& call, Judge& judge);
bool judge_container_program(const Call& call, Judge& judge);
bool judge_package_program(const Call& call, Judge& judge);
bool judge_ending(const Call& call, Judge& judge);
bool judge_plain_program(const Call& call, Judge& judge);

// Whether a call that builds, tests, checks or asks changes what is kept all the same (jest -u, npm install x, gh pr
// merge), and whether a variable that is set for it asks for that.
bool rewrites(const Call& call);
bool asks_to_rewrite(const Assigned& assigned);

// What the call is fed: a here-document, or the output of a command that only prints. Unknown where something else
// feeds it; nothing where nothing does.
std::optional<Word> fed_text(const Call& call);

// Whether what is written has no end, or is more than a disk has room for.
bool fills_the_disk(const Call& call);

// Whether settings, rights or branches at a host of repositories are changed by its own interface.
bool changes_hosted_repository(const Call& call);

// A program that none of them knows.
void judge_other_program(const Call& call, Judge& judge);

// Arguments that are commands or code themselves: hyperfine 'rm -rf src', choom -n 0 rm -rf src. Answers whether one of
// them may not be let through.
bool judge_held_commands(const Call& call, Judge& judge);

// Parts of a shell text that start themselves again and again, or write without an end.

// A function that calls itself beside itself: f() { f | f & }
bool multiplies_itself(TSNode function, std::string_view text);

// A loop that nothing ends or slows down, and that writes or starts something every time.
bool grows_without_end(TSNode loop, std::string_view text);

// The commands that clients of databases have beside SQL: they write files, run scripts and run programs.

// Notes what the client's own commands in the text do (.output x, \! rm x, writefile('x', …)). True when there are any.
bool judge_client_commands(const Word& text, const Call& call, Judge& judge);

// What a call would send to another machine: secrets, files from outside the project, the project as a whole.

// Whether a file of secrets is among what it is given, by name or by what feeds it.
bool sends_secrets(const Call& call);
bool is_fed_secrets(const Call& call);

// Whether the command prints a secret, a word holds what such a command prints, or is a variable for one.
bool tells_a_secret(const Command& command);
bool holds_a_told_secret(const Word& word);
bool is_secret_variable(const Word& word);

// A file of secrets among words that are no addresses.
bool names_secrets(std::span<const Word> words);

// Whether files of the machine or the whole project are among what is sent to another machine.
bool sends_what_is_not_its_own(const Call& call, std::span<const Word> sent);

// Whether what feeds the call packs up files or dumps a database.
bool is_fed_an_archive(const Call& call);

// Whether an address leads to this machine.
bool is_own_machine(std::string_view address);

}  // namespace hm::shell
