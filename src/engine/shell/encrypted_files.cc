// Encrypting what people wrote, in its own place: whoever lacks the key has lost it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

bool is_encrypting(const Call& call) {
    const std::string& program = call.program();
    if (program == "openssl") return is_listed(call.subcommand(), "enc aes-256-cbc aes-128-cbc des3 cms smime pkeyutl");
    if (program == "gpg") return call.has_flag('c', "symmetric") || call.has_flag('e', "encrypt");
    return program == "age" || program == "mcrypt" || program == "aescrypt";
}

}  // namespace

bool judge_encryption(const Call& call, Judge& judge) {
    // They leave nothing of the file but its encrypted form.
    constexpr std::array<std::string_view, 4> in_place{"ccrypt", "ccencrypt", "bcrypt", "scrypt"};
    if (is_one_of(call.program(), in_place) && !call.has_flag('d', "decrypt")) {
        judge.note(ShellClass::destructive, call, "encrypts files in their own place");
        return true;
    }
    if (!is_encrypting(call)) return false;
    const Word* input = call.value_of({"-in"});
    const Word* output = call.value_of({"-out", "-o", "--output"});
    std::vector<Word> files = call.operands({"-k", "-K", "-iv", "-pass", "-out", "-o", "--output", "--passphrase", "-r",
                                             "--recipient", "-u", "--local-user", "--passphrase-file"});
    if (input != nullptr) files.push_back(*input);
    for (const Word& file : files) {
        judge.packs(file);
        if (output == nullptr || output->text != file.text || !is_kept_by_hand(file.text)) continue;
        judge.note(ShellClass::destructive, call, fmt::format("encrypts {} in its own place", file.text));
        return true;
    }
    return false;
}

}  // namespace hm::shell
