#include "app/project/code_map.h"

#include <algorithm>

#include "base/digest.h"
#include "base/redact.h"
#include "engine/codemap/extract.h"
#include "engine/codemap/terms.h"
#include "store/files/read_files.h"

namespace hm {
namespace {

constexpr std::size_t files_in_a_batch = 200;
// A change within the same tick of the clock as the look before it would not show.
constexpr std::int64_t clock_tick_ns = 20'000'000;

struct Reading {
    MappedFile file;
    CodeFile code;
    FileTerms terms;
    bool has_new_content = true;
};

// Beyond that a document is data.
constexpr std::int64_t largest_document = 200'000;

// What the map holds: code, and text that can be searched. HiveMind's own files are nobody's code.
bool is_mapped_path(std::string_view path) {
    return (source_kind(path).has_value() || is_text_path(path)) && !is_secret_path(path) && !is_own_file(path);
}

TermCounter& term_counter() {
    static TermCounter counter;
    return counter;
}

bool is_plain_file(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
}

std::int64_t system_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void set_aside(Reading& reading, std::string_view why) {
    reading.file.skipped = why;
    reading.file.hash.clear();
}

// In a signature `password: string` is a type; only what stands in quotes can be a secret.
std::string without_quoted_secrets(const std::string& signature) {
    std::string out;
    for (std::size_t place = 0; place < signature.size();) {
        const std::size_t open = std::min(signature.find_first_of("\"'`", place), signature.size());
        const std::size_t close =
            open < signature.size() ? signature.find(signature[open], open + 1) : std::string::npos;
        if (close == std::string::npos) return out + signature.substr(place);
        out += signature.substr(place, open - place + 1) + redact(signature.substr(open + 1, close - open - 1)) +
               signature[close];
        place = close + 1;
    }
    return out;
}

// What is kept may reach a model that the file itself would not.
void hide_secrets(CodeFile& code) {
    for (CodeComment& comment : code.comments) comment.content = redact(comment.content);
    for (CodeSymbol& symbol : code.symbols) symbol.signature = without_quoted_secrets(symbol.signature);
}

// Nothing when it is no file that the map holds.
std::optional<Reading> read_source(const std::filesystem::path& root, const std::string& path, const MappedFile* before,
                                   Time now) {
    const std::filesystem::path place = root / path;
    const auto kind = source_kind(path);
    const auto seen = look_at(place);
    if (!is_mapped_path(path) || !seen || !is_plain_file(place)) return std::nullopt;
    Reading reading;
    MappedFile& file = reading.file;
    file.path = path;
    if (kind) file.language = kind->language;
    file.seen = *seen;
    if (file.seen.changed_ns > system_ns() - clock_tick_ns) file.seen.changed_ns = 0;
    file.scanned_at = now;
    const auto aside = [&](std::string_view why) {
        set_aside(reading, why);
        reading.terms = term_counter().count(path, {}, nullptr);
        reading.terms.role = role_of(path, true);
    };
    if (seen->size > (kind ? static_cast<std::int64_t>(largest_mapped_file) : largest_document)) {
        aside("too_large");
        return reading;
    }
    const auto source = read_bounded_file(place, largest_mapped_file);
    if (!source || !*source) {
        aside("unreadable");
        return reading;
    }
    const std::string& text = **source;
    file.hash = git_blob_name(text);
    if (before != nullptr && before->hash == file.hash) {
        reading.has_new_content = false;
        return reading;
    }
    file.skipped = reason_to_skip(path, text);
    const bool is_made = !file.skipped.empty();
    const bool is_readable = !is_made || file.skipped == "generated";
    if (kind && is_readable) {
        reading.code = extract_code(*kind, text);
        hide_secrets(reading.code);
        file.lines = reading.code.lines;
    }
    reading.terms = term_counter().count(path, is_readable ? std::string_view(text) : std::string_view(),
                                         kind ? &reading.code : nullptr);
    reading.terms.role = role_of(path, is_made);
    return reading;
}

class Batch {
public:
    explicit Batch(Connection& codemap) : codemap_(codemap) {}

    Result<void> add(Reading reading) {
        readings_.push_back(std::move(reading));
        return readings_.size() < files_in_a_batch ? Result<void>{} : write();
    }
    Result<void> write() {
        if (readings_.empty()) return {};
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap_, Durability::process_crash));
        for (const Reading& each : readings_) {
            HM_TRY(each.has_new_content ? put_mapped_file(transaction, each.file, each.code, each.terms)
                                        : put_look(transaction, each.file));
        }
        readings_.clear();
        return transaction.commit();
    }

private:
    Connection& codemap_;
    std::vector<Reading> readings_;
};

Result<void> mark_all_gone(Connection& codemap, const std::vector<std::string>& gone) {
    if (gone.empty()) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
    for (const std::string& path : gone) HM_TRY(mark_gone(transaction, path));
    return transaction.commit();
}

void count(const MappedFile& file, ScanReport& report) {
    if (!file.language) return;
    if (file.skipped.empty()) {
        ++report.files;
    } else {
        ++report.skipped[file.skipped];
    }
}

// What was known and is not listed any more; only when everything could be listed.
std::vector<std::string> gone_files(const std::map<std::string, MappedFile>& known, const ProjectFiles& listed,
                                    const std::filesystem::path& root) {
    std::vector<std::string> gone;
    for (const auto& [path, file] : known) {
        const bool is_listed = std::ranges::binary_search(listed.paths, path);
        const bool is_there = is_listed && is_plain_file(root / path);
        if (!is_there && (listed.is_whole || !is_plain_file(root / path))) gone.push_back(path);
    }
    return gone;
}

}  // namespace

Result<ScanReport> refresh_codemap(Connection& codemap, Workspace& workspace, Deadline deadline) {
    const std::filesystem::path& root = workspace.store.paths().root;
    HM_TRY_ASSIGN(const auto known, mapped_files(codemap));
    const ProjectFiles listed = list_project_files(root, most_mapped_files, deadline);
    ScanReport report;
    report.is_whole = listed.is_whole;
    Batch batch(codemap);
    for (const std::string& path : listed.paths) {
        const bool is_code = source_kind(path).has_value() && !is_own_file(path);
        if (!is_code) ++report.not_code;
        if (!is_mapped_path(path)) continue;
        const auto before = known.find(path);
        const bool is_known = before != known.end();
        const auto seen = is_known ? look_at(root / path) : std::nullopt;
        if (is_known && seen == before->second.seen) {
            if (is_code) ++report.unchanged;
            count(before->second, report);
            continue;
        }
        if (deadline.has_passed()) {
            report.is_whole = false;
            break;
        }
        auto reading = read_source(root, path, is_known ? &before->second : nullptr, workspace.clock.now());
        if (!reading) continue;
        report.bytes += reading->file.seen.size;
        // Its content says whether it changed, not when it was touched.
        const bool is_changed = is_known && reading->has_new_content && before->second.hash != reading->file.hash;
        if (is_code) ++(!is_known ? report.added : is_changed ? report.changed : report.unchanged);
        count(reading->has_new_content ? reading->file : before->second, report);
        HM_TRY(batch.add(std::move(*reading)));
    }
    HM_TRY(batch.write());
    const std::vector<std::string> gone = gone_files(known, listed, root);
    report.removed =
        std::ranges::count_if(gone, [&](const std::string& path) { return known.at(path).language.has_value(); });
    HM_TRY(mark_all_gone(codemap, gone));
    HM_TRY(settle_terms(codemap, deadline));
    if (report.is_whole) {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
        HM_TRY(put_codemap_fact(transaction, last_look_fact, std::to_string(workspace.clock.now().ms)));
        HM_TRY(transaction.commit());
    }
    return report;
}

Result<void> refresh_files(Connection& codemap, const std::vector<std::string>& paths, Workspace& workspace,
                           Deadline deadline) {
    Batch batch(codemap);
    std::vector<std::string> gone;
    for (const std::string& path : paths) {
        if (!is_mapped_path(path) || deadline.has_passed()) continue;
        HM_TRY_ASSIGN(const auto before, mapped_file(codemap, path));
        auto reading =
            read_source(workspace.store.paths().root, path, before ? &*before : nullptr, workspace.clock.now());
        if (reading) {
            HM_TRY(batch.add(std::move(*reading)));
        } else if (before) {
            gone.push_back(path);
        }
    }
    HM_TRY(batch.write());
    return mark_all_gone(codemap, gone);
}

Result<void> with_codemap(const ProjectPaths& paths, Deadline deadline,
                          const std::function<Result<void>(Connection& codemap)>& act) {
    {
        HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open(paths, deadline));
        auto done = act(codemap.connection());
        if (done || done.error().code != ErrorCode::corrupt) return done;
    }
    HM_TRY(CodeMap::throw_away(paths, deadline));
    HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open(paths, deadline));
    return act(codemap.connection());
}

namespace {

constexpr Duration longest_look = seconds(120);
constexpr Duration fresh_for = seconds(20);

// Whether the map was whole a moment ago and git did nothing since.
Result<bool> is_fresh(Connection& codemap, const ProjectPaths& paths, Time now) {
    HM_TRY_ASSIGN(const auto looked, codemap_fact(codemap, last_look_fact));
    if (!looked) return false;
    const Time at{std::strtoll(looked->c_str(), nullptr, 10)};
    if (now.ms < at.ms || now.ms - at.ms > fresh_for.ms) return false;
    for (const std::string_view name : {".git/index", ".git/HEAD"}) {
        const auto seen = look_at(paths.root / name);
        if (seen && seen->changed_ns / 1'000'000 >= at.ms) return false;
    }
    return true;
}

}  // namespace

Result<Answer> look_at_codemap(const QueryContext& context,
                               const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell) {
    const Deadline deadline = Deadline::in(longest_look);
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(answer, tell(codemap, deadline));
        if (report.is_whole) return {};
        answer.text += "A limit was met before all files were read; scan again to go on.\n";
        answer.data.as_object()["complete"] = false;
        return {};
    };
    HM_TRY(with_codemap(context.workspace.store.paths(), deadline, act));
    return answer;
}

Result<Answer> glance_at_codemap(const QueryContext& context,
                                 const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell) {
    const Deadline deadline = Deadline::in(longest_look);
    Answer answer;
    bool is_told = false;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const bool may_ask, is_fresh(codemap, context.workspace.store.paths(), context.now));
        if (!may_ask) return {};
        HM_TRY_ASSIGN(answer, tell(codemap, deadline));
        is_told = true;
        return {};
    };
    HM_TRY(with_codemap(context.workspace.store.paths(), deadline, act));
    return is_told ? Result<Answer>(std::move(answer)) : look_at_codemap(context, tell);
}

}  // namespace hm
