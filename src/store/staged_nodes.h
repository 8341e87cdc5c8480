// Staged nodes: what an import has found, held in temporary tables of the connection until it is whole, so that a
// node may name one that comes later and a large import need not fit into memory. Part of NodeImport.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "store/any_record.h"
#include "store/missing_ids.h"
#include "store/transaction.h"

namespace hm {

// Where a staged node stands against the store.
HM_ENUM(StagedState, fresh, newer, older, equal, merged, refused)

struct StagedNode {
    std::string noun;
    Id id;
    Time modified_at;
    json::object record;   // what the noun's type accepts
    json::object unknown;  // what it does not know
    std::string alias;     // its name where it came from; may be empty
};

// A reference of a staged node that leads nowhere.
struct Dangling {
    std::string noun;
    Id id;
    std::string field;
    std::string named;
    std::string target;  // the noun that is missing; empty: any record
};

class StagedNodes {
public:
    explicit StagedNodes(Transaction& transaction) : transaction_(&transaction) {}

    Result<void> open();
    Result<void> close();

    // Keeps the newest of nodes with the same id; false when the one that is there stays.
    Result<bool> add(const StagedNode& node, const std::vector<rows::NamedId>& references);

    // Compares every node with the store's.
    Result<void> compare();
    Result<void> set_state(const Id& id, StagedState state);
    // A session that the store knows under another id: what names it shall name that one.
    Result<void> merge_session(const Id& id, const Id& stored);

    // Nodes of one state, or of any when none is given, in the order of their ids.
    Result<void> for_each(std::string_view noun, std::string_view state,
                          const std::function<Result<void>(const StagedNode&)>& visit);
    Result<std::vector<StagedNode>> with_another_noun();
    Result<std::vector<Dangling>> dangling();
    // Nodes yet to be put in that name this one, which is neither staged nor in the store any more.
    Result<std::vector<Dangling>> naming(const Id& id);
    Result<std::optional<StagedNode>> find(const Id& id);
    Result<std::int64_t> count(StagedState state);

private:
    Result<void> add_references(const Id& id, const std::vector<rows::NamedId>& references);
    std::string target_of(const std::string& table, const std::string& column);

    Transaction* transaction_;
    std::map<std::string, std::string, std::less<>> targets_;  // "tasks.parent_phase_id" → "phase"
};

// The ids that a record names. Fails with every error in it when it is none of its noun.
// REQUIRES: there is such a noun.
Result<std::vector<rows::NamedId>> references_of(std::string_view noun, const json::object& record);

}  // namespace hm
