#include "app/graph/check_order.h"

#include <fmt/format.h>

#include <map>

#include "engine/graph/cycle.h"
#include "store/sql/awaited.h"

namespace hm {
namespace {

constexpr std::size_t most_nodes = 200'000;
constexpr std::size_t most_evidence = 8;

// Everything that can be reached from a few records, gathered by keys.
class Gatherer {
public:
    explicit Gatherer(Connection& connection) : connection_(connection) {}

    std::size_t add(const Id& id, std::string name) {
        const auto [place, is_new] = places_.try_emplace(id, graph_.nodes.size());
        if (is_new) graph_.nodes.push_back({id, std::move(name), {}});
        return place->second;
    }

    Result<void> gather() {
        for (; looked_at_ < graph_.nodes.size(); ++looked_at_) {
            if (graph_.nodes.size() > most_nodes) {
                return fail(ErrorCode::unsupported, fmt::format("More than {} records need each other.", most_nodes),
                            "Divide the work into plans that do not build on each other.");
            }
            HM_TRY_ASSIGN(const std::vector<GraphNode> needed, needed_by(connection_, graph_.nodes[looked_at_].id));
            for (const GraphNode& each : needed) {
                const std::size_t place = add(each.id, each.name);
                graph_.nodes[looked_at_].needs.push_back(place);
            }
        }
        return {};
    }

    const NeedGraph& graph() const { return graph_; }

private:
    Connection& connection_;
    NeedGraph graph_;
    std::map<Id, std::size_t> places_;
    std::size_t looked_at_ = 0;
};

Error cycle_error(const NeedGraph& graph, const std::vector<std::size_t>& cycle) {
    Error error{ErrorCode::conflict,
                fmt::format("The work would wait for itself: {}.", cycle_in_words(graph, cycle)),
                "Leave out one of these dependencies or gates.",
                "Each of these waits for the next one, so none could ever be done. Nothing was changed.",
                {}};
    for (std::size_t i = 0; i + 1 < cycle.size() && i < most_evidence; ++i) {
        error.evidence.push_back(
            fmt::format("{} needs {}", graph.nodes[cycle[i]].id.text(), graph.nodes[cycle[i + 1]].id.text()));
    }
    return error;
}

}  // namespace

Result<void> check_order(std::span<const Id> changed, const CommandContext& context) {
    Gatherer gatherer(context.connection());
    for (const Id& id : changed) gatherer.add(id, id.text());
    HM_TRY(gatherer.gather());
    const auto on_cycle = record_on_cycle(gatherer.graph());
    if (!on_cycle) return {};
    NeedGraph graph = gatherer.graph();
    // What a task or a plan waits for, its parts wait for as well: the circle may go through them alone.
    std::vector<std::size_t> cycle;
    for (std::size_t start = 0; start < changed.size() && cycle.empty(); ++start) cycle = find_cycle(graph, start);
    if (cycle.empty()) cycle = find_cycle(graph, *on_cycle);
    for (const std::size_t place : cycle) {
        // A changed record is known by its id until something that needs it tells its name.
        HM_TRY_ASSIGN(std::string name, name_of_node(context.connection(), graph.nodes[place].id));
        graph.nodes[place].name = std::move(name);
    }
    return fail(cycle_error(graph, cycle));
}

}  // namespace hm
