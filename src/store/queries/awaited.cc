#include "store/queries/awaited.h"

#include <algorithm>
#include <optional>

namespace hm {
namespace {

constexpr int most_generations = 17;
constexpr std::size_t most_awaited = 500;

// A decision's own dependencies count too. One that was taken out of use is no longer asked.
constexpr std::string_view questions_sql = R"(
WITH RECURSIVE question(id) AS (
    SELECT value FROM task_tech_decision_ids WHERE task_id = ?
    UNION
    SELECT l.value FROM question CROSS JOIN decision_depends_on l ON l.decision_id = question.id)
SELECT d.id, d.question, d.status
FROM question CROSS JOIN decisions d ON d.id = question.id WHERE d.archived_at IS NULL LIMIT 500)";

// Goes from a task up to what it is a part of, and notes what each of them waits for. Small statements by keys: the
// gate asks at every decision, and one recursive statement for all of it takes SQLite three times as long.
class Waiting {
public:
    Waiting(Connection& connection, const Id& task_id) : connection_(connection), task_id_(task_id) {}

    Result<std::vector<Awaited>> look() {
        std::optional<Id> next = task_id_;
        for (int depth = 0; next && depth < most_generations; ++depth) {
            const Id task = *next;
            HM_TRY_ASSIGN(next, look_at(task));
        }
        if (phase_id_) HM_TRY(add_home());
        std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.as < b.as; });
        if (found_.size() > most_awaited) found_.resize(most_awaited);
        return std::move(found_);
    }

private:
    // Answers which task it is a part of.
    Result<std::optional<Id>> look_at(const Id& id) {
        HM_TRY_ASSIGN(Statement read, connection_.prepare("SELECT parent_task_id, parent_phase_id, "
                                                          "temporal_gate_after_task_id, temporal_gate_reason, name, "
                                                          "status FROM tasks WHERE id=?"));
        read.bind(1, id);
        HM_TRY_ASSIGN(const bool is_there, read.step());
        if (!is_there) return std::nullopt;
        if (id != task_id_) {
            found_.push_back(
                {AwaitedAs::parent, id, std::string(read.text(4)), std::string(read.text(5)), "", task_id_});
        }
        if (!phase_id_ && !read.is_null(1)) phase_id_ = Id::trusted(std::string(read.text(1)));
        HM_TRY(add(AwaitedAs::dependency,
                   "SELECT t.id, t.name, t.status FROM task_depends_on l CROSS JOIN tasks t ON t.id=l.value "
                   "WHERE l.task_id=? ORDER BY l.position LIMIT 500",
                   id, id));
        if (!read.is_null(2)) {
            const Id before = Id::trusted(std::string(read.text(2)));
            HM_TRY(add(AwaitedAs::temporal_gate, "SELECT id, name, status FROM tasks WHERE id=?", before, id));
            if (!found_.empty() && found_.back().as == AwaitedAs::temporal_gate) found_.back().reason = read.text(3);
        }
        HM_TRY_ASSIGN(const bool has_questions, has_row("SELECT 1 FROM task_tech_decision_ids WHERE task_id=?", id));
        if (has_questions) HM_TRY(add(AwaitedAs::decision, questions_sql, id, id));
        if (read.is_null(0)) return std::nullopt;
        return Id::trusted(std::string(read.text(0)));
    }

    Result<void> add_home() {
        HM_TRY(add(AwaitedAs::phase, "SELECT id, title, status FROM phases WHERE id=?", *phase_id_, task_id_));
        HM_TRY(add(AwaitedAs::plan,
                   "SELECT p.id, p.title, p.status FROM phases h CROSS JOIN plans p ON p.id=h.parent_plan_id "
                   "WHERE h.id=?",
                   *phase_id_, task_id_));
        if (found_.empty() || found_.back().as != AwaitedAs::plan) return {};
        const Id plan = found_.back().id;
        // A plan that was archived without being reached is as good as abandoned.
        return add(AwaitedAs::plan_dependency,
                   "SELECT p.id, p.title, iif(p.status='archived' AND p.completed_at IS NULL, 'abandoned', p.status) "
                   "FROM plan_depends_on l CROSS JOIN plans p ON p.id=l.value WHERE l.plan_id=? ORDER BY l.position "
                   "LIMIT 500",
                   plan, task_id_);
    }

    // The rows of a statement that answers id, name and status.
    Result<void> add(AwaitedAs as, std::string_view sql, const Id& of, const Id& by) {
        HM_TRY_ASSIGN(Statement read, connection_.prepare(sql));
        read.bind(1, of);
        while (true) {
            HM_TRY_ASSIGN(const bool has_row, read.step());
            if (!has_row) return {};
            found_.push_back({as, Id::trusted(std::string(read.text(0))), std::string(read.text(1)),
                              std::string(read.text(2)), "", by});
        }
    }

    Result<bool> has_row(std::string_view sql, const Id& of) {
        HM_TRY_ASSIGN(Statement read, connection_.prepare(sql));
        read.bind(1, of);
        return read.step();
    }

    Connection& connection_;
    Id task_id_;
    std::optional<Id> phase_id_;
    std::vector<Awaited> found_;
};

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
    return Waiting(connection, task_id).look();
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
