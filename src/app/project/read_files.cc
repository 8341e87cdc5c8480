#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "app/project/scan_project.h"
#include "base/codec.h"
#include "engine/project/dependencies.h"
#include "store/files/project_files.h"
#include "store/files/read_files.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200'000;
constexpr std::size_t most_documents = 1000;
constexpr std::size_t most_sources = 5000;
constexpr std::int64_t longest_source = 512 * 1024;
constexpr std::int64_t second_ns = 1'000'000'000;
// Clocks of files are coarse: a second change right after the first could look the same.
constexpr std::int64_t too_fresh_ns = 50'000'000;

std::optional<struct stat> status_of(const fs::path& file) {
    struct stat found{};
    if (lstat(file.c_str(), &found) != 0) return std::nullopt;
    return found;
}

LookedFile looked_file(std::string path, const struct stat& found) {
    return {std::move(path),
            {found.st_size, found.st_ctim.tv_sec * second_ns + found.st_ctim.tv_nsec},
            Time{found.st_mtim.tv_sec * 1000 + found.st_mtim.tv_nsec / 1'000'000},
            S_ISREG(found.st_mode)};
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

bool is_binary(std::string_view text) {
    return text.substr(0, 8000).find('\0') != std::string_view::npos;
}

// What is near the root first, as far as there is room.
std::vector<const LookedFile*> chosen(std::vector<const LookedFile*> files, std::size_t most, ScanCounts& counts) {
    if (files.size() <= most) return files;
    std::ranges::stable_sort(files, {}, [](const LookedFile* file) { return std::ranges::count(file->path, '/'); });
    counts.left_out += static_cast<std::int64_t>(files.size() - most);
    files.resize(most);
    return files;
}

class Reader {
public:
    Reader(const fs::path& root, const std::map<std::string, KeptReading>& kept, Deadline deadline, ScanCounts& counts,
           FilesRead& read)
        : root_(root), kept_(kept), deadline_(deadline), counts_(counts), read_(read) {}

    std::optional<FileReading> reading_of(const LookedFile& file) {
        const auto kept = kept_.find(file.path);
        if (kept != kept_.end() && kept->second.seen == file.seen) {
            if (auto reading = decoded(kept->second.value)) return reading;
        }
        if (deadline_.has_passed()) {
            counts_.is_whole = false;
            return std::nullopt;
        }
        return read(file);
    }

private:
    static std::optional<FileReading> decoded(const std::string& value) {
        const auto parsed = parse_json(value);
        auto reading = parsed ? decode_as<FileReading>(*parsed, "A reading") : fail(parsed.error());
        return reading ? std::optional(std::move(*reading)) : std::nullopt;
    }

    std::optional<FileReading> read(const LookedFile& file) {
        if (file.seen.size > longest_source) {
            ++counts_.too_large;
            return std::nullopt;
        }
        const auto text = read_bounded_file(root_ / file.path, static_cast<std::size_t>(longest_source));
        if (!text || !*text || is_binary(**text)) {
            ++counts_.unreadable;
            return std::nullopt;
        }
        ++counts_.files_read;
        FileReading reading;
        if (is_readable_document(file.path)) {
            reading.document = read_document_text(file.path, **text);
        } else {
            for (const std::string& name : imports_in(file.path, **text)) {
                reading.imports.push_back(ScannedText::clipped(name));
            }
        }
        SeenFile seen = file.seen;
        if (now_ns() - seen.changed_ns < too_fresh_ns) seen.changed_ns = 0;
        read_.fresh.emplace(file.path, KeptReading{seen, to_text(encode(reading))});
        return reading;
    }

    const fs::path& root_;
    const std::map<std::string, KeptReading>& kept_;
    Deadline deadline_;
    ScanCounts& counts_;
    FilesRead& read_;
};

}  // namespace

LookedFiles look_at_files(const fs::path& root, Deadline deadline) {
    ProjectFiles listed = list_project_files(root, most_files, deadline);
    LookedFiles looked;
    looked.is_whole = listed.is_whole;
    for (std::string& path : listed.paths) {
        if (deadline.has_passed()) {
            looked.is_whole = false;
            return looked;
        }
        const auto found = status_of(root / path);
        if (!found) continue;
        if (S_ISDIR(found->st_mode)) {
            looked.folders.push_back(std::move(path));
        } else {
            looked.files.push_back(looked_file(std::move(path), *found));
        }
    }
    return looked;
}

FilesRead read_files(const fs::path& root, const LookedFiles& looked, const std::map<std::string, KeptReading>& kept,
                     Deadline deadline, ScanCounts& counts) {
    FilesRead read;
    std::vector<const LookedFile*> documents;
    std::vector<const LookedFile*> sources;
    std::set<std::string_view> there;
    for (const LookedFile& file : looked.files) {
        there.insert(file.path);
        const bool is_document = is_readable_document(file.path);
        const bool is_source = !is_document && language_of(file.path).ecosystem != Ecosystem::none;
        if (!file.is_plain) {
            if (is_document || is_source) ++counts.unreadable;
            continue;
        }
        if (is_document) documents.push_back(&file);
        if (is_source) sources.push_back(&file);
    }
    Reader reader(root, kept, deadline, counts, read);
    for (const LookedFile* file : chosen(std::move(documents), most_documents, counts)) {
        auto reading = reader.reading_of(*file);
        if (!reading || !reading->document) continue;
        read.documents.push_back({file->path, file->modified_at, std::move(*reading->document)});
    }
    read.has_all_sources = sources.size() <= most_sources;
    for (const LookedFile* file : chosen(std::move(sources), most_sources, counts)) {
        const auto reading = reader.reading_of(*file);
        if (!reading) {
            read.has_all_sources = false;
            continue;
        }
        SourceImports source{file->path, language_of(file->path).ecosystem, {}};
        for (const ScannedText& name : reading->imports) source.names.push_back(name.str());
        read.sources.push_back(std::move(source));
    }
    for (const auto& [path, unused] : kept) {
        if (looked.is_whole && !there.contains(path)) read.gone.push_back(path);
    }
    counts.documents = static_cast<std::int64_t>(read.documents.size());
    counts.sources = static_cast<std::int64_t>(read.sources.size());
    return read;
}

}  // namespace hm
