// A decision of the gate in a process that lives on, by the number of tasks: facts and rules against a point SELECT,
// the whole event with its record against a commit of one row, and a shell command that is parsed and judged.
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"
#include "plain_sqlite.h"
#include "warm_store.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 100;
constexpr std::int64_t few_tasks = 100;
constexpr std::int64_t many_tasks = 10'000;
constexpr std::int64_t many_memories = 100'000;

template <class T>
T text(std::string value) {
    return checked(T::make(std::move(value)), "text");
}

void begin(Node& node, Workspace& workspace, Transaction& transaction) {
    node.created_at = node.modified_at = workspace.clock.now();
    node.id = workspace.ids.next(node.created_at);
    node.stamp = checked(take_stamp(transaction, local_minute(node.created_at)), "stamp");
}

// A plan with that many tasks, each waiting for the one before it. All but the last two are completed; the last but one
// is in the hands of the session "bench", with paths and tools of its own, and a lock.
void add_tasks(Workspace workspace, std::int64_t count) {
    HookFrame frame = checked(
        begin_hook({.client = "opencode", .session = "bench"}, &Settings::gate_deadline, workspace), "begin_hook");
    Transaction transaction =
        checked(Transaction::begin(workspace.store.connection(), Durability::process_crash), "begin");
    Plan plan;
    begin(plan, workspace, transaction);
    plan.title = text<Title>("A plan");
    checked(insert(transaction, plan), "plan");
    plan.status = PlanStatus::active;
    checked(update(transaction, plan), "plan");
    Phase phase;
    begin(phase, workspace, transaction);
    phase.parent_plan_id = plan.id;
    phase.title = text<Title>("A phase");
    checked(insert(transaction, phase), "phase");
    std::optional<Id> before;
    for (std::int64_t i = 0; i < count; ++i) {
        Task task;
        begin(task, workspace, transaction);
        task.parent_phase_id = phase.id;
        task.name = text<Title>(fmt::format("Task {}", i));
        if (before) task.depends_on = {*before};
        if (i == count - 2) {
            task.allowed_paths = {text<FilePath>("src/**"), text<FilePath>("tests/**")};
            task.allowed_tools = {text<Word>("write"), text<Word>("edit"), text<Word>("bash"), text<Word>("read")};
            task.file_locks = {text<FilePath>("src/main.ts")};
            task.assigned_session_id = frame.session.id;
        }
        task.status = i < count - 2 ? TaskStatus::completed : i == count - 2 ? TaskStatus::active : TaskStatus::planned;
        if (i == count - 2) task.started_at = task.created_at;
        checked(put(transaction, task), "task");
        transaction.changes().clear();
        before = task.id;
    }
    checked(transaction.commit(), "commit");
    checked(workspace.store.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)"), "checkpoint");
}

void make_store_with_tasks(const fs::path& root, std::int64_t memories, std::int64_t tasks) {
    make_store(root, memories);
    const Forked filler([&](int output, int) {
        SystemClock clock;
        RandomIds ids;
        Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(30))), "open");
        add_tasks(project.workspace(), tasks);
        if (write(output, "f", 1) != 1) _exit(1);
    });
    filler.wait_for_byte();
}

json::object call_of(std::string_view tool, json::object arguments) {
    return {{"tool", tool}, {"sessionID", "bench"}, {"callID", "call"}, {"args", std::move(arguments)}};
}

const json::object a_write = call_of("write", {{"filePath", "src/main.ts"}});
const json::object a_shell = call_of("bash", {{"command", "npm run build && npm test -- --coverage > out.log 2>&1"}});

std::string long_command() {
    std::string command =
        "set -e; for f in src/*.ts; do npx eslint --fix \"$f\" || exit 1; done; npm run build -- --mode "
        "production 2>&1 | tee build.log && git add -A && git commit -m \"build: $(date +%F)\"";
    constexpr std::string_view more = " && npm test";
    while (command.size() + more.size() <= 300) command += more;
    // The last word fills the rest: a text that ends in && would measure how the parser recovers.
    return command + std::string(300 - command.size(), 's');
}

std::string tasks_text(std::int64_t tasks) {
    return tasks < 1000 ? fmt::format("{} tasks", tasks) : fmt::format("{},000 tasks", tasks / 1000);
}

void compare(Warm& few, Warm& many, const fs::path& directory) {
    PlainSqlite select(project_paths(many.root()).database, "", "SELECT content FROM memories WHERE number=?");
    many.event(a_write);
    const fs::path store = project_paths(many.root()).database;
    PlainSqlite own_row(directory / "row.db", table_of_events(store).c_str(), add_last_event(store).c_str());
    PlainSqlite bare_row(directory / "bare.db", bare_table, add_row);
    std::int64_t rows = 0;
    std::mt19937 chance(3);
    std::uniform_int_distribution<std::int64_t> any(1, many_memories);
    Comparison comparison;
    const auto point = comparison.add("a prepared point SELECT", [&] { return select.time_of(any(chance)); });
    const auto row = comparison.add("a commit of the event's row alone", [&] { return own_row.time_of(++rows); });
    const auto bare = comparison.add("a commit of 300 bytes without an index, for comparison",
                                     [&] { return bare_row.time_of(any(chance)); });
    const auto write_few = comparison.add("facts and rules of a write, " + tasks_text(few_tasks),
                                          [&] { return few.decide_only(a_write); });
    const auto write_many = comparison.add("facts and rules of a write, " + tasks_text(many_tasks),
                                           [&] { return many.decide_only(a_write); });
    const auto shell_few = comparison.add("facts and rules of a shell command, " + tasks_text(few_tasks),
                                          [&] { return few.decide_only(a_shell); });
    const auto shell_many = comparison.add("facts and rules of a shell command, " + tasks_text(many_tasks),
                                           [&] { return many.decide_only(a_shell); });
    // Both stores are written between their decisions, as at work: a process that read must read again.
    const auto event_few =
        comparison.add("the whole event of a write, " + tasks_text(few_tasks), [&] { return few.event(a_write); });
    const auto event_many =
        comparison.add("the whole event of a write, " + tasks_text(many_tasks), [&] { return many.event(a_write); });
    const std::string command = long_command();
    const auto parse = comparison.add("parsing and judging 300 characters of shell",
                                      [&] { return microseconds_of([&] { (void)judge_shell(command, {}); }); });
    comparison.run(samples);
    print_heading("a warm decision, against a point SELECT");
    print_reference(comparison, point);
    print_ratio(comparison, write_few, point, 12);
    print_ratio(comparison, write_many, point, 12);
    print_ratio(comparison, shell_many, point);
    print_heading("with a hundred times the tasks");
    print_reference(comparison, write_few);
    print_ratio(comparison, write_many, write_few, 1.3);
    print_reference(comparison, shell_few);
    print_ratio(comparison, shell_many, shell_few, 1.3);
    print_heading("the whole event, against a commit of its row by SQLite alone");
    print_reference(comparison, row);
    print_ratio(comparison, bare, row);
    print_ratio(comparison, event_few, row, 4);
    print_ratio(comparison, event_many, row, 4);
    print_heading("shell");
    print_within(comparison, parse, 200);
}

// One call of `plan plan-tasks` in a plan of its own, each task waiting for the one before it.
double plan_tasks(Workspace workspace, std::size_t count) {
    const Receipt plan =
        checked(execute(*find_command("plan create"), {json::object{{"title", "A plan"}}, {}}, workspace), "plan");
    json::array drafts;
    for (std::size_t i = 0; i < count; ++i) {
        json::object draft{{"name", fmt::format("Task {}", i)}, {"expected_output", "Done"}};
        if (i > 0) draft["depends_on"] = json::array{fmt::format("Task {}", i - 1)};
        drafts.push_back(std::move(draft));
    }
    const json::object input{{"plan_id", plan.id->text()}, {"tasks", std::move(drafts)}};
    return microseconds_of(
        [&] { (void)checked(execute(*find_command("plan plan-tasks"), {input, {}}, workspace), "plan plan-tasks"); });
}

void compare_planning(const fs::path& root) {
    fs::create_directories(root);
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::create(root, clock, ids), "create");
    Comparison comparison;
    const auto hundred =
        comparison.add("planning 100 tasks in one call", [&] { return plan_tasks(project.workspace(), 100); });
    const auto thousand =
        comparison.add("planning 1,000 tasks in one call", [&] { return plan_tasks(project.workspace(), 1000); });
    comparison.run(2);
    print_heading("planning, with ten times the tasks");
    print_reference(comparison, hundred);
    print_ratio(comparison, thousand, hundred, 13);
}

void run(const Options&) {
    const TempDirectory directory;
    make_store_with_tasks(directory.path() / "few", many_memories, few_tasks);
    make_store_with_tasks(directory.path() / "many", many_memories, many_tasks);
    Warm few(directory.path() / "few", many_memories);
    Warm many(directory.path() / "many", many_memories);
    compare(few, many, directory.path());
    compare_planning(directory.path() / "planning");
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
