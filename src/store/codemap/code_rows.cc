#include "store/codemap/code_rows.h"

#include "base/json.h"
#include "base/strings.h"

namespace hm {
namespace {

constexpr std::string_view file_columns =
    "path, language, size, changed_ns, hash, lines, skipped, scanned_at FROM file WHERE is_gone=0";

MappedFile file_of(const Statement& row) {
    MappedFile file;
    file.path = row.text(0);
    file.language = enum_named<CodeLanguage>(row.text(1));
    file.seen = {row.integer(2), row.integer(3)};
    file.hash = row.text(4);
    file.lines = row.integer(5);
    file.skipped = row.text(6);
    file.scanned_at = Time{row.integer(7)};
    return file;
}

CodeComment comment_of(const Statement& row, int first) {
    return {row.integer(first), enum_named<CodeCommentKind>(row.text(first + 1)).value_or(CodeCommentKind::note),
            std::string(row.text(first + 2)), std::string(row.text(first + 3))};
}

CodeSymbol symbol_of(const Statement& row, int first) {
    return {row.integer(first),
            std::string(row.text(first + 1)),
            enum_named<SymbolKind>(row.text(first + 2)).value_or(SymbolKind::variable),
            std::string(row.text(first + 3)),
            std::string(row.text(first + 4)),
            row.integer(first + 5) != 0,
            row.integer(first + 6)};
}

constexpr std::string_view symbol_columns = "s.line, s.name, s.kind, s.signature, s.within, s.is_exported, s.end_line";

template <class Row, class Read>
Result<std::vector<Row>> read_rows(Statement& statement, Read read) {
    std::vector<Row> rows;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, statement.step());
        if (!has_row) return rows;
        rows.push_back(read(statement));
    }
}

FoundSymbol found_symbol(const Statement& row) {
    return {std::string(row.text(0)), symbol_of(row, 1)};
}

Result<std::int64_t> file_id(Connection& codemap, std::string_view path) {
    HM_TRY_ASSIGN(Statement find, codemap.prepare("SELECT id FROM file WHERE path=?1"));
    find.bind(1, path);
    HM_TRY_ASSIGN(const bool is_there, find.step());
    return is_there ? find.integer(0) : std::int64_t{0};
}

Result<void> clear_file(Connection& codemap, std::int64_t id) {
    for (const std::string_view sql : {"DELETE FROM comment WHERE file_id=?1", "DELETE FROM symbol WHERE file_id=?1",
                                       "DELETE FROM import WHERE file_id=?1"}) {
        HM_TRY_ASSIGN(Statement clear, codemap.prepare(sql));
        clear.bind(1, id);
        HM_TRY(clear.run());
    }
    return {};
}

Result<void> put_code(Connection& codemap, std::int64_t id, const CodeFile& code) {
    HM_TRY_ASSIGN(Statement comment, codemap.prepare("INSERT INTO comment VALUES(?1,?2,?3,?4,?5)"));
    for (const CodeComment& each : code.comments) {
        bind_all(comment, id, each.line, name_of(each.kind), std::string_view(each.content),
                 std::string_view(each.related));
        HM_TRY(comment.run());
    }
    HM_TRY_ASSIGN(Statement symbol, codemap.prepare("INSERT INTO symbol VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
    for (const CodeSymbol& each : code.symbols) {
        bind_all(symbol, id, each.line, std::string_view(each.name), name_of(each.kind),
                 std::string_view(each.signature), std::string_view(each.within),
                 std::int64_t{each.is_exported ? 1 : 0}, each.end_line);
        HM_TRY(symbol.run());
    }
    HM_TRY_ASSIGN(Statement import, codemap.prepare("INSERT OR IGNORE INTO import VALUES(?1,?2,?3)"));
    for (const CodeImport& each : code.imports) {
        bind_all(import, id, each.line, std::string_view(each.given));
        HM_TRY(import.run());
    }
    return {};
}

constexpr std::int64_t most_exports = 1000;

json::array kept_exports(const std::vector<CodeSymbol>& exports) {
    json::array kept;
    for (const CodeSymbol& each : exports) {
        kept.push_back(json::array{each.name, name_of(each.kind), each.signature, each.within, each.line});
    }
    return kept;
}

std::vector<CodeSymbol> exports_of(const json::value& kept) {
    std::vector<CodeSymbol> exports;
    if (!kept.is_array()) return exports;
    for (const json::value& each : kept.get_array()) {
        const json::array* parts = each.if_array();
        if (parts == nullptr || parts->size() != 5) continue;
        const auto text = [&](std::size_t i) {
            const json::string* found = (*parts)[i].if_string();
            return found == nullptr ? std::string() : std::string(*found);
        };
        const std::int64_t* line = (*parts)[4].if_int64();
        exports.push_back({line == nullptr ? 0 : *line, text(0),
                           enum_named<SymbolKind>(text(1)).value_or(SymbolKind::variable), text(2), text(3), true});
    }
    return exports;
}

Result<std::vector<CodeSymbol>> exports_of_file(Connection& codemap, std::int64_t id) {
    HM_TRY_ASSIGN(
        Statement read,
        codemap.prepare("SELECT " + std::string(symbol_columns) +
                        " FROM symbol AS s WHERE s.file_id=?1 AND s.is_exported=1 ORDER BY s.rowid LIMIT ?2"));
    bind_all(read, id, most_exports);
    return read_rows<CodeSymbol>(read, [](const Statement& row) { return symbol_of(row, 0); });
}

}  // namespace

Result<std::map<std::string, MappedFile>> mapped_files(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT " + std::string(file_columns)));
    std::map<std::string, MappedFile> files;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return files;
        MappedFile file = file_of(read);
        files.emplace_hint(files.end(), file.path, std::move(file));
    }
}

Result<std::optional<MappedFile>> mapped_file(Connection& codemap, std::string_view path) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT " + std::string(file_columns) + " AND path=?1"));
    read.bind(1, path);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return std::nullopt;
    return file_of(read);
}

namespace {

// The name without folders and endings, in small letters; a package's own file goes by its folder.
std::string stem_of_path(std::string_view path) {
    const std::string_view name = file_name(path);
    return lower_case(name.substr(0, name.find('.', 1)));
}

}  // namespace

Result<void> put_mapped_file(Transaction& transaction, const MappedFile& file, const CodeFile& code,
                             const FileTerms& terms) {
    Connection& codemap = transaction.connection();
    const std::string stem = stem_of_path(file.path);
    HM_TRY_ASSIGN(
        Statement put,
        codemap.prepare("INSERT INTO file(path, language, size, changed_ns, hash, lines, skipped, scanned_at, stem)"
                        " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9) ON CONFLICT(path) DO UPDATE SET language=?2, size=?3,"
                        " changed_ns=?4, hash=?5, lines=?6, skipped=?7, scanned_at=?8, is_gone=0"));
    bind_all(put, std::string_view(file.path), file.language ? name_of(*file.language) : std::string_view(),
             file.seen.size, file.seen.changed_ns, std::string_view(file.hash), file.lines,
             std::string_view(file.skipped), file.scanned_at, std::string_view(stem));
    HM_TRY(put.run());
    HM_TRY_ASSIGN(const std::int64_t id, file_id(codemap, file.path));
    HM_TRY(clear_file(codemap, id));
    HM_TRY(put_terms(transaction, id, terms));
    return put_code(codemap, id, code);
}

Result<void> put_look(Transaction& transaction, const MappedFile& file) {
    HM_TRY_ASSIGN(Statement put, transaction.connection().prepare(
                                     "UPDATE file SET size=?2, changed_ns=?3, scanned_at=?4 WHERE path=?1"));
    bind_all(put, std::string_view(file.path), file.seen.size, file.seen.changed_ns, file.scanned_at);
    return put.run();
}

Result<void> mark_gone(Transaction& transaction, std::string_view path) {
    Connection& codemap = transaction.connection();
    HM_TRY_ASSIGN(const std::int64_t id, file_id(codemap, path));
    HM_TRY(clear_file(codemap, id));
    HM_TRY(put_terms(transaction, id, {}));
    HM_TRY_ASSIGN(Statement mark, codemap.prepare("UPDATE file SET is_gone=1 WHERE id=?1"));
    mark.bind(1, id);
    return mark.run();
}

Result<CodeFile> read_code(Connection& codemap, std::string_view path) {
    HM_TRY_ASSIGN(const auto file, mapped_file(codemap, path));
    CodeFile code;
    if (!file) return code;
    code.language = file->language.value_or(CodeLanguage::c);
    code.lines = file->lines;
    HM_TRY_ASSIGN(const std::int64_t id, file_id(codemap, path));
    HM_TRY_ASSIGN(Statement comments,
                  codemap.prepare("SELECT line, kind, content, related FROM comment WHERE file_id=?1 ORDER BY rowid"));
    comments.bind(1, id);
    HM_TRY_ASSIGN(code.comments,
                  read_rows<CodeComment>(comments, [](const Statement& row) { return comment_of(row, 0); }));
    HM_TRY_ASSIGN(Statement symbols, codemap.prepare("SELECT " + std::string(symbol_columns) +
                                                     " FROM symbol AS s WHERE s.file_id=?1 ORDER BY s.rowid"));
    symbols.bind(1, id);
    HM_TRY_ASSIGN(code.symbols, read_rows<CodeSymbol>(symbols, [](const Statement& row) { return symbol_of(row, 0); }));
    HM_TRY_ASSIGN(Statement imports,
                  codemap.prepare("SELECT line, given FROM import WHERE file_id=?1 ORDER BY line, given"));
    imports.bind(1, id);
    HM_TRY_ASSIGN(code.imports, read_rows<CodeImport>(imports, [](const Statement& row) {
                      return CodeImport{row.integer(0), std::string(row.text(1))};
                  }));
    return code;
}

Result<std::vector<FoundComment>> comments_of_kind(Connection& codemap, CodeCommentKind kind) {
    HM_TRY_ASSIGN(Statement read,
                  codemap.prepare("SELECT f.path, c.line, c.kind, c.content, c.related FROM comment AS c JOIN file AS f"
                                  " ON f.id=c.file_id WHERE c.kind=?1 ORDER BY f.path, c.line, c.rowid"));
    read.bind(1, name_of(kind));
    return read_rows<FoundComment>(
        read, [](const Statement& row) { return FoundComment{std::string(row.text(0)), comment_of(row, 1)}; });
}

Result<std::vector<FoundSymbol>> exported_symbols(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read,
                  codemap.prepare("SELECT f.path, " + std::string(symbol_columns) +
                                  " FROM symbol AS s JOIN file AS f ON f.id=s.file_id WHERE s.is_exported=1"
                                  " ORDER BY f.path, s.rowid"));
    return read_rows<FoundSymbol>(read, found_symbol);
}

Result<std::vector<FoundImport>> all_imports(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT f.path, i.line, i.given FROM import AS i JOIN file AS f"
                                                  " ON f.id=i.file_id ORDER BY f.path, i.line, i.given"));
    return read_rows<FoundImport>(read, [](const Statement& row) {
        return FoundImport{std::string(row.text(0)), {row.integer(1), std::string(row.text(2))}};
    });
}

Result<std::vector<FoundSymbol>> symbols_named(Connection& codemap, std::string_view name, std::int64_t limit) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT f.path, " + std::string(symbol_columns) +
                                                  " FROM symbol AS s JOIN file AS f ON f.id=s.file_id WHERE s.name=?1"
                                                  " ORDER BY s.is_exported DESC, f.path, s.line LIMIT ?2"));
    bind_all(read, name, limit);
    return read_rows<FoundSymbol>(read, found_symbol);
}

Result<std::vector<NumberedFile>> files_with_stem(Connection& codemap, std::string_view stem, std::int64_t limit) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT id, path FROM file WHERE stem=?1 AND is_gone=0 LIMIT ?2"));
    bind_all(read, stem, limit);
    return read_rows<NumberedFile>(
        read, [](const Statement& row) { return NumberedFile{row.integer(0), std::string(row.text(1))}; });
}

Result<std::string> path_of_file(Connection& codemap, std::int64_t id) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT path FROM file WHERE id=?1 AND is_gone=0"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    return is_there ? std::string(read.text(0)) : std::string();
}

Result<CodeFile> code_of_file(Connection& codemap, std::int64_t id) {
    CodeFile code;
    HM_TRY_ASSIGN(Statement comments, codemap.prepare("SELECT line, kind, content, related FROM comment"
                                                      " WHERE file_id=?1 ORDER BY rowid"));
    comments.bind(1, id);
    HM_TRY_ASSIGN(code.comments,
                  read_rows<CodeComment>(comments, [](const Statement& row) { return comment_of(row, 0); }));
    HM_TRY_ASSIGN(Statement symbols, codemap.prepare("SELECT " + std::string(symbol_columns) +
                                                     " FROM symbol AS s WHERE s.file_id=?1 ORDER BY s.rowid"));
    symbols.bind(1, id);
    HM_TRY_ASSIGN(code.symbols, read_rows<CodeSymbol>(symbols, [](const Statement& row) { return symbol_of(row, 0); }));
    return code;
}

Result<std::vector<NumberedSymbol>> declarations_of_name(Connection& codemap, std::string_view name,
                                                         std::int64_t limit) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT s.file_id, " + std::string(symbol_columns) +
                                                  " FROM symbol AS s WHERE s.name=?1 LIMIT ?2"));
    bind_all(read, name, limit);
    return read_rows<NumberedSymbol>(
        read, [](const Statement& row) { return NumberedSymbol{row.integer(0), symbol_of(row, 1)}; });
}

Result<std::vector<ChangedCodeFile>> changed_since_scan(Connection& codemap) {
    HM_TRY_ASSIGN(
        Statement read,
        codemap.prepare("SELECT id, path, is_gone, base_exports FROM file WHERE language<>'' AND ((is_gone=1 AND"
                        " base_hash IS NOT NULL) OR (is_gone=0 AND base_hash IS NOT hash)) ORDER BY path"));
    std::vector<ChangedCodeFile> changes;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return changes;
        ChangedCodeFile change{std::string(read.text(1)), std::nullopt, std::nullopt};
        if (!read.is_null(3)) {
            HM_TRY_ASSIGN(const json::value kept, parse_json(read.text(3)));
            change.before = exports_of(kept);
        }
        if (read.integer(2) == 0) {
            HM_TRY_ASSIGN(change.now, exports_of_file(codemap, read.integer(0)));
        }
        changes.push_back(std::move(change));
    }
}

Result<void> take_as_base(Transaction& transaction, Time now) {
    Connection& codemap = transaction.connection();
    HM_TRY(codemap.execute("DELETE FROM file WHERE is_gone=1"));
    HM_TRY_ASSIGN(Statement changed, codemap.prepare("SELECT id FROM file WHERE base_hash IS NOT hash"));
    HM_TRY_ASSIGN(const std::vector<std::int64_t> ids,
                  read_rows<std::int64_t>(changed, [](const Statement& row) { return row.integer(0); }));
    HM_TRY_ASSIGN(Statement take, codemap.prepare("UPDATE file SET base_hash=hash, base_exports=?2 WHERE id=?1"));
    for (const std::int64_t id : ids) {
        HM_TRY_ASSIGN(const std::vector<CodeSymbol> exports, exports_of_file(codemap, id));
        const std::string kept = to_text(kept_exports(exports));
        bind_all(take, id, std::string_view(kept));
        HM_TRY(take.run());
    }
    return put_codemap_fact(transaction, last_scan_fact, std::to_string(now.ms));
}

Result<CodeTotals> count_code(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read,
                  codemap.prepare("SELECT (SELECT count(*) FROM comment),"
                                  " (SELECT count(*) FROM comment WHERE kind IN ('todo','fixme','hack')),"
                                  " (SELECT count(*) FROM symbol), (SELECT count(*) FROM symbol WHERE is_exported=1),"
                                  " (SELECT count(*) FROM import)"));
    HM_TRY(read.step());
    return CodeTotals{read.integer(0), read.integer(1), read.integer(2), read.integer(3), read.integer(4)};
}

Result<std::optional<std::string>> codemap_fact(Connection& codemap, std::string_view name) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT value FROM fact WHERE name=?1"));
    read.bind(1, name);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return std::nullopt;
    return std::string(read.text(0));
}

Result<void> put_codemap_fact(Transaction& transaction, std::string_view name, std::string_view value) {
    HM_TRY_ASSIGN(Statement put, transaction.connection().prepare("INSERT OR REPLACE INTO fact VALUES(?1,?2)"));
    bind_all(put, name, value);
    return put.run();
}

}  // namespace hm
