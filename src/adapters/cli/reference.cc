// reference: writes the pages of docs/reference, or says which of them are not what this program would write.
#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/reference_pages.h"
#include "adapters/file_changes.h"

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

using Directory = Text<1, 1000>;

struct Reference {
    std::optional<Directory> write;
    std::optional<Directory> check;

    static constexpr void fields(auto&& visit) {
        visit(field("write", &Reference::write, "Directory to write the pages to; older pages there are removed."));
        visit(field("check", &Reference::check, "Directory whose pages are compared; exit code 1 when one differs."));
    }
};

struct Difference {
    std::string file;
    std::string_view how;
};

bool is_ours(const std::string& text) {
    return text.find("Made by `./check --update`") != std::string::npos;
}

// Pages that no longer belong here. What somebody else put there is left alone.
Result<std::vector<fs::path>> left_over(const fs::path& directory, const std::map<std::string, std::string>& pages) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".md" || pages.contains(it->path().filename().string())) continue;
        HM_TRY_ASSIGN(const auto text, read_whole_file(it->path()));
        if (text && is_ours(*text)) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Result<std::vector<Difference>> differences(const fs::path& directory) {
    const auto pages = reference_pages();
    std::vector<Difference> found;
    for (const auto& [name, text] : pages) {
        HM_TRY_ASSIGN(const auto there, read_whole_file(directory / name));
        if (!there) found.push_back({name, "missing"});
        if (there && *there != text) found.push_back({name, "differs"});
    }
    HM_TRY_ASSIGN(const auto others, left_over(directory, pages));
    for (const fs::path& file : others) found.push_back({file.filename().string(), "left over"});
    return found;
}

Result<int> check(const fs::path& directory, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const auto found, differences(directory));
    json::array listed;
    std::string text;
    for (const Difference& each : found) {
        listed.push_back(json::object{{"file", each.file}, {"how", each.how}});
        text += fmt::format("{:<9}  {}\n", each.how, (directory / each.file).string());
    }
    text += found.empty() ? fmt::format("{} pages are as they should be\n", reference_pages().size())
                          : fmt::format("Write them again: hivemind reference --write {}\n", directory.string());
    environment.out(wants_json ? to_text(json::object{{"differences", listed}}) + "\n" : text);
    return found.empty() ? success : failed;
}

Result<int> write(const fs::path& directory, bool wants_json, Environment& environment) {
    const auto pages = reference_pages();
    HM_TRY_ASSIGN(const auto others, left_over(directory, pages));
    for (const auto& [name, text] : pages) {
        HM_TRY_ASSIGN(const auto before, read_whole_file(directory / name));
        if (before != text) HM_TRY(replace_file(directory / name, text));
    }
    std::error_code ignored;
    for (const fs::path& file : others) fs::remove(file, ignored);
    environment.out(wants_json
                        ? to_text(json::object{{"directory", directory.string()}, {"pages", pages.size()}}) + "\n"
                        : fmt::format("wrote {} pages to {}\n", pages.size(), directory.string()));
    return success;
}

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Reference input, decode_as<Reference>(values, "reference"));
    if (input.write && input.check) {
        return fail(ErrorCode::invalid_input, "--write and --check together.", "Give one of them.");
    }
    if (input.write) return write(environment.directory / input.write->str(), wants_json, environment);
    if (input.check) return check(environment.directory / input.check->str(), wants_json, environment);
    json::object pages;
    std::string all;
    for (const auto& [name, text] : reference_pages()) {
        pages[name] = text;
        all += text + "\n";
    }
    environment.out(wants_json ? to_text(pages) + "\n" : all);
    return success;
}

}  // namespace

Procedure reference_procedure() {
    return {"reference", "Print the reference pages, write them, or check them.", "", &shape_of<Reference>, run};
}

}  // namespace hm::cli
