#include "engine/project/dependencies.h"

#include <algorithm>

#include "base/strings.h"
#include "engine/codemap/code_tokens.h"
#include "engine/codemap/resolve_imports.h"
#include "engine/codemap/source_kind.h"
#include "engine/project/frameworks.h"

namespace hm {
namespace {

constexpr std::size_t most_named_files = 3;
constexpr std::size_t most_undeclared = 200;

void count_use(Dependency& dependency, const std::string& path) {
    ++dependency.files;
    if (dependency.used_in.size() < most_named_files) dependency.used_in.push_back(path);
}

class Trace {
public:
    explicit Trace(const DependencyFacts& facts) : facts_(facts) {}

    std::vector<Dependency> run() {
        declare();
        hold();
        use();
        for (Dependency& each : all_) each.use = use_of(each);
        for (auto& [name, each] : undeclared_) all_.push_back(std::move(each));
        return std::move(all_);
    }

private:
    void declare() {
        for (const StackPackage& package : facts_.packages) {
            const Ecosystem ecosystem = ecosystem_of_manifest(file_name(package.manifest));
            if (package.part == PackagePart::platform || ecosystem == Ecosystem::none) continue;
            ecosystems_.insert(ecosystem);
            declared_.emplace(std::pair(ecosystem, declared_key(ecosystem, package.name)), all_.size());
            all_.push_back({package.name,
                            ecosystem,
                            package.manifest,
                            package.range,
                            package.part,
                            {},
                            {},
                            {},
                            0,
                            DependencyUse::unknown});
        }
    }

    // By the lock file that lies nearest above the manifest.
    void hold() {
        for (const FoundLock& lock : facts_.locks) {
            const Ecosystem ecosystem = ecosystem_of_manifest(file_name(lock.path));
            for (const LockedPackage& package : lock.packages) {
                const auto [begin, end] = declared_.equal_range({ecosystem, declared_key(ecosystem, package.name)});
                for (auto at = begin; at != end; ++at) hold_at(all_[at->second], package, lock.path);
            }
        }
    }

    static void hold_at(Dependency& each, const LockedPackage& package, const std::string& lock_file) {
        const std::string_view folder = folder_of(lock_file);
        if (!folder.empty() && !each.manifest.starts_with(std::string(folder) + "/")) return;
        // Types are a package of their own, and a link to a folder is no version.
        if (each.ecosystem == Ecosystem::npm && each.name != package.name) return;
        if (package.version.find(':') != std::string::npos) return;
        const bool is_first = each.lock_file.empty();
        const bool is_nearer = folder.size() > folder_of(each.lock_file).size();
        // go.sum holds versions that are not used; the manifest says which is.
        if (!is_first && !is_nearer && package.version != each.range) return;
        each.locked_version = package.version;
        each.lock_file = lock_file;
    }

    bool is_own(const std::string& package, std::string_view import, Ecosystem ecosystem) const {
        const auto begins = [&](const std::string& name) {
            return import == name || import.starts_with(name.ends_with('/') ? name : name + "/");
        };
        if (std::ranges::any_of(facts_.own_names, begins)) return true;
        if (std::ranges::any_of(facts_.aliases, [&](const std::string& each) { return import.starts_with(each); }))
            return true;
        if (ecosystem == Ecosystem::go) return false;
        return facts_.own_modules.contains(std::string_view(package).substr(0, package.find('/')));
    }

    void use() {
        for (const SourceImports& source : facts_.sources) {
            for (std::string_view folder = source.path; !folder.empty();) {
                folder = folder_of(folder);
                if (!looked_at_.emplace(source.ecosystem, folder).second) break;
            }
            std::set<std::string> counted;
            for (const std::string& import : source.names) {
                const auto package = package_of_import(source.ecosystem, import);
                if (!package || !counted.insert(*package).second) continue;
                use_package(*package, import, source);
            }
        }
    }

    void use_package(const std::string& package, std::string_view import, const SourceImports& source) {
        bool is_declared = false;
        for (const std::string& key : import_keys(source.ecosystem, package)) {
            const auto [begin, end] = declared_.equal_range({source.ecosystem, key});
            for (auto at = begin; at != end; ++at) {
                is_declared = true;
                Dependency& each = all_[at->second];
                const std::string_view folder = folder_of(each.manifest);
                const bool is_of_its_folder = folder.empty() || source.path.starts_with(std::string(folder) + "/");
                if (is_of_its_folder) count_use(each, source.path);
            }
            if (is_declared) break;
        }
        // The modules of a Rust program are named as its packages are, and samples and tests make names up.
        const bool can_tell = source.ecosystem != Ecosystem::rust && ecosystems_.contains(source.ecosystem) &&
                              !is_sample_path(source.path) && !is_test_path(source.path);
        if (is_declared || !can_tell || is_own(package, import, source.ecosystem)) return;
        auto at = undeclared_.find(package);
        if (at == undeclared_.end()) {
            if (undeclared_.size() == most_undeclared) return;
            at = undeclared_.emplace(package, Dependency{}).first;
            at->second.name = package;
            at->second.ecosystem = source.ecosystem;
            at->second.use = DependencyUse::undeclared;
        }
        count_use(at->second, source.path);
    }

    bool is_run_by_a_script(const Dependency& each) const {
        const std::string_view program = file_name(each.name);
        for (std::size_t at = facts_.script_lines.find(program); at != std::string::npos;
             at = facts_.script_lines.find(program, at + 1)) {
            const std::size_t end = at + program.size();
            constexpr std::string_view around = " \n\t\"'/&|;=:";
            const bool begins = at == 0 || around.find(facts_.script_lines[at - 1]) != std::string_view::npos;
            if (begins &&
                (end == facts_.script_lines.size() || around.find(facts_.script_lines[end]) != std::string_view::npos))
                return true;
        }
        return false;
    }

    DependencyUse use_of(const Dependency& each) const {
        if (each.files > 0) return DependencyUse::used;
        // Rust names a package anywhere in the code without importing it.
        const bool may_be_judged = each.ecosystem != Ecosystem::rust && each.part == PackagePart::runtime &&
                                   facts_.has_all_sources &&
                                   looked_at_.contains({each.ecosystem, std::string(folder_of(each.manifest))}) &&
                                   !each.name.starts_with("@types/") && !is_sample_path(each.manifest);
        if (!may_be_judged) return DependencyUse::unknown;
        return is_run_by_a_script(each) ? DependencyUse::used : DependencyUse::unused;
    }

    const DependencyFacts& facts_;
    std::vector<Dependency> all_;
    std::multimap<std::pair<Ecosystem, std::string>, std::size_t> declared_;  // in all_, by ecosystem and key
    std::map<std::string, Dependency> undeclared_;
    std::set<Ecosystem> ecosystems_;                         // of the manifests
    std::set<std::pair<Ecosystem, std::string>> looked_at_;  // folders with sources anywhere below
};

}  // namespace

std::vector<Dependency> trace_dependencies(const DependencyFacts& facts) {
    return Trace(facts).run();
}

namespace {

constexpr std::size_t most_imports = 200;

std::string_view left_trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

// "django.db import models" is of django.db, "serde::{Serialize}" of serde, and "mod x" of the project.
std::string_view module_of(CodeLanguage language, std::string_view given) {
    if (language == CodeLanguage::python) return given.substr(0, given.find(' '));
    if (language != CodeLanguage::rust) return given;
    if (given.starts_with("mod ")) return {};
    if (given.starts_with("::")) given.remove_prefix(2);
    return given.substr(0, given.find_first_of(":; {"));
}

void add_imports(const SourceKind& kind, std::string_view text, std::vector<std::string>& names) {
    for (const CodeImport& import : read_imports(read_tokens(kind, text))) {
        const std::string_view name = module_of(kind.language, import.given);
        const bool is_new = std::ranges::find(names, name) == names.end();
        if (is_new && !name.empty() && names.size() < most_imports) names.emplace_back(name);
    }
}

// The scripts of a page: between <script> and its end, and between the --- of Astro.
std::vector<std::string_view> scripts_of(std::string_view page) {
    std::vector<std::string_view> scripts;
    if (page.starts_with("---")) scripts.push_back(page.substr(3, page.find("\n---", 3) - 3));
    for (std::size_t open = page.find("<script"); open != std::string_view::npos;
         open = page.find("<script", open + 1)) {
        const std::size_t begin = page.find('>', open);
        const std::size_t end = page.find("</script", open);
        if (begin == std::string_view::npos || end == std::string_view::npos || begin > end) break;
        scripts.push_back(page.substr(begin + 1, end - begin - 1));
    }
    return scripts;
}

}  // namespace

std::vector<std::string> imports_in(std::string_view path, std::string_view text) {
    std::vector<std::string> names;
    if (const auto kind = source_kind(path)) {
        add_imports(*kind, text, names);
        return names;
    }
    for (const std::string_view script : scripts_of(text)) add_imports({CodeLanguage::typescript}, script, names);
    return names;
}

std::vector<std::string> aliases_in_tsconfig(std::string_view text) {
    std::vector<std::string> aliases;
    const std::size_t paths = text.find("\"paths\"");
    if (paths == std::string_view::npos) return aliases;
    const std::string_view list = text.substr(paths + 7, std::min(text.find('}', paths), text.size()) - paths - 7);
    for (std::size_t at = list.find('"'); at != std::string_view::npos;) {
        const std::size_t end = list.find('"', at + 1);
        if (end == std::string_view::npos) break;
        const std::string_view name = list.substr(at + 1, end - at - 1);
        const bool is_key = left_trimmed(list.substr(end + 1)).starts_with(':');
        if (is_key && !name.empty()) aliases.emplace_back(name.substr(0, name.find('*')));
        at = list.find('"', end + 1);
    }
    std::erase(aliases, "");
    return aliases;
}

}  // namespace hm
