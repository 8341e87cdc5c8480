// Drafts: the nodes that old files turn into, before their references are known. An old id gives the same new id
// every time; a node that two files hold becomes one; a reference that leads nowhere is left out, because the first
// implementation never checked any.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/first_implementation/first_files.h"
#include "engine/first_implementation/source_record.h"

namespace hm::first {

struct Reference {
    std::string field;  // "parent_phase_id", "temporal_gate.after_task_id"
    std::string noun;
    std::string old_id;
    bool is_in_list = false;
};

struct Draft {
    std::string noun;
    std::string old_id;
    json::object record;
    json::object original;
    std::vector<Reference> references;
    std::optional<std::string> old_stamp;
};

class Drafts {
public:
    // A node with its id, times and old id. `when` serves when the record has no time of its own.
    // REQUIRES: finished with add().
    Draft begin(std::string_view noun, std::string_view old_id, SourceRecord& source, Time when);

    // Takes the draft in, with what is left of its source. Of two with the same old id the newer stays.
    void add(Draft draft, const SourceRecord& source);

    static void refer(Draft& draft, std::string_view field, std::string_view noun, const std::string& old_id);
    static void refer_all(Draft& draft, std::string_view field, std::string_view noun, const json::array& old_ids);

    bool has(std::string_view noun) const;
    void note(std::string line);

    // Stamps and references are filled in; only one anchor under a key stays in use.
    MappedFiles finish(ToLocalMinute to_local_minute);

private:
    void resolve(Draft& draft) const;
    void archive_older_anchors();

    std::vector<Draft> drafts_;
    std::map<std::pair<std::string, std::string>, std::size_t> places_;  // noun and old id → drafts_
    std::vector<std::string> notes_;
};

// A UUIDv7 made of the time and the old name; an id that already is one stays.
std::string new_id(std::string_view noun, std::string_view old_id, Time created_at);

}  // namespace hm::first
