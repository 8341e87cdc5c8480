// Commands that most nouns share: creating, changing and removing one are walks over its field list.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "app/command/query.h"
#include "base/codec.h"
#include "domain/lifecycles.h"
#include "store/records/tables.h"

namespace hm {

// What a caller may give of a record: the fields of its list that the program does not keep itself. Creating takes
// them with defaults for what is left out; changing takes any of them, and the status where the noun has one.

// A value that stands for nothing until it is given.
template <class T>
inline constexpr bool must_be_given = false;
template <std::size_t Min, std::size_t Max, class Kind>
inline constexpr bool must_be_given<Text<Min, Max, Kind>> = Min > 0;
template <>
inline constexpr bool must_be_given<Id> = true;

template <class Record>
Shape draft_shape() {
    Shape shape{.kind = ShapeKind::object};
    for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        if (each.filler != Filler::caller) return;
        const Presence presence = must_be_given<Member> ? Presence::required : Presence::optional;
        shape.fields.push_back({each.name, each.sentence, presence, shape_of<Member>()});
    });
    return shape;
}

// Calls act(field) for the field that holds the status of a noun with a lifecycle.
template <class Record, class Act>
void with_status_field(Act&& act) {
    if constexpr (HasLifecycle<Record>) {
        using StatusMember = std::remove_const_t<decltype(LifecycleOf<Record>::member)>;
        for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            if constexpr (std::is_same_v<Member Record::*, StatusMember>) {
                if (each.member == LifecycleOf<Record>::member) act(each);
            }
        });
    }
}

HM_ENUM(StatusChange, by_change, by_own_command)

template <class Record, StatusChange Status>
Shape change_shape() {
    Shape shape = draft_shape<Record>();
    for (FieldShape& field : shape.fields) field.presence = Presence::optional;
    if constexpr (Status == StatusChange::by_change) {
        with_status_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            shape.fields.insert(shape.fields.begin(),
                                {each.name, each.sentence, Presence::optional, shape_of<Member>()});
        });
    }
    shape.fields.insert(shape.fields.begin(), {"id", "The record to change.", Presence::required, shape_of<Id>()});
    return shape;
}

// Reads what `object` gives into the record; what it leaves out stays.
template <class Record>
void decode_given(const json::object& object, Record& record, Decoder& decoder) {
    for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        if (each.filler != Filler::caller) return;
        const json::value* value = object.if_contains(each.name);
        if (value == nullptr) return;
        decoder.within(each.name, [&] { Codec<Member>::decode(*value, record.*each.member, decoder); });
    });
}

// Members that the shape does not know, and needed ones that are missing, are errors.
void check_members(const json::object& object, const Shape& shape, Decoder& decoder);

// A noun as people say it: "turning point", not turning_point.

std::string spoken(std::string_view noun);
// As it is typed: turning-point.
std::string typed(std::string_view noun);
std::string spoken_plural(const Table& table);

// Creating, changing and removing, the same way for every noun: a walk over its field list, its lifecycle, and the
// one rule the noun adds. Nouns with rules of their own for an act have a command of their own instead.
//
// To give a noun these: 1. write it in its subject's file, as work/plan.cc does; 2. declare it in noun_commands.h; 3.
// add it to the list in noun_commands.cc. Listing and showing it come by themselves.

// For a noun that adds no rule.
template <class Record>
Result<void> no_rule(Record&, const CommandContext&) {
    return {};
}

// 'Made the plan "Ship it".'
Receipt noun_receipt(std::string_view act, std::string_view noun, const json::object& record,
                     const std::optional<Id>& task_id);

// The input as an object, or an error of `what`.
Result<json::object> input_object(const json::value& input, std::string_view what);

template <class Record>
std::optional<Id> task_named_by(const Record& record) {
    if constexpr (std::is_same_v<Record, Task>) return record.id;
    if constexpr (requires { Id(record.task_id); }) return record.task_id;
    if constexpr (requires { record.task_id.has_value(); }) return record.task_id;
    return std::nullopt;
}

template <class Record>
Receipt receipt_of(std::string_view act, const Record& record) {
    return noun_receipt(act, table_of<Record>.noun, Codec<Record>::encode_object(record), task_named_by(record));
}

template <class Record>
Result<Record> require_record(const CommandContext& context, const Id& id) {
    HM_TRY_ASSIGN(auto record, find<Record>(context.connection(), id, context.bad));
    if (record) return std::move(*record);
    return fail(ErrorCode::not_found, fmt::format("No {} {}.", spoken(table_of<Record>.noun), id.text()),
                fmt::format("Use an id from `hivemind {} list`.", typed(table_of<Record>.noun)));
}

template <class Record, auto Rule>
Result<Receipt> run_create(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const json::object object, input_object(input, table_of<Record>.noun));
    Record record{};
    Decoder decoder;
    decode_given(object, record, decoder);
    check_members(object, draft_shape<Record>(), decoder);
    if (decoder.has_errors()) return fail(decoder.to_error("The input"));
    HM_TRY(context.begin(record));
    HM_TRY(Rule(record, context));
    HM_TRY(insert(context.transaction, record));
    return receipt_of("Made the", record);
}

template <class Record>
Result<void> check_create(const json::value& input) {
    HM_TRY_ASSIGN(const json::object object, input_object(input, table_of<Record>.noun));
    Record scratch{};
    Decoder decoder;
    decode_given(object, scratch, decoder);
    check_members(object, draft_shape<Record>(), decoder);
    if (decoder.has_errors()) return fail(decoder.to_error("The input"));
    return {};
}

// Reads the status the caller asks for, and moves the record there.
template <class Record>
Result<void> move_as_asked(const json::object& object, Record& record, Time now, Decoder& decoder) {
    Result<void> outcome;
    with_status_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        const json::value* asked = object.if_contains(each.name);
        if (asked == nullptr) return;
        Member to = record.*each.member;
        decoder.within(each.name, [&] { Codec<Member>::decode(*asked, to, decoder); });
        if (!decoder.has_errors() && to != record.*each.member) outcome = move_to(record, to, now);
    });
    return outcome;
}

template <class Record, StatusChange Status>
Result<void> check_change_input(const json::value& input) {
    HM_TRY_ASSIGN(const json::object object, input_object(input, table_of<Record>.noun));
    Record scratch{};
    Decoder decoder;
    check_members(object, change_shape<Record, Status>(), decoder);
    decode_given(object, scratch, decoder);
    if (const json::value* id = object.if_contains("id")) {
        decoder.within("id", [&] { Codec<Id>::decode(*id, scratch.id, decoder); });
    }
    with_status_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        const json::value* asked = object.if_contains(each.name);
        if (asked == nullptr) return;
        decoder.within(each.name, [&] { Codec<Member>::decode(*asked, scratch.*each.member, decoder); });
    });
    if (decoder.has_errors()) return fail(decoder.to_error("The input"));
    return {};
}

template <class Record, auto Rule, StatusChange Status>
Result<Receipt> run_change(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const json::object object, input_object(input, table_of<Record>.noun));
    Decoder decoder;
    check_members(object, change_shape<Record, Status>(), decoder);
    Id id;
    if (const json::value* given = object.if_contains("id")) Codec<Id>::decode(*given, id, decoder);
    if (decoder.has_errors()) return fail(decoder.to_error("The input"));
    if (object.size() == 1) {
        return fail(ErrorCode::invalid_input, "Nothing to change was given.",
                    fmt::format("`hivemind {} change --help` lists what can be.", typed(table_of<Record>.noun)));
    }
    HM_TRY_ASSIGN(Record record, require_record<Record>(context, id));
    decode_given(object, record, decoder);
    if constexpr (Status == StatusChange::by_change) HM_TRY(move_as_asked(object, record, context.now, decoder));
    if (decoder.has_errors()) return fail(decoder.to_error("The input"));
    HM_TRY(Rule(record, context));
    record.modified_at = context.now;
    HM_TRY(update(context.transaction, record));
    return receipt_of("Changed the", record);
}

struct RemoveInput {
    Id id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &RemoveInput::id, "The record to take out of use; it stays in the store."));
    }
};

template <class Record, auto Rule>
Result<Receipt> run_remove(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const RemoveInput asked, decode_as<RemoveInput>(input, "The input"));
    HM_TRY_ASSIGN(Record record, require_record<Record>(context, asked.id));
    if (record.archived_at) return receipt_of("Already out of use: the", record);
    HM_TRY(Rule(record, context));
    record.archived_at = context.now;
    record.modified_at = context.now;
    HM_TRY(update(context.transaction, record));
    return receipt_of("Took out of use, and kept in the store: the", record);
}

template <class Record, auto Rule = no_rule<Record>>
Command create_noun(std::string_view name, std::string_view sentence, std::string_view positional,
                    Access access = Access::anyone) {
    return {name, sentence, access, positional, &draft_shape<Record>, &run_create<Record, Rule>, &check_create<Record>};
}

template <class Record, auto Rule = no_rule<Record>, StatusChange Status = StatusChange::by_change>
Command change_noun(std::string_view name, std::string_view sentence, Access access = Access::anyone) {
    return {name,
            sentence,
            access,
            "id",
            &change_shape<Record, Status>,
            &run_change<Record, Rule, Status>,
            &check_change_input<Record, Status>};
}

template <class Record, auto Rule = no_rule<Record>>
Command remove_noun(std::string_view name, std::string_view sentence, Access access = Access::anyone) {
    return {name, sentence, access, "id", &shape_of<RemoveInput>, &run_remove<Record, Rule>, &check_input<RemoveInput>};
}

// What can be done to each noun beyond its own commands, and how all of them are listed and shown.

// The commands of all nouns together.
std::vector<Command> noun_commands();

// `<noun> list` and `<noun> show` of every noun that has none of its own in app/queries/, and `show` for any id.
std::vector<Query> noun_queries();

std::vector<Command> plan_commands();
std::vector<Command> phase_commands();
std::vector<Command> task_commands();
std::vector<Command> trajectory_commands();
std::vector<Command> decision_commands();
std::vector<Command> artifact_commands();
std::vector<Command> knowledge_commands();
std::vector<Command> comment_commands();
std::vector<Command> delegation_commands();
std::vector<Command> swarm_commands();
std::vector<Command> turning_point_commands();
std::vector<Command> memory_commands();
std::vector<Command> anchor_commands();
std::vector<Command> session_commands();

}  // namespace hm
