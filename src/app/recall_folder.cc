#include "app/recall_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "engine/recall/time_asked.h"
#include "store/line_file.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

Error bad_line(const fs::path& file, std::size_t line, std::string_view why) {
    return {ErrorCode::invalid_input,
            fmt::format("Line {} of {} cannot be used.", line, file.string()),
            "Write one JSON object a line, with _id and text.",
            std::string(why),
            {}};
}

Error no_file(const fs::path& file) {
    return {ErrorCode::not_found,
            fmt::format("There is no {}.", file.string()),
            "Name a folder with corpus.jsonl, queries.jsonl and qrels.tsv.",
            {},
            {}};
}

// A number or a text, as text.
std::string word_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (value == nullptr || value->is_null()) return {};
    return value->is_string() ? std::string(value->get_string()) : to_text(*value);
}

double number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (value == nullptr) return 0;
    if (value->is_int64()) return static_cast<double>(value->get_int64());
    return value->is_double() ? value->get_double() : 0;
}

using VisitObject = std::function<void(const json::object&)>;

Result<bool> for_each_object(const fs::path& file, const VisitObject& visit) {
    std::size_t number = 0;
    return for_each_line(file, [&](std::string_view line, bool) -> Result<void> {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
        const auto parsed = parse_json(line);
        if (!parsed || !parsed->is_object()) return fail(bad_line(file, number, "It is no JSON object."));
        const json::object& object = parsed->get_object();
        if (word_member(object, "_id").empty()) return fail(bad_line(file, number, "It has no _id."));
        visit(object);
        return {};
    });
}

EvalItem item_of(const json::object& object) {
    EvalItem item;
    item.id = word_member(object, "_id");
    item.text = word_member(object, "text");
    if (const std::string title = word_member(object, "title"); !title.empty()) item.text = title + "\n" + item.text;
    item.author = word_member(object, "author");
    item.session = word_member(object, "session");
    item.position = number_member(object, "position");
    if (const auto day = time_asked(word_member(object, "date"), Time{0})) item.at = day->since;
    return item;
}

// Sessions stay in the order in which they first come.
void put_in_order(std::vector<EvalItem>& items) {
    std::map<std::string, std::size_t> first;
    for (const EvalItem& item : items) first.emplace(item.session, first.size());
    std::stable_sort(items.begin(), items.end(), [&](const EvalItem& a, const EvalItem& b) {
        if (a.session != b.session) return first[a.session] < first[b.session];
        return !a.session.empty() && a.position < b.position;
    });
}

Result<std::map<std::string, std::set<std::string>>> read_right(const fs::path& folder) {
    std::map<std::string, std::set<std::string>> right;
    const auto take = [&](std::string_view line, bool) -> Result<void> {
        const std::size_t one = line.find('\t');
        const std::size_t two = one == std::string_view::npos ? one : line.find('\t', one + 1);
        if (two == std::string_view::npos) return {};
        const std::string_view score = line.substr(two + 1);
        if (score.starts_with("0") || score.starts_with("-") || score.starts_with("score")) return {};
        right[std::string(line.substr(0, one))].emplace(line.substr(one + 1, two - one - 1));
        return {};
    };
    HM_TRY_ASSIGN(const bool is_there, for_each_line(folder / "qrels.tsv", take));
    if (!is_there) HM_TRY(for_each_line(folder / "qrels" / "test.tsv", take));
    return right;
}

}  // namespace

Result<EvalFolder> read_eval_folder(const fs::path& folder) {
    EvalFolder read;
    const fs::path corpus = folder / "corpus.jsonl";
    HM_TRY_ASSIGN(const bool has_corpus,
                  for_each_object(corpus, [&](const json::object& line) { read.items.push_back(item_of(line)); }));
    if (!has_corpus) return fail(no_file(corpus));
    put_in_order(read.items);
    HM_TRY_ASSIGN(const auto right, read_right(folder));
    HM_TRY(for_each_object(folder / "queries.jsonl", [&](const json::object& line) {
        const std::string id = word_member(line, "_id");
        const auto answers = right.find(id);
        // A question without an answer says nothing of recall.
        if (answers != right.end()) read.questions.push_back({id, word_member(line, "text"), answers->second});
    }));
    return read;
}

}  // namespace hm
