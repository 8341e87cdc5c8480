#include "store/sql/awaited.h"

namespace hm {
namespace {

// CROSS JOIN keeps the order in which the tables are named: left to itself SQLite takes the few rows of `line` for many
// and reads all tasks instead.
//
// One statement for all, because a gate's decision asks it every time. The numbers are those of AwaitedAs, which also
// order the rows. A decision that was taken out of use is no longer asked; a plan
// that was archived without being reached is as good as abandoned.
constexpr std::string_view awaited_sql = R"(
WITH RECURSIVE
line(id, depth) AS (
    SELECT ?1, 0
    UNION ALL
    SELECT t.parent_task_id, depth + 1 FROM line CROSS JOIN tasks t ON t.id = line.id
    WHERE t.parent_task_id IS NOT NULL AND depth < 16),
question(id, by) AS (
    SELECT l.value, line.id FROM line CROSS JOIN task_tech_decision_ids l ON l.task_id = line.id
    UNION
    SELECT l.value, question.by FROM question CROSS JOIN decision_depends_on l ON l.decision_id = question.id),
home(plan_id, phase_id) AS (
    SELECT p.parent_plan_id, p.id
    FROM line CROSS JOIN tasks t ON t.id = line.id CROSS JOIN phases p ON p.id = t.parent_phase_id
    ORDER BY line.depth LIMIT 1)
SELECT 0 AS sort, p.id, p.title, p.status, NULL, ?1 FROM home CROSS JOIN plans p ON p.id = home.plan_id
UNION ALL
SELECT 1, p.id, p.title, p.status, NULL, ?1 FROM home CROSS JOIN phases p ON p.id = home.phase_id
UNION ALL
SELECT 2, t.id, t.name, t.status, NULL, ?1 FROM line CROSS JOIN tasks t ON t.id = line.id WHERE line.depth > 0
UNION ALL
SELECT 3, p.id, p.title, iif(p.status = 'archived' AND p.completed_at IS NULL, 'abandoned', p.status), NULL, ?1
FROM home CROSS JOIN plan_depends_on l ON l.plan_id = home.plan_id CROSS JOIN plans p ON p.id = l.value
UNION ALL
SELECT 4, t.id, t.name, t.status, NULL, line.id
FROM line CROSS JOIN task_depends_on l ON l.task_id = line.id CROSS JOIN tasks t ON t.id = l.value
UNION ALL
SELECT 5, a.id, a.name, a.status, t.temporal_gate_reason, line.id
FROM line CROSS JOIN tasks t ON t.id = line.id CROSS JOIN tasks a ON a.id = t.temporal_gate_after_task_id
UNION ALL
SELECT 6, d.id, d.question, d.status, NULL, question.by
FROM question CROSS JOIN decisions d ON d.id = question.id WHERE d.archived_at IS NULL
ORDER BY sort LIMIT 500)";

// Only one of these finds the id; which noun it names needs not be known.
constexpr std::string_view needed_sql = R"(
WITH RECURSIVE
line(id, depth) AS (
    SELECT t.id, 0 FROM tasks t WHERE t.id = ?1
    UNION ALL
    SELECT t.parent_task_id, depth + 1 FROM line CROSS JOIN tasks t ON t.id = line.id
    WHERE t.parent_task_id IS NOT NULL AND depth < 16),
home(plan_id) AS (
    SELECT p.parent_plan_id
    FROM line CROSS JOIN tasks t ON t.id = line.id CROSS JOIN phases p ON p.id = t.parent_phase_id
    ORDER BY line.depth LIMIT 1)
SELECT t.id, t.name FROM line CROSS JOIN task_depends_on l ON l.task_id = line.id CROSS JOIN tasks t ON t.id = l.value
UNION
SELECT a.id, a.name
FROM line CROSS JOIN tasks t ON t.id = line.id CROSS JOIN tasks a ON a.id = t.temporal_gate_after_task_id
UNION
SELECT t.id, t.name FROM tasks t WHERE t.parent_task_id = ?1
UNION
SELECT p.id, p.title
FROM home CROSS JOIN plan_depends_on l ON l.plan_id = home.plan_id CROSS JOIN plans p ON p.id = l.value
UNION
SELECT p.id, p.title FROM plan_depends_on l CROSS JOIN plans p ON p.id = l.value WHERE l.plan_id = ?1
UNION
SELECT t.id, t.name FROM phases p CROSS JOIN tasks t ON t.parent_phase_id = p.id
WHERE p.parent_plan_id = ?1 AND t.archived_at IS NULL
UNION
SELECT d.id, d.question FROM decision_depends_on l CROSS JOIN decisions d ON d.id = l.value WHERE l.decision_id = ?1)";

}  // namespace

Result<std::vector<Awaited>> awaited_by(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(awaited_sql));
    read.bind(1, task_id);
    std::vector<Awaited> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return found;
        found.push_back({.as = static_cast<AwaitedAs>(read.integer(0)),
                         .id = Id::trusted(std::string(read.text(1))),
                         .name = std::string(read.text(2)),
                         .status = std::string(read.text(3)),
                         .reason = std::string(read.text(4)),
                         .by = Id::trusted(std::string(read.text(5)))});
    }
}

Result<std::vector<GraphNode>> needed_by(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(needed_sql));
    read.bind(1, id);
    std::vector<GraphNode> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return found;
        found.push_back({Id::trusted(std::string(read.text(0))), std::string(read.text(1))});
    }
}

Result<std::string> name_of_node(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT name FROM tasks WHERE id=?1 UNION ALL SELECT title FROM plans WHERE id=?1 "
                                     "UNION ALL SELECT question FROM decisions WHERE id=?1"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row ? std::string(read.text(0)) : id.text();
}

}  // namespace hm
