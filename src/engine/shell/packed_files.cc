// Files that are there only in another form afterwards: encrypted, where whoever lacks the key has lost them, or
// compressed, where no build finds them.
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

// gzip -r src, bzip2 src/*.ts
bool compresses_sources(const Call& call, Judge& judge) {
    struct Compressor {
        std::string_view program;
        std::string_view ending;
    };
    constexpr std::array<Compressor, 6> compressors{
        {{"gzip", ".gz"}, {"pigz", ".gz"}, {"bzip2", ".bz2"}, {"xz", ".xz"}, {"lzma", ".lzma"}, {"compress", ".Z"}}};
    const auto row = std::find_if(compressors.begin(), compressors.end(),
                                  [&](const Compressor& each) { return each.program == call.program(); });
    if (row == compressors.end()) return false;
    const bool leaves_them = call.has_flag('k', "keep") || call.has_flag('c', "stdout") ||
                             call.has_flag('d', "decompress") || call.has_flag('l', "list") ||
                             call.has_flag('t', "test") || call.has_flag(0, "to-stdout");
    if (leaves_them) return false;
    for (const Word& file : call.operands({"-S", "--suffix", "-T", "--threads"})) {
        judge.packs({file.text + std::string(row->ending)});
        const bool is_many = call.has_flag('r', "recursive") || file.has_glob;
        const bool is_kept = file.has_glob ? is_kept_by_hand(file.text) : !is_build_output(file.text);
        if (is_many && is_kept && !is_scratch(file)) return true;
    }
    return false;
}

}  // namespace

bool judge_packing(const Call& call, Judge& judge) {
    // They leave nothing of the file but its encrypted form.
    constexpr std::array<std::string_view, 4> in_place{"ccrypt", "ccencrypt", "bcrypt", "scrypt"};
    if (is_one_of(call.program(), in_place) && !call.has_flag('d', "decrypt")) {
        judge.note(ShellClass::destructive, call, "encrypts files in their own place");
        return true;
    }
    if (compresses_sources(call, judge)) {
        judge.note(ShellClass::destructive, call, "leaves what people wrote only in packed form");
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
