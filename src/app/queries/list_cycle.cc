// cycle list: the exports of sessions that are there, newest first.
#include <fmt/format.h>

#include <algorithm>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/session_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_looked_at = 100'000;

struct ListCycle {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListCycle::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListCycle& input, const QueryContext& context) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(session_places(context.workspace.store.paths()).exports, error), end;
         !error && it != end && names.size() < most_looked_at; it.increment(error)) {
        names.push_back(it->path().filename().string());
    }
    std::ranges::sort(names, std::greater<>());
    const std::size_t all = names.size();
    names.resize(std::min(all, static_cast<std::size_t>(list_limit(input.limit))));
    json::array data;
    std::string text;
    for (const std::string& name : names) {
        data.emplace_back(name);
        text += name + "\n";
    }
    if (text.empty()) text = "(no exports)\n";
    if (all > names.size()) text += fmt::format("… and {} more\n", all - names.size());
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query list_cycle() {
    return make_query<ListCycle, run>("cycle list", "List the exports of sessions.");
}

}  // namespace hm
