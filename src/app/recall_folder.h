// One folder of an evaluation, read: what is to be remembered, the questions, and what answers them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace hm {

struct EvalItem {
    std::string id;
    std::string text;
    std::string author;
    std::string session;  // empty: none
    double position = 0;
    std::optional<Time> at;
};

struct EvalQuestion {
    std::string id;
    std::string text;
    std::set<std::string> right;  // ids of items
};

struct EvalFolder {
    std::vector<EvalItem> items;  // session by session, in order of their positions
    std::vector<EvalQuestion> questions;
};

Result<EvalFolder> read_eval_folder(const std::filesystem::path& folder);

}  // namespace hm
