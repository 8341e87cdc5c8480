// The stem of an English word, after Porter (1980): "connected", "connection" and "connects" meet in "connect".
// Words that are not plain lower-case letters stay as they are. Stems are stored in the search index, so what makes
// them must not change without a migration that makes the index anew.
#pragma once

#include <string>

namespace hm {

std::string stem_of(std::string word);

}  // namespace hm
