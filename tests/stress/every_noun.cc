#include "stress/every_noun.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "app/command/command.h"
#include "store/queries/session.h"
#include "store/records/reading.h"
#include "store/records/tables.h"

namespace hm::testing {
namespace {

std::string table_named(std::string_view noun) {
    std::string table;
    for_each_node([&]<class Record>() {
        if (table_of<Record>.noun == noun) table = table_of<Record>.name;
    });
    return table;
}

template <class T>
T text(const std::string& value) {
    auto made = T::make(value);
    HM_ASSERT(made.has_value());
    return *made;
}

}  // namespace

struct EveryNounWriter::Step {
    void (*act)(EveryNounWriter&, const std::string& name);
};

EveryNounWriter::EveryNounWriter(const std::filesystem::path& root, int writer, int output)
    : writer_(writer), output_(output) {
    auto project = Project::open(root, clock_, ids_, Deadline::in(seconds(20)));
    if (!project) {
        write_line_at_once(output_, "error " + project.error().what);
        _exit(3);
    }
    project_ = std::make_unique<Project>(std::move(*project));
}

std::string EveryNounWriter::made(const std::string& noun) const {
    const auto found = made_.find(noun);
    return found == made_.end() ? std::string() : found->second;
}

void EveryNounWriter::command(std::string_view name, std::string_view noun, const json::object& input) {
    json::object given;
    for (const auto& member : input) {
        // A link to what was not made yet is left out.
        const bool is_empty = member.value().is_string() && member.value().get_string().empty();
        if (!is_empty) given[member.key()] = member.value();
    }
    Workspace workspace = project_->workspace();
    const auto begin = std::chrono::steady_clock::now();
    const auto receipt = execute(*find_command(name), {given, {}}, workspace);
    const auto waited = std::chrono::steady_clock::now() - begin;
    if (!receipt) {
        std::string line = fmt::format("error {}: {} {}", name, receipt.error().what, receipt.error().why);
        for (const std::string& evidence : receipt.error().evidence) line += " " + evidence;
        std::replace(line.begin(), line.end(), '\n', ' ');
        write_line_at_once(output_, line.substr(0, 1000));
        return;
    }
    made_[std::string(noun)] = receipt->id->text();
    std::string event(name);
    std::replace(event.begin(), event.end(), ' ', '.');
    write_line_at_once(output_, fmt::format("ok {} {} {} {}", event, table_named(noun), receipt->id->text(),
                                            std::chrono::duration_cast<std::chrono::microseconds>(waited).count()));
}

template <class Record>
void EveryNounWriter::insert_directly(const std::function<void(Record&)>& fill) {
    Connection& connection = project_->workspace().store.connection();
    connection.set_deadline(Deadline::in(seconds(20)));
    const Time now = clock_.now();
    const auto done = [&]() -> Result<Id> {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
        Record record;
        HM_TRY_ASSIGN(record.stamp, take_stamp(transaction, local_minute(now)));
        record.id = ids_.next(now);
        record.created_at = now;
        record.modified_at = now;
        fill(record);
        HM_TRY(insert(transaction, record));
        HM_TRY(transaction.commit());
        return record.id;
    }();
    if (!done) {
        write_line_at_once(output_, "error " + done.error().what);
        return;
    }
    made_[std::string(table_of<Record>.noun)] = done->text();
    write_line_at_once(output_, fmt::format("ok - {} {} 0", table_of<Record>.name, done->text()));
}

void EveryNounWriter::save_session() {
    Connection& connection = project_->workspace().store.connection();
    connection.set_deadline(Deadline::in(seconds(20)));
    const Time now = clock_.now();
    Session session;
    session.id = ids_.next(now);
    session.stamp = make_stamp(local_minute(now), 0);
    session.created_at = now;
    session.modified_at = now;
    session.client = text<Word>("stress");
    session.client_session_id = text<ClientSessionId>(session.id.text());
    session.role = text<Word>("solo");
    if (auto parent = Id::parse(made("session"))) session.parent_session_id = *parent;
    const auto done = [&]() -> Result<void> {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
        HM_TRY(save_sessions(transaction, {session}, ids_));
        return transaction.commit();
    }();
    if (!done) {
        write_line_at_once(output_, "error " + done.error().what);
        return;
    }
    made_["session"] = session.id.text();
    write_line_at_once(output_, fmt::format("ok session.seen sessions {} 0", session.id.text()));
}

const std::vector<EveryNounWriter::Step>& EveryNounWriter::steps() {
    using W = EveryNounWriter;
    static const std::vector<Step> all{
        {[](W& w, const std::string&) { w.save_session(); }},
        {[](W& w, const std::string& n) {
            w.command("plan create", "plan", {{"title", n}, {"acceptance", {n, "done"}}});
        }},
        {[](W& w, const std::string& n) {
            w.command("phase create", "phase", {{"title", n}, {"parent_plan_id", w.made("plan")}});
        }},
        {[](W& w, const std::string& n) {
            json::array after;
            if (!w.made("task").empty()) after.emplace_back(w.made("task"));
            w.command("task create", "task",
                      {{"name", n},
                       {"parent_phase_id", w.made("phase")},
                       {"depends_on", std::move(after)},
                       {"allowed_paths", {"src", "tests"}},
                       {"file_locks", {"src/" + n}}});
        }},
        {[](W& w, const std::string& n) {
            w.command("decision add", "decision", {{"question", n}, {"supersedes", w.made("decision")}});
        }},
        {[](W& w, const std::string& n) {
            w.command("artifact create", "artifact",
                      {{"title", n}, {"plan_id", w.made("plan")}, {"task_ids", {w.made("task")}}});
        }},
        {[](W& w, const std::string& n) {
            w.command("trajectory create", "trajectory",
                      {{"intent", n},
                       {"session_id", w.made("session")},
                       {"active_plan_id", w.made("plan")},
                       {"active_task_ids", {w.made("task")}}});
        }},
        {[](W& w, const std::string& n) {
            w.insert_directly<Checkpoint>([&](Checkpoint& checkpoint) {
                checkpoint.task_id = *Id::parse(w.made("task"));
                checkpoint.session_id = *Id::parse(w.made("session"));
                checkpoint.tool = text<Word>("write");
                checkpoint.summary = text<Sentence>(n);
                checkpoint.files_modified = {text<FilePath>("src/" + n)};
            });
        }},
        {[](W& w, const std::string& n) {
            w.command("memory save", "memory",
                      {{"content", n + " was learnt"}, {"tags", {"stress"}}, {"origin_task_id", w.made("task")}});
        }},
        {[](W& w, const std::string& n) { w.command("anchor save", "anchor", {{"key", n}, {"value", "kept"}}); }},
        {[](W& w, const std::string&) {
            w.command("anchor save", "anchor", {{"key", "shared"}, {"value", fmt::format("by {}", w.writer_)}});
        }},
        {[](W& w, const std::string& n) {
            w.command("knowledge create", "knowledge",
                      {{"title", n}, {"content", n}, {"related_to", {w.made("task"), w.made("memory")}}});
        }},
        {[](W& w, const std::string& n) {
            w.command("comment", "comment", {{"on_id", w.made("knowledge")}, {"text", n}});
        }},
        {[](W& w, const std::string& n) {
            w.command("grant", "grant", {{"target", "src/" + n}, {"task", w.made("task")}});
        }},
        {[](W& w, const std::string& n) {
            w.command("delegation create", "delegation",
                      {{"task_id", w.made("task")}, {"from_role", "solo"}, {"to_role", "executor"}, {"context", n}});
        }},
        {[](W& w, const std::string& n) {
            w.command("swarm create", "swarm",
                      {{"prompt", n}, {"task_id", w.made("task")}, {"parent_session_id", w.made("session")}});
        }},
        {[](W& w, const std::string& n) {
            w.insert_directly<Signal>([&](Signal& signal) {
                signal.kind = text<Word>("drift");
                signal.text = text<Sentence>(n);
                signal.task_id = *Id::parse(w.made("task"));
            });
        }},
        {[](W& w, const std::string&) {
            w.insert_directly<Injection>([&](Injection& injection) {
                injection.hook = text<Word>("before_model");
                injection.session_id = *Id::parse(w.made("session"));
            });
        }},
        {[](W& w, const std::string& n) {
            w.command("turning-point create", "turning_point", {{"summary", n}, {"task_id", w.made("task")}});
        }},
        {[](W& w, const std::string& n) {
            w.command("plan change", "plan", {{"id", w.made("plan")}, {"title", n + "!"}});
        }},
    };
    return all;
}

std::size_t EveryNounWriter::round_length() {
    return steps().size();
}

void EveryNounWriter::write(int index) {
    const Step& step = steps()[static_cast<std::size_t>(index) % steps().size()];
    step.act(*this, fmt::format("w{}-{}", writer_, index));
}

std::vector<std::string> noun_tables() {
    std::vector<std::string> tables;
    for_each_node([&]<class Record>() { tables.emplace_back(table_of<Record>.name); });
    return tables;
}

}  // namespace hm::testing
