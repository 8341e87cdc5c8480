// Programs that read unless told where to write: sort -o, uniq in out, iconv -o.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/shell/judges.h"

namespace hm::shell {

bool judge_reader_with_output(const Call& call, Judge& judge) {
    struct Reader {
        std::string_view name;
        std::string_view option;
        std::string_view long_option;
    };
    constexpr std::array<Reader, 12> readers{{{"sort", "-o", "--output"},
                                              {"iconv", "-o", "--output"},
                                              {"tree", "-o", "-o"},
                                              {"jq", "-i", "--in-place"},
                                              {"xmllint", "-o", "--output"},
                                              {"pandoc", "-o", "--output"},
                                              {"xxd", "-r", "-r"},
                                              {"shuf", "-o", "--output"},
                                              {"yq", "-i", "--inplace"},
                                              {"pr", "-o", "-o"},
                                              {"base64", "-o", "--output"},
                                              {"openssl", "-out", "-out"}}};
    for (const Reader& reader : readers) {
        if (reader.name != call.program()) continue;
        // xxd in out
        const auto files = call.operands({"-l", "-s", "-c", "-g", "-o", "-n"});
        if (call.program() == "xxd" && files.size() > 1) judge.writes(files[1], call);
        const bool writes = std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& w) {
            // sort -uo a b
            const bool ends_letters = reader.option == "-o" && w.text.size() > 2 && w.text[0] == '-' &&
                                      std::isalpha(static_cast<unsigned char>(w.text[1])) != 0 && w.text.ends_with('o');
            return ends_letters || w.text == reader.option || w.text.starts_with(reader.long_option) ||
                   (reader.option.size() == 2 && reader.option != "-i" && reader.option != "-r" &&
                    w.text.starts_with(reader.option));
        });
        if (const Word* path = call.value_of({reader.option, reader.long_option});
            writes && path != nullptr && reader.option != "-i" && reader.option != "-r")
            judge.writes(*path, call);
        for (const Word& word : call.arguments()) {
            const bool holds = reader.option == "-o" && word.text.starts_with("-o") && word.text.size() > 2;
            if (holds) judge.writes({word.text.substr(2), word.certainty, word.has_glob}, call);
        }
        if (writes && (reader.option == "-i")) {
            if (const auto operands = call.operands(); !operands.empty()) judge.writes(operands.back(), call);
        }
        const bool is_emptied = writes && call.has_word("/dev/null");
        judge.note(is_emptied ? ShellClass::destructive
                   : writes   ? ShellClass::write
                              : ShellClass::read,
                   call, writes ? "writes a file" : "only reads");
        return true;
    }
    if (call.program() != "uniq") return false;
    const auto operands = call.operands({"-f", "-s", "-w"});
    if (operands.size() > 1) judge.writes(operands[1], call);
    const bool is_emptied = operands.size() > 1 && operands[0].text == "/dev/null";
    judge.note(is_emptied            ? ShellClass::destructive
               : operands.size() > 1 ? ShellClass::write
                                     : ShellClass::read,
               call, operands.size() > 1 ? "writes a file" : "only reads");
    return true;
}

}  // namespace hm::shell
