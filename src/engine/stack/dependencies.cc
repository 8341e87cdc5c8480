#include "engine/stack/dependencies.h"

#include <algorithm>

#include "engine/codemap/resolve_imports.h"
#include "engine/codemap/source_kind.h"
#include "engine/stack/import_names.h"
#include "engine/stack/sample_paths.h"

namespace hm {
namespace {

constexpr std::size_t most_named_files = 3;
constexpr std::size_t most_undeclared = 200;

std::string_view name_of_file(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

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
            const Ecosystem ecosystem = ecosystem_of_manifest(name_of_file(package.manifest));
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
            const Ecosystem ecosystem = ecosystem_of_manifest(name_of_file(lock.path));
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
        const std::string_view program = name_of_file(each.name);
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

}  // namespace hm
