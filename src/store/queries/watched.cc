#include "store/queries/watched.h"

#include "domain/words.h"
#include "store/queries/search_index.h"

namespace hm {
namespace {

constexpr std::int64_t most_marked = 100;

// ?1 is now, ?2 the file.
const std::string anchors_of_file = "source_file=?2 AND archived_at IS NULL AND stale_since IS NULL AND modified_at<?1";
// And ?3 the words of the file's path, ?4 and ?5 the first row and the most rows of the search.
const std::string knowledge_of_file =
    "stale_since IS NULL AND modified_at<?1 AND instr(evidence, ?2)>0 AND id IN (SELECT s.id FROM memory_search AS m "
    "JOIN searched AS s ON s.number=m.rowid-?4 WHERE m.memory_search MATCH ?3 AND m.rowid>=?4 LIMIT ?5)";

Result<std::int64_t> changed_rows(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT changes()"));
    HM_TRY(read.step());
    return read.integer(0);
}

// What holds all words of the path, knowledge and anchors only; the path itself is compared afterwards.
std::string match_of(const FilePath& file) {
    std::string match;
    for (const std::string& word : search_words(file.view())) match += (match.empty() ? "\"" : " AND \"") + word + '"';
    return match;
}

}  // namespace

Result<void> mark_changed_files(Transaction& transaction, const Event& event) {
    const json::value* files = event.facts.if_contains("files");
    if (files == nullptr || !files->is_array()) return {};
    for (const json::value& each : files->get_array()) {
        // A hook names its files; what others changed comes with what became of it.
        const std::string_view path = each.is_object()   ? text_member(each.get_object(), "path")
                                      : each.is_string() ? std::string_view(each.get_string())
                                                         : std::string_view();
        const auto file = FilePath::make(std::string(path));
        if (!file) continue;
        HM_TRY(mark_anchors_of_file(transaction, *file, event.at));
        HM_TRY(mark_knowledge_of_file(transaction, *file, event.at));
    }
    return {};
}

Result<std::int64_t> mark_anchors_of_file(Transaction& transaction, const FilePath& file, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement mark, connection.prepare("UPDATE anchors SET stale_since=?1 WHERE " + anchors_of_file));
    bind_all(mark, now, file.view());
    HM_TRY(mark.run());
    return changed_rows(connection);
}

Result<bool> has_anchors_to_mark(Connection& connection, const FilePath& file, Time now) {
    HM_TRY_ASSIGN(Statement look, connection.prepare("SELECT 1 FROM anchors WHERE " + anchors_of_file + " LIMIT 1"));
    bind_all(look, now, file.view());
    return look.step();
}

Result<bool> has_knowledge_to_mark(Connection& connection, const FilePath& file, Time now) {
    const std::string match = match_of(file);
    if (match.empty()) return false;
    HM_TRY_ASSIGN(Statement look,
                  connection.prepare("SELECT 1 FROM knowledge WHERE " + knowledge_of_file + " LIMIT 1"));
    bind_all(look, now, file.view(), std::string_view(match), first_other_row, most_marked);
    return look.step();
}

Result<std::int64_t> mark_anchors_of_task(Transaction& transaction, const Id& task_id, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement mark, connection.prepare("UPDATE anchors SET stale_since=?1 WHERE source_task_id=?2 "
                                                     "AND archived_at IS NULL AND stale_since IS NULL "
                                                     "AND modified_at<?1"));
    bind_all(mark, now, task_id);
    HM_TRY(mark.run());
    return changed_rows(connection);
}

Result<std::int64_t> mark_knowledge_of_file(Transaction& transaction, const FilePath& file, Time now) {
    const std::string match = match_of(file);
    if (match.empty()) return 0;
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement mark, connection.prepare("UPDATE knowledge SET stale_since=?1 WHERE " + knowledge_of_file));
    bind_all(mark, now, file.view(), std::string_view(match), first_other_row, most_marked);
    HM_TRY(mark.run());
    return changed_rows(connection);
}

}  // namespace hm
