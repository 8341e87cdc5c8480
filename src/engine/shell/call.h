// Call: one program with its arguments, as the judges of programs see it. They note what it does in the Judge.
#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shell/judge.h"
#include "engine/shell/places.h"
#include "engine/shell/run_scripts.h"
#include "engine/shell/script.h"
#include "engine/shell/words.h"

namespace hm::shell {

class Judge;

class Call {
public:
    Call(std::string program, std::span<const Word> arguments, const Command& command, const Script& script)
        : program_(std::move(program)), arguments_(arguments), command_(command), script_(script) {}

    const std::string& program() const { return program_; }
    std::span<const Word> arguments() const { return arguments_; }
    const Command& command() const { return command_; }
    const Script& script() const { return script_; }

    // "rm -rf x", shortened.
    std::string text() const;

    // -r alone or among other letters, or --recursive, also cut short (--recurs) where the program takes it so. A
    // `--name=value` counts as --name.
    bool has_flag(char letter, std::string_view name = {}) const;
    bool has_word(std::string_view text) const;
    // Arguments that are no options; everything behind `--` is one. `with_value` are options that take the next word.
    std::vector<Word> operands(std::initializer_list<std::string_view> with_value = {}) const;
    // The words behind the first `count` operands, options and all.
    std::span<const Word> behind_operands(std::size_t count, std::string_view options_with_value) const;
    // The value of that option: the word behind it or behind letters that end in it (-fsSLo x), or what it holds itself
    // (--output=x). Lives as long as the call.
    const Word* value_of(std::initializer_list<std::string_view> names) const;
    // The first operand's text, or "".
    std::string subcommand(std::initializer_list<std::string_view> with_value = {}) const;

private:
    std::string program_;
    std::span<const Word> arguments_;
    const Command& command_;
    const Script& script_;
    mutable std::deque<Word> held_;  // values that stood within their option
};

// Whether a place that goes may be source.
HM_ENUM(Doubt, none, may_be_source)

class Judge {
public:
    Judge(const OwnCommands& own, int depth) : own_(own), depth_(depth) {}

    void note(ShellClass shell_class, const Call& call, std::string why);
    // A command of HiveMind's own that no agent may run.
    void note_for_person(const Call& call);
    // A path that is written or removed. Scratch places count for nothing.
    void writes(const Word& path, const Call& call);
    // A file or a folder that comes from another machine; what runs it runs what others chose.
    void fetches(const Word& path) { fetched_.push_back(plain_path(path.text)); }
    bool is_fetched(const Word& file) const;
    // Where the text has moved something that no build makes anew, and whether that is there or below.
    void moves_to(const Word& place);
    bool holds_what_was_moved(const Word& place) const;
    // A place that goes with all that it holds. One that is source in one project and made by the build in another is
    // doubtful unless the text goes on to build, or fills it itself.
    void removes(const Word& place, const Call& call, Doubt doubt = Doubt::none);
    // Something else that goes of a place, as far as reading can say where that is. Its path, and whether it is a
    // pattern, come from the place.
    void takes(const Word& place, Removal removal);
    // A file of which nothing is left, and whether only what it holds can say that something is lost.
    void empties(const Word& file, const Call& call);
    // A file that the text makes anew with something in it, and whether it did: jq . a > b && mv b a.
    void makes(const Word& file) { made_.push_back(plain_path(file.text)); }
    bool has_made(const Word& file) const;
    bool has_filled(const Word& place) const;  // whether the text has written there
    // A file that the text has put into an archive or encrypted, and whether it was.
    void packs(const Word& path) { packed_.push_back(plain_path(path.text)); }
    bool has_packed(const Word& path) const;
    // An archive that the text has made of what no build makes.
    bool has_packed_sources_into(const Word& archive) const;
    // A remote repository that the text itself has named.
    void adds_remote(const Word& name) { remotes_.push_back(name.text); }
    bool has_added_remote(std::string_view name) const;
    // What a compiler makes of the project's own sources, wherever it puts it: g++ a.cc -o /tmp/a && /tmp/a.
    void note_built(const Command& command);
    bool has_built(const Word& file) const;
    // From now on the name stands for that text.
    void names(std::string name, const Word& text) { aliases_.push_back({std::move(name), text}); }
    // Whether the text itself has written the file. New rights alone do not count.
    bool is_just_written(const Word& file) const;
    void changes_rights(const Word& file, const Call& call);
    // What the text itself has put there by a here-document; nothing when it has not, or it cannot be told.
    const Word* text_of(const Word& file) const;
    void keeps_text(const Command& command);
    void forgets_text(const Word& path);
    // A file that is run as a script.
    void runs_file(const Word& file, const Call& call);
    // The same of one that nothing else is to be said of: whoever can read it judges its inside.
    void tells_script(const Word& file, const Call& call);
    // The recipes that make, and the scripts that npm and its like would run.
    void tells_recipes(const Call& call);
    // Judges a text that the call would run as shell. `arguments` says what may stand for its "$@".
    void run_text(const Word& text, const Call& call, Openness arguments = Openness::closed);
    // Judges the words as a command of its own (behind sudo, env, xargs …).
    void run_words(std::span<const Word> words, const Call& call);

    // From now on relative paths are below that directory, or below one that nobody can tell.
    void change_directory(const Word& directory);
    void loses_directory() { is_lost_ = true; }
    // Whether the command at hand is the text's own and it can be said where it runs: not behind ssh, env -C or $(…).
    bool knows_place() const;

    void judge_script(std::string_view text, Openness arguments = Openness::closed);
    // What the text or the words would do, as a judge of its own sees it; only what it would remove is noted here.
    ShellEffect trial_of_text(const Word& text, const Call& call);
    ShellEffect trial_of_words(std::span<const Word> words, const Call& call);
    const OwnCommands& own() const { return own_; }
    ShellJudgement take();
    const std::vector<RunScript>& scripts() const { return scripts_; }

private:
    void note_scratch(const Word& path, const Call& call);
    void runs_text_of(const Word& text, const Call& call);
    void add_script(const std::string& path, const RunScript& script, const Call& call);
    bool stays_from_here(const Word& file) const;
    void judge_command(const Command& command, const Script& script);
    bool judge_alias(const Command& command, const Script& script);
    void judge_call(const Call& call);
    void add(ShellEffect effect);

    OwnCommands own_;
    int depth_;
    static std::string plain_path(std::string_view path);

    std::vector<std::string> fetched_;
    std::vector<std::string> moved_;
    std::vector<std::string> made_;
    std::vector<std::string> packed_;
    struct Doubtful {
        std::string place;
        std::size_t removal;  // its place among the judgement's
        ShellEffect effect;   // where nobody can look at it
    };
    ShellEffect take_trial(ShellJudgement tried);
    std::vector<Doubtful> doubtful_;
    std::vector<std::string> rights_;  // paths whose rights alone were changed
    std::vector<Assigned> texts_;      // files that here-documents went to
    bool is_building_ = false;         // the command at hand makes something
    std::vector<std::string> remotes_;
    std::vector<std::string> built_;
    std::vector<Assigned> aliases_;
    std::string directory_;  // where relative paths begin; empty: where the text runs
    int directories_entered_ = 0;
    bool is_lost_ = false;     // nobody can tell the directory any more
    bool comes_back_ = false;  // what follows a cd may run elsewhere: (cd x), cd x || y
    ShellJudgement judgement_;
    std::vector<RunScript> scripts_;
};

// A variable that is set for a program, where it makes the program run something: PAGER='rm -rf src' git log.
void judge_assigned(const Assigned& assigned, const Call& call, Judge& judge);

// Whether the program runs tests, whose names are words like any others: pytest -k delete.
bool runs_tests(std::string_view program);

// Whether the name alone says that what follows must be looked at: rm, dd, sh, git.
bool is_grave_name(std::string_view program);

// The name of a program without its folder, version and ending.
std::string plain_program(std::string_view written);

// The words that are the program's own: no options, nothing behind --, and none of what it is to test.
std::vector<Word> own_words(const Call& call);

// Whether its first words say that it takes something away for good.
bool says_it_takes_away(const Call& call);

// Whether it is asked to show what it would do: tool delete --dry-run.
bool is_only_tried(const Call& call);

// The same for programs that nothing else is known of: nats stream rm, jenkins-cli delete-job.
bool names_a_removal(const Call& call);

// Judges code of a language that stands on the command line.
void judge_code(const Word& code, const Call& call, Judge& judge);

// Whether nothing is left of what was there when the call's output goes to that file.
bool leaves_nothing(const Call& call, const Word& target);

// Whether what feeds the call prints nothing: true | tee a.c.
bool is_fed_nothing(const Call& call);

// Whether what feeds the call reads that file: cat a.c | sort | tee a.c.
bool is_read_before(const Call& call, const Word& file);

}  // namespace hm::shell
