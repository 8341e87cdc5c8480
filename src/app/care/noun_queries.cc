#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "app/command/command.h"
#include "app/command/named.h"
#include "app/command/noun_commands.h"
#include "app/project/artifact.h"
#include "app/work/task.h"
#include "store/records/any_record.h"
#include "view/record_text.h"

namespace hm {
namespace {

// Nouns whose lists have a file in app/queries/.
constexpr std::array<std::string_view, 3> with_own_list{"task", "memory", "anchor"};
// The same for what shows one.
constexpr std::array<std::string_view, 2> with_own_show{"plan", "session"};

// What a task waits for is no field of it, and is shown with it.
Result<Answer> with_blockers(Answer answer, const Id& id, const QueryContext& context) {
    HM_TRY_ASSIGN(auto task, find<Task>(context.connection(), id, context.bad));
    if (!task) return answer;
    HM_TRY_ASSIGN(const ListedTask shown, load_listed_task(std::move(*task), context.connection()));
    answer.data = to_json(shown);
    if (!shown.blockers.empty()) answer.text += "blocked\n" + blocker_lines(shown.blockers, "                     ");
    return answer;
}

// The same for how a document stands in its chain.
Result<Answer> with_chain(Answer answer, const Id& id, const QueryContext& context) {
    HM_TRY_ASSIGN(auto artifact, find<Artifact>(context.connection(), id, context.bad));
    if (!artifact) return answer;
    HM_TRY_ASSIGN(const ShownArtifact shown,
                  load_shown_artifact(std::move(*artifact), context.workspace.store.paths().root, context.connection(),
                                      context.bad));
    return Answer{artifact_json(shown), answer.text + artifact_chain_text(shown)};
}

struct ListRecords {
    std::optional<Word> status;
    std::optional<Id> of;
    bool archived = false;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("status", &ListRecords::status, "Only those that stand there."));
        visit(field("of", &ListRecords::of, "Only those that name this record."));
        visit(field("archived", &ListRecords::archived, "Also those that were taken out of use."));
        visit(field("limit", &ListRecords::limit, "Most to show; 50 when left out."));
    }
};

// The status is one of the noun's own words.
template <class Record>
Shape list_shape() {
    Shape shape = shape_of<ListRecords>();
    std::erase_if(shape.fields, [](const FieldShape& field) { return field.name == "status"; });
    with_status_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        shape.fields.insert(shape.fields.begin(), {"status", each.sentence, Presence::optional, shape_of<Member>()});
    });
    return shape;
}

Result<void> check_status(const std::optional<Word>& status, const Shape& shape) {
    if (!status) return {};
    for (const FieldShape& field : shape.fields) {
        if (field.name != "status") continue;
        for (const std::string_view choice : field.shape.choices) {
            if (choice == status->view()) return {};
        }
        return fail(ErrorCode::invalid_input, fmt::format("'{}' is no status here.", status->view()),
                    fmt::format("Use {}.", to_words(field.shape)));
    }
    return fail(ErrorCode::invalid_input, "These have no status.", "Leave --status out.");
}

template <class Record>
Result<Answer> run_list(const json::value& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const ListRecords asked, decode_as<ListRecords>(input, "The input"));
    HM_TRY(check_status(asked.status, list_shape<Record>()));
    const AnyNoun& noun = *noun_named(table_of<Record>.noun);
    const ListFilter filter{.status = asked.status ? asked.status->str() : std::string(),
                            .of = asked.of,
                            .archived = asked.archived ? Archived::shown : Archived::left_out,
                            .limit = list_limit(asked.limit)};
    HM_TRY_ASSIGN(const auto records, noun.list(context.connection(), filter, context.bad));
    json::array data;
    for (const json::object& record : records) data.push_back(record);
    return Answer{std::move(data), any_record_lines(spoken_plural(table_of<Record>), records, context.now)};
}

// Documents are listed with how they stand.
Result<Answer> run_list_artifacts(const json::value& input, const QueryContext& context) {
    HM_TRY_ASSIGN(Answer answer, run_list<Artifact>(input, context));
    std::string text;
    json::array data;
    for (const json::value& each : answer.data.get_array()) {
        HM_TRY_ASSIGN(Artifact artifact, decode_as<Artifact>(each, "The stored artifact"));
        HM_TRY_ASSIGN(const ArtifactFacts facts,
                      load_artifact_facts(std::move(artifact), context.workspace.store.paths().root,
                                          context.connection(), context.bad));
        const JudgedArtifact judged = judge_artifact(facts);
        data.push_back(artifact_json(facts.artifact, judged));
        text += any_record_lines("artifacts", {each.get_object()}, context.now);
        if (!judged.findings.empty())
            text += fmt::format("    {}: {}\n", name_of(judged.standing), findings_in_words(judged));
    }
    return Answer{std::move(data), text.empty() ? answer.text : text};
}

struct ShowRecord {
    Text<1, 60> id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &ShowRecord::id, "The record's id, its stamp, or its id before an import."));
    }
};

Result<Answer> show(const AnyNoun& noun, const Id& id, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto record, noun.find(context.connection(), id, context.bad));
    if (!record && !context.bad.empty()) return fail(unreadable_record(noun.table.noun, id, context.bad));
    if (!record) {
        return fail(ErrorCode::not_found, fmt::format("No {} {}.", spoken(noun.table.noun), id.text()),
                    fmt::format("Use an id from `hivemind {} list`.", typed(noun.table.noun)));
    }
    Answer answer{*record, any_record_text(noun.table.noun, *record, noun.shape())};
    if (noun.table.noun == table_of<Artifact>.noun) return with_chain(std::move(answer), id, context);
    if (noun.table.noun != table_of<Task>.noun) return answer;
    return with_blockers(std::move(answer), id, context);
}

template <class Record>
Result<Answer> run_show(const json::value& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const ShowRecord asked, decode_as<ShowRecord>(input, "The input"));
    HM_TRY_ASSIGN(const Id id, record_named(asked.id.view(), context.connection()));
    return show(*noun_named(table_of<Record>.noun), id, context);
}

Result<Answer> run_show_any(const ShowRecord& asked, const QueryContext& context) {
    HM_TRY_ASSIGN(const Id id, record_named(asked.id.view(), context.connection()));
    HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), id));
    if (noun != nullptr) return show(*noun, id, context);
    return fail(ErrorCode::not_found, fmt::format("No record {}.", id.text()), "Use an id that was printed.");
}

// Texts that live as long as the program: the catalog only points to them.
std::string_view keep_text(std::string text) {
    static std::deque<std::string> texts;
    return texts.emplace_back(std::move(text));
}

template <class Record>
void add_queries(std::vector<Query>& queries) {
    constexpr Table table = table_of<Record>;
    const bool has_own = std::find(with_own_list.begin(), with_own_list.end(), table.noun) != with_own_list.end();
    if (!has_own) {
        queries.push_back({keep_text(fmt::format("{} list", typed(table.noun))),
                           keep_text(fmt::format("List {}, newest first.", spoken_plural(table))), "",
                           &list_shape<Record>,
                           std::is_same_v<Record, Artifact> ? &run_list_artifacts : &run_list<Record>,
                           &shape_of<std::vector<Record>>});
    }
    if (std::find(with_own_show.begin(), with_own_show.end(), table.noun) != with_own_show.end()) return;
    queries.push_back({keep_text(fmt::format("{} show", typed(table.noun))),
                       keep_text(fmt::format("Show every field of a {}.", spoken(table.noun))), "id",
                       &shape_of<ShowRecord>, &run_show<Record>, &shape_of<Record>});
}

}  // namespace

std::vector<Query> noun_queries() {
    std::vector<Query> queries{make_query<ShowRecord, run_show_any>("show", "Show every field of any record.", "id")};
    for_each_node([&]<class Record>() { add_queries<Record>(queries); });
    return queries;
}

}  // namespace hm
