// Meanings: what the words of a parsed shell text come to, with the variables that were set so far.
#pragma once

#include <tree_sitter/api.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shell/script.h"

namespace hm::shell {

// Unquoted, the value of a variable falls apart at blanks.
HM_ENUM(Quoting, bare, quoted)

// Whether a variable of that name is for a place of one's own, made to be thrown away: tmp. Of some the machine says
// where: TMPDIR.
bool is_scratch_variable(std::string_view name);
bool is_scratch_of_machine(std::string_view variable);

class Meanings {
public:
    explicit Meanings(std::string_view text) : text_(text) {}

    // What the node may come to. More than one for loops and braces.
    std::vector<Word> of(TSNode node, Quoting quoting) { return meanings(node, quoting, 0); }
    Word first_of(TSNode node);
    // What it was set to before may still count: an assignment may not be reached.
    void set(std::string_view variable, std::vector<Word> values);
    // From here on a text that is not seen may have set any variable.
    void let_others_set() { others_set_ = true; }
    // x+=m: each of what it was, with each of these behind it.
    void append(std::string_view variable, std::vector<Word> values);

private:
    std::string_view text_of(TSNode node) const;
    std::vector<Word> meanings(TSNode node, Quoting quoting, int depth);
    std::vector<Word> quoted_string(TSNode node, int depth);
    std::vector<Word> concatenation(TSNode node, Quoting quoting, int depth);
    std::vector<Word> variable(TSNode node, Quoting quoting);
    Word substitution(TSNode node, int depth);
    void set_separators(const std::vector<Word>& values);

    std::string_view text_;
    std::map<std::string, std::vector<Word>, std::less<>> variables_;
    bool others_set_ = false;
    std::string separators_ = " \t\n";
    bool splits_unknown_ = false;  // it is split at something that is only known when it runs
};

}  // namespace hm::shell
