#include "engine/recall/query_words.h"

#include <algorithm>
#include <array>

#include "domain/words.h"

namespace hm {

std::vector<std::string> query_words(std::string_view question) {
    std::vector<std::string> words;
    for (std::string& word : search_words(question)) {
        if (words.size() == max_query_words) break;
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
    }
    return words;
}

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

namespace {

struct OwnElement {
    std::string_view begins;
    std::string_view ends;
};

constexpr std::array<OwnElement, 2> own_elements{{
    {"<hivemind_state", "</hivemind_state>"},
    {"<hivemind_rules", "</hivemind_rules>"},
}};

void take_out(std::string& text, const OwnElement& element) {
    for (std::size_t at = text.find(element.begins); at != std::string::npos; at = text.find(element.begins, at)) {
        const std::size_t end = text.find(element.ends, at);
        text.erase(at, end == std::string::npos ? std::string::npos : end + element.ends.size() - at);
    }
}

}  // namespace

std::string without_own_text(std::string_view text) {
    std::string rest(text);
    for (const OwnElement& element : own_elements) take_out(rest, element);
    return rest;
}

}  // namespace hm
