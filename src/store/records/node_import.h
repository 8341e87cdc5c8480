// Staged nodes: what an import has found, held in temporary tables of the connection until it is whole, so that a
// node may name one that comes later and a large import need not fit into memory. Part of NodeImport.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "store/records/any_record.h"
#include "store/records/change.h"
#include "store/records/columns.h"
#include "store/sqlite/transaction.h"

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

// NodeImport: takes nodes that had their life elsewhere into the store, in one transaction. The newest version of a
// node wins, ours when both are of the same moment. A node that cannot be taken in is set aside with its reason, and
// so is one that names it; everything else is taken in. Before-images are kept as for any write.
//
// Where two stores must not both be right, the newer node is: of two anchors under one key, or two read-heads of one
// session, the older is archived; a file that another task holds stays with that task; a session that the store knows
// under another id is that session.

struct ImportCounts {
    std::int64_t fresh = 0;
    std::int64_t newer = 0;
    std::int64_t older = 0;
    std::int64_t equal = 0;
    std::int64_t differing = 0;        // of the equal ones: of the same moment, with another content
    std::int64_t set_aside = 0;        // that were not set aside before
    std::int64_t set_aside_again = 0;  // the same as at an earlier import
};

class NodeImport {
public:
    // To be called before the transaction: lets what is staged go to the disk when there is much of it.
    static Result<void> prepare(Connection& connection);
    // REQUIRES: the transaction outlives it; one import at a time.
    static Result<NodeImport> begin(Transaction& transaction, Time now);

    // REQUIRES: the node is redacted; what its noun does not know is in `unknown`.
    Result<void> add(StagedNode node);
    // For what is not even a node. `id` may be empty.
    Result<void> set_aside(std::string_view noun, std::string_view id, std::string_view reason,
                           const json::value& content);
    // A node that was set aside elsewhere, as it stands in graph/orphans.json. Left out when a sound one is here.
    Result<void> keep_orphan(SetAside orphan);

    // Puts everything in. What it decided beyond counting is in notes().
    Result<ImportCounts> finish();
    const std::vector<std::string>& notes() const { return notes_; }
    // Whether this import has set something aside under that name.
    bool has_set_aside(std::string_view noun, std::string_view id) const;

private:
    NodeImport(Transaction& transaction, Time now) : transaction_(&transaction), staged_(transaction), now_(now) {}
    Connection& connection() { return transaction_->connection(); }
    void note(std::string line);
    struct Aside {
        bool is_first = false;  // this store did not know it
        bool is_found = false;  // among the nodes, not among the orphans
    };
    Result<void> keep_aside(SetAside node, Aside how);
    Result<void> forget_aside(const StagedNode& node);

    Result<void> merge_sessions();
    Result<void> refuse(const Id& id, std::string_view reason);
    Result<void> refuse_dangling();
    Result<void> put_all(const AnyNoun& noun);
    Result<void> put(const AnyNoun& noun, StagedNode node, StagedState state);
    Result<void> keep_stamp(const json::object& record);

    // The rules for what must be one of its kind: store/records/node_import.cc.
    Result<void> release_locks();
    Result<void> leave_held_locks(StagedNode& task);
    Result<void> note_differing();
    Result<void> archive_older(const AnyNoun& noun, StagedNode& node);

    Transaction* transaction_;
    StagedNodes staged_;
    Time now_;
    ImportCounts counts_;
    std::map<std::string, std::string, std::less<>> merged_;                       // session id as found → as stored
    std::map<std::pair<std::string, std::string>, Aside, std::less<>> set_aside_;  // by noun and id
    std::vector<std::string> notes_;
    bool has_quarantine_ = true;
};

// Gives every id in the record that `names` has another name its new one; its own id stays.
void rename_ids(json::object& record, const Shape& shape, const std::map<std::string, std::string, std::less<>>& names);

}  // namespace hm
