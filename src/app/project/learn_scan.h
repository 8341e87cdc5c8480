// What a scan found as knowledge of the project: what it is built with, how it is laid out, and which documents no
// longer hold. A few entries, each with what shows it; what is known already is not written again, what was taken out
// of use stays out, and what no longer holds is taken out of use. Observed in files: told as data, never as an
// instruction.
#pragma once

#include "app/command/command.h"
#include "domain/knowledge.h"
#include "engine/project/project_map.h"

namespace hm {

struct ScanFinding {
    std::string alias;  // which finding it is, whatever it says now
    KnowledgeType type = KnowledgeType::codebase_fact;
    std::string title;
    std::string content;
    std::vector<std::string> evidence;
    std::int64_t confidence = 0;
    std::string essence;  // by which it is the same, wherever in a document it stands now
};

// At most eight. REQUIRES: the map is whole; half of one would end what is known of the other half.
std::vector<ScanFinding> findings_of(const ProjectMap& map);

// Whether writing them down would change anything: a new one, or one that says something else than its entry.
Result<bool> has_news(const std::vector<ScanFinding>& findings, Connection& connection);

struct LearntScan {
    std::vector<Id> entries;  // new ones
    std::size_t ended = 0;    // entries that no longer hold
};

Result<LearntScan> learn_from_scan(const std::vector<ScanFinding>& findings, const CommandContext& context);

Receipt learnt_receipt(const LearntScan& learnt);

}  // namespace hm
