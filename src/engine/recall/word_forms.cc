#include "engine/recall/word_forms.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

using Forms = std::array<std::string_view, 3>;

// Stems, as the index has them ("choos" for choose). Left out are forms that more often are another word: left, bit,
// rose, wound.
constexpr auto irregular = std::to_array<Forms>({{"analysi", "analys"},
                                                 {"axi", "ax"},
                                                 {"becom", "becam"},
                                                 {"begin", "began", "begun"},
                                                 {"break", "broke", "broken"},
                                                 {"bring", "brought"},
                                                 {"build", "built"},
                                                 {"bui", "bought"},
                                                 {"catch", "caught"},
                                                 {"child", "children"},
                                                 {"choos", "chose", "chosen"},
                                                 {"come", "came"},
                                                 {"criterion", "criteria"},
                                                 {"draw", "drew", "drawn"},
                                                 {"drive", "drove", "driven"},
                                                 {"eat", "at", "eaten"},
                                                 {"fall", "fell", "fallen"},
                                                 {"feel", "felt"},
                                                 {"fight", "fought"},
                                                 {"find", "found"},
                                                 {"fly", "flew", "flown"},
                                                 {"foot", "feet"},
                                                 {"forget", "forgot", "forgotten"},
                                                 {"freez", "froze", "frozen"},
                                                 {"get", "got", "gotten"},
                                                 {"give", "gave", "given"},
                                                 {"go", "went", "gone"},
                                                 {"grow", "grew", "grown"},
                                                 {"half", "halv"},
                                                 {"hang", "hung"},
                                                 {"hear", "heard"},
                                                 {"hide", "hid", "hidden"},
                                                 {"hold", "held"},
                                                 {"hypothesi", "hypothes"},
                                                 {"index", "indic"},
                                                 {"keep", "kept"},
                                                 {"know", "knew", "known"},
                                                 {"lead", "led"},
                                                 {"lose", "lost"},
                                                 {"make", "made"},
                                                 {"man", "men"},
                                                 {"matrix", "matric"},
                                                 {"mean", "meant"},
                                                 {"meet", "met"},
                                                 {"mous", "mice"},
                                                 {"overrid", "overrod", "overridden"},
                                                 {"overwrit", "overwrot", "overwritten"},
                                                 {"pai", "paid"},
                                                 {"person", "peopl"},
                                                 {"rebuild", "rebuilt"},
                                                 {"redo", "redid", "redon"},
                                                 {"rewrit", "rewrot", "rewritten"},
                                                 {"ride", "rode", "ridden"},
                                                 {"run", "ran"},
                                                 {"sai", "said"},
                                                 {"see", "saw", "seen"},
                                                 {"seek", "sought"},
                                                 {"sell", "sold"},
                                                 {"send", "sent"},
                                                 {"shake", "shook", "shaken"},
                                                 {"show", "shown"},
                                                 {"shrink", "shrank", "shrunk"},
                                                 {"sing", "sang", "sung"},
                                                 {"sink", "sank", "sunk"},
                                                 {"sit", "sat"},
                                                 {"sleep", "slept"},
                                                 {"speak", "spoke", "spoken"},
                                                 {"spend", "spent"},
                                                 {"spin", "spun"},
                                                 {"stand", "stood"},
                                                 {"steal", "stole", "stolen"},
                                                 {"stick", "stuck"},
                                                 {"strike", "struck"},
                                                 {"swear", "swore", "sworn"},
                                                 {"sweep", "swept"},
                                                 {"swim", "swam", "swum"},
                                                 {"take", "took", "taken"},
                                                 {"teach", "taught"},
                                                 {"tell", "told"},
                                                 {"think", "thought"},
                                                 {"throw", "threw", "thrown"},
                                                 {"tooth", "teeth"},
                                                 {"understand", "understood"},
                                                 {"undo", "undid", "undon"},
                                                 {"vertex", "vertic"},
                                                 {"wake", "woke", "woken"},
                                                 {"wear", "wore", "worn"},
                                                 {"win", "won"},
                                                 {"withdraw", "withdrew", "withdrawn"},
                                                 {"woman", "women"},
                                                 {"write", "wrote", "written"}});

}  // namespace

std::vector<std::string> other_forms(std::string_view search_word) {
    std::vector<std::string> others;
    if (search_word.empty()) return others;
    for (const Forms& forms : irregular) {
        if (std::ranges::find(forms, search_word) == forms.end()) continue;
        for (const std::string_view form : forms) {
            if (!form.empty() && form != search_word) others.emplace_back(form);
        }
        break;
    }
    return others;
}

}  // namespace hm
