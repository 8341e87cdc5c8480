#include "app/project/code_map.h"

#include <algorithm>

#include "base/digest.h"
#include "base/redact.h"
#include "engine/codemap/extract.h"
#include "store/files/read_files.h"

namespace hm {
namespace {

constexpr std::size_t files_in_a_batch = 200;
// A change within the same tick of the clock as the look before it would not show.
constexpr std::int64_t clock_tick_ns = 20'000'000;

struct Reading {
    MappedFile file;
    CodeFile code;
    bool has_new_content = true;
};

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
    if (!kind || !seen || !is_plain_file(place)) return std::nullopt;
    Reading reading;
    MappedFile& file = reading.file;
    file.path = path;
    file.language = kind->language;
    file.seen = *seen;
    if (file.seen.changed_ns > system_ns() - clock_tick_ns) file.seen.changed_ns = 0;
    file.scanned_at = now;
    if (static_cast<std::size_t>(seen->size) > largest_mapped_file) {
        set_aside(reading, "too_large");
        return reading;
    }
    const auto source = read_bounded_file(place, largest_mapped_file);
    if (!source || !*source) {
        set_aside(reading, "unreadable");
        return reading;
    }
    const std::string& text = **source;
    file.hash = git_blob_name(text);
    if (before != nullptr && before->hash == file.hash) {
        reading.has_new_content = false;
        return reading;
    }
    file.skipped = reason_to_skip(path, text);
    if (!file.skipped.empty()) return reading;
    reading.code = extract_code(*kind, text);
    hide_secrets(reading.code);
    file.lines = reading.code.lines;
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
            HM_TRY(each.has_new_content ? put_mapped_file(transaction, each.file, each.code)
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
        if (!source_kind(path)) {
            ++report.not_code;
            continue;
        }
        const auto before = known.find(path);
        const bool is_known = before != known.end();
        const auto seen = is_known ? look_at(root / path) : std::nullopt;
        if (is_known && seen == before->second.seen) {
            ++report.unchanged;
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
        ++(!is_known ? report.added : is_changed ? report.changed : report.unchanged);
        count(reading->has_new_content ? reading->file : before->second, report);
        HM_TRY(batch.add(std::move(*reading)));
    }
    HM_TRY(batch.write());
    const std::vector<std::string> gone = gone_files(known, listed, root);
    report.removed = static_cast<std::int64_t>(gone.size());
    HM_TRY(mark_all_gone(codemap, gone));
    return report;
}

Result<void> refresh_files(Connection& codemap, const std::vector<std::string>& paths, Workspace& workspace,
                           Deadline deadline) {
    Batch batch(codemap);
    std::vector<std::string> gone;
    for (const std::string& path : paths) {
        if (!source_kind(path) || deadline.has_passed()) continue;
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

}  // namespace hm
