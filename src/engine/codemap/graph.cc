#include "engine/codemap/graph.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace hm {
namespace {

// The graph with numbers for names, so that walking it compares no texts.
struct Numbered {
    std::vector<std::string> names;
    std::vector<std::vector<std::size_t>> targets;
};

Numbered numbered(const CodeGraph& graph) {
    Numbered all;
    std::unordered_map<std::string, std::size_t> numbers;
    const auto number = [&](const std::string& name) {
        const auto [found, is_new] = numbers.emplace(name, all.names.size());
        if (is_new) {
            all.names.push_back(name);
            all.targets.emplace_back();
        }
        return found->second;
    };
    for (const auto& [path, edges] : graph.imports) {
        const std::size_t from = number(path);
        for (const ImportEdge& edge : edges) {
            for (const std::string& file : edge.files) {
                const std::size_t to = number(file);
                all.targets[from].push_back(to);
            }
        }
    }
    return all;
}

// Tarjan's strongly connected components, without recursion: a chain of imports may be as long as the project.
class Components {
public:
    explicit Components(const Numbered& graph)
        : graph_(graph),
          index_(graph.names.size(), 0),
          low_(graph.names.size(), 0),
          is_open_(graph.names.size(), false) {}

    std::vector<std::vector<std::size_t>> run() {
        for (std::size_t i = 0; i < graph_.names.size(); ++i) {
            if (index_[i] == 0) visit(i);
        }
        return std::move(found_);
    }

private:
    struct Step {
        std::size_t node;
        std::size_t next;
    };

    void open(std::size_t node) {
        index_[node] = low_[node] = ++counter_;
        is_open_[node] = true;
        stack_.push_back(node);
        path_.push_back({node, 0});
    }

    void visit(std::size_t first) {
        open(first);
        while (!path_.empty()) {
            auto& [node, next] = path_.back();
            if (next < graph_.targets[node].size()) {
                const std::size_t target = graph_.targets[node][next++];
                if (index_[target] == 0) {
                    open(target);
                } else if (is_open_[target]) {
                    low_[node] = std::min(low_[node], index_[target]);
                }
                continue;
            }
            const std::size_t done = node;
            path_.pop_back();
            if (!path_.empty()) low_[path_.back().node] = std::min(low_[path_.back().node], low_[done]);
            if (low_[done] == index_[done]) close(done);
        }
    }

    void close(std::size_t node) {
        std::vector<std::size_t> members;
        while (true) {
            const std::size_t member = stack_.back();
            stack_.pop_back();
            is_open_[member] = false;
            members.push_back(member);
            if (member == node) break;
        }
        if (members.size() > 1) found_.push_back(std::move(members));
    }

    const Numbered& graph_;
    std::vector<std::size_t> index_;
    std::vector<std::size_t> low_;
    std::vector<bool> is_open_;
    std::vector<std::size_t> stack_;
    std::vector<Step> path_;
    std::size_t counter_ = 0;
    std::vector<std::vector<std::size_t>> found_;
};

// From the member whose name comes first back to it, by the fewest steps.
std::vector<std::string> shortest_circle(const Numbered& graph, const std::vector<std::size_t>& members) {
    const std::set<std::size_t> inside(members.begin(), members.end());
    const std::size_t first = *std::ranges::min_element(members, {}, [&](std::size_t i) { return graph.names[i]; });
    std::map<std::size_t, std::size_t> before;
    std::deque<std::size_t> waiting{first};
    while (!waiting.empty()) {
        const std::size_t node = waiting.front();
        waiting.pop_front();
        for (const std::size_t target : graph.targets[node]) {
            if (target == first) {
                std::vector<std::string> circle{graph.names[first]};
                for (std::size_t back = node; back != first; back = before[back]) circle.push_back(graph.names[back]);
                circle.push_back(graph.names[first]);
                std::ranges::reverse(circle);
                return circle;
            }
            if (inside.contains(target) && before.emplace(target, node).second) waiting.push_back(target);
        }
    }
    return {};
}

}  // namespace

CodeGraph build_graph(const std::vector<ImportOfFile>& imports, const ImportResolver& resolver) {
    CodeGraph graph;
    for (const auto& [path, language, import] : imports) {
        ImportEdge edge{import->line, import->given, resolver.resolve(path, language, import->given)};
        for (const std::string& file : edge.files) graph.dependents[file].emplace(path);
        if (edge.files.empty() && !is_relative_import(language, import->given)) {
            graph.elsewhere[package_named(language, import->given)].emplace(path);
        }
        graph.imports[std::string(path)].push_back(std::move(edge));
    }
    return graph;
}

std::vector<std::vector<std::string>> circles_in(const CodeGraph& graph, std::size_t most) {
    const Numbered all = numbered(graph);
    std::vector<std::vector<std::string>> circles;
    for (const auto& members : Components(all).run()) {
        std::vector<std::string> circle = shortest_circle(all, members);
        if (!circle.empty()) circles.push_back(std::move(circle));
    }
    std::ranges::sort(circles);
    if (circles.size() > most) circles.resize(most);
    return circles;
}

std::string package_named(CodeLanguage language, std::string_view given) {
    switch (language) {
        case CodeLanguage::javascript:
        case CodeLanguage::typescript: {
            std::size_t slash = given.find('/');
            if (given.starts_with('@') && slash != std::string_view::npos) slash = given.find('/', slash + 1);
            return std::string(given.substr(0, slash));
        }
        case CodeLanguage::python: return std::string(given.substr(0, given.find_first_of(". ")));
        case CodeLanguage::rust: return std::string(given.substr(0, given.find("::")));
        case CodeLanguage::php: return std::string(given.substr(0, given.find('\\')));
        default: return std::string(given);
    }
}

namespace {

// Those of `left` that have no partner in `right`; each partner serves once.
std::vector<CodeSymbol> without_partners(const std::vector<CodeSymbol>& left, std::vector<CodeSymbol> right,
                                         auto is_same) {
    std::vector<CodeSymbol> rest;
    for (const CodeSymbol& each : left) {
        const auto partner = std::ranges::find_if(right, [&](const CodeSymbol& other) { return is_same(each, other); });
        if (partner == right.end()) {
            rest.push_back(each);
        } else {
            right.erase(partner);
        }
    }
    return rest;
}

bool is_same_export(const CodeSymbol& a, const CodeSymbol& b) {
    return a.name == b.name && a.within == b.within && a.kind == b.kind && a.signature == b.signature;
}
bool has_same_name(const CodeSymbol& a, const CodeSymbol& b) {
    return a.name == b.name && a.within == b.within;
}

void diff_exports(const std::string& path, const std::vector<CodeSymbol>& before, const std::vector<CodeSymbol>& now,
                  CodeDiff& diff) {
    std::vector<CodeSymbol> gone = without_partners(before, now, is_same_export);
    for (CodeSymbol& symbol : without_partners(now, before, is_same_export)) {
        const auto old =
            std::ranges::find_if(gone, [&](const CodeSymbol& each) { return has_same_name(each, symbol); });
        if (old == gone.end()) {
            diff.exports_added.push_back({path, std::move(symbol), {}});
        } else {
            diff.exports_changed.push_back({path, std::move(symbol), old->signature});
            gone.erase(old);
        }
    }
    for (CodeSymbol& symbol : gone) diff.exports_removed.push_back({path, std::move(symbol), {}});
}

}  // namespace

CodeDiff diff_code(const std::vector<ChangedCodeFile>& files) {
    CodeDiff diff;
    for (const auto& [path, before, now] : files) {
        if (!before && !now) continue;
        (!before ? diff.files_added : !now ? diff.files_removed : diff.files_changed).push_back(path);
        diff_exports(path, before.value_or(std::vector<CodeSymbol>{}), now.value_or(std::vector<CodeSymbol>{}), diff);
    }
    return diff;
}

}  // namespace hm
