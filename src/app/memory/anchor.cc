// Anchors, comments and turning points: their commands and queries.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/named.h"
#include "app/command/noun_commands.h"
#include "app/memory/learn.h"
#include "domain/anchor.h"
#include "store/queries/anchor.h"
#include "view/memory_text.h"
#include "view/record_text.h"

namespace hm {

// Pinning an anchor, the same way for every command that does: the earlier version is kept, the critical ones stay
// within what a pack can always show, and a decision becomes knowledge.

// What a command says of an anchor; `Value` is optional where the one that is pinned may stay.
template <typename Value>
struct AnchorInput {
    AnchorKey key;
    Value value;
    std::optional<AnchorKind> kind;
    std::optional<AnchorPriority> priority;
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Id> task_id;
    std::vector<Id> related_to;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Anchor::key, &AnchorInput::key));
        visit(same_as(&Anchor::value, &AnchorInput::value));
        visit(same_as(&Anchor::kind, &AnchorInput::kind));
        visit(same_as(&Anchor::priority, &AnchorInput::priority));
        visit(same_as(&AnchorSource::file, &AnchorInput::file));
        visit(same_as(&AnchorSource::line, &AnchorInput::line));
        visit(same_as(&AnchorSource::task_id, &AnchorInput::task_id));
        visit(same_as(&Anchor::related_to, &AnchorInput::related_to));
    }
};

// Critical anchors are never left out of a pack, so that their sum is limited: characters as they are shown.
inline constexpr std::size_t most_critical_characters = 3000;

// `earlier` is what is pinned under the key now.
Result<Receipt> pin_anchor(Anchor anchor, const std::optional<Anchor>& earlier, const CommandContext& context);

namespace {

Error too_many_critical(const Anchor& anchor, const std::vector<Anchor>& others, std::size_t sum) {
    Error error{
        ErrorCode::refused,
        fmt::format("\"{}\" cannot be critical: critical anchors would take {} characters.", anchor.key.view(), sum),
        "Give it --priority high, shorten its value, or unpin one of those below.",
        fmt::format("They are never left out of a pack, so that {} is the most.", most_critical_characters),
        {}};
    for (const Anchor& other : others) {
        error.evidence.push_back(fmt::format("{} ({} characters)", other.key.view(), shown_characters(other)));
    }
    return error;
}

Result<void> check_critical(const Anchor& anchor, const CommandContext& context) {
    if (anchor.priority != AnchorPriority::critical) return {};
    HM_TRY_ASSIGN(std::vector<Anchor> others, critical_anchors(context.connection(), context.bad));
    std::erase_if(others, [&](const Anchor& other) { return other.key == anchor.key; });
    std::size_t sum = shown_characters(anchor);
    for (const Anchor& other : others) sum += shown_characters(other);
    if (sum <= most_critical_characters) return {};
    return fail(too_many_critical(anchor, others, sum));
}

}  // namespace

Result<Receipt> pin_anchor(Anchor anchor, const std::optional<Anchor>& earlier, const CommandContext& context) {
    HM_TRY(check_critical(anchor, context));
    if (earlier) {
        Anchor old = *earlier;
        old.archived_at = context.now;
        old.modified_at = context.now;
        HM_TRY(update(context.transaction, old));
        anchor.version = old.version + 1;
    }
    HM_TRY(context.begin(anchor));
    anchor.archived_at.reset();
    anchor.stale_since.reset();
    anchor.validated_at.reset();
    anchor.purged_at.reset();
    anchor.session_id = context.actor.session_id;
    if (auto stamp = StampText::make(context.actor.session_stamp)) anchor.session_stamp = std::move(*stamp);
    HM_TRY(insert(context.transaction, anchor));
    Receipt receipt{fmt::format("Pinned \"{}\", version {}.", anchor.key.view(), anchor.version), anchor.id};
    HM_TRY_ASSIGN(const auto learnt, learn_from_anchor(anchor, earlier, context));
    if (learnt) receipt.details["knowledge"] = learnt->text();
    return receipt;
}

// anchor save: pins a short fact under a key. The value that was there before is kept as an older version.

namespace {

using SaveAnchor = AnchorInput<AnchorValue>;

Result<Receipt> run(const SaveAnchor& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::optional<Anchor> earlier, find_anchor(context.connection(), input.key, context.bad));
    Anchor anchor = earlier.value_or(Anchor{});
    anchor.key = input.key;
    anchor.value = input.value;
    anchor.kind = input.kind.value_or(anchor.kind);
    anchor.priority = input.priority.value_or(anchor.priority);
    if (input.file) anchor.source = {input.file, input.line, input.task_id};
    if (input.task_id) anchor.source.task_id = input.task_id;
    if (!input.related_to.empty()) anchor.related_to = input.related_to;
    return pin_anchor(std::move(anchor), earlier, context);
}

}  // namespace

Command save_anchor() {
    return make_command<SaveAnchor, run>("anchor save", "Pin a short fact under a key.", "key value");
}

// anchor update: changes some of what an anchor says; what is not given stays. The earlier version is kept.

namespace {

using UpdateAnchor = AnchorInput<std::optional<AnchorValue>>;

Result<Receipt> run(const UpdateAnchor& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto known, find_anchor(context.connection(), input.key, context.bad));
    if (!known) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key.view()),
                    "Use a key from `hivemind anchor list`, or `hivemind anchor save` to pin it.");
    }
    Anchor anchor = *known;
    anchor.value = input.value.value_or(anchor.value);
    anchor.kind = input.kind.value_or(anchor.kind);
    anchor.priority = input.priority.value_or(anchor.priority);
    if (input.file) anchor.source.file = input.file;
    if (input.line) anchor.source.line = input.line;
    if (input.task_id) anchor.source.task_id = input.task_id;
    if (!input.related_to.empty()) anchor.related_to = input.related_to;
    return pin_anchor(std::move(anchor), known, context);
}

}  // namespace

Command update_anchor() {
    return make_command<UpdateAnchor, run>("anchor update", "Change some of what an anchor says.", "key value");
}

// anchor remove: unpins a fact, named by its key or its id. Its versions stay in the store.

namespace {

struct RemoveAnchor {
    std::optional<Id> id;
    std::optional<AnchorKey> key;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &RemoveAnchor::id, "The anchor to unpin."));
        visit(field("key", &RemoveAnchor::key, "Or the key it is pinned under."));
    }
};

Result<Anchor> named(const RemoveAnchor& input, const CommandContext& context) {
    if (input.id) return require_record<Anchor>(context, *input.id);
    HM_TRY_ASSIGN(auto anchor, find_anchor(context.connection(), *input.key, context.bad));
    if (anchor) return std::move(*anchor);
    return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key->view()),
                "Use a key from `hivemind anchor list`.");
}

Result<Receipt> run(const RemoveAnchor& input, const CommandContext& context) {
    if (input.id.has_value() == input.key.has_value()) {
        return fail(ErrorCode::invalid_input, "Which anchor is meant was not told.", "Give either its key or its id.");
    }
    HM_TRY_ASSIGN(Anchor anchor, named(input, context));
    if (anchor.archived_at) return receipt_of("Already out of use: the", anchor);
    anchor.archived_at = context.now;
    anchor.modified_at = context.now;
    HM_TRY(update(context.transaction, anchor));
    return receipt_of("Took out of use, and kept in the store: the", anchor);
}

}  // namespace

Command remove_anchor() {
    return make_command<RemoveAnchor, run>("anchor remove", "Unpin a fact; its versions stay in the store.", "key");
}

// anchor: all that can be done with one has a command of its own, as versions are kept.

std::vector<Command> anchor_commands() {
    return {};
}

// anchor get: what is pinned under a key.

namespace {

struct GetAnchor {
    AnchorKey key;

    static constexpr void fields(auto&& visit) { visit(same_as(&Anchor::key, &GetAnchor::key)); }
};

Result<Answer> run(const GetAnchor& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto anchor, find_anchor(context.connection(), input.key, context.bad));
    if (!anchor) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key.view()),
                    "Use a key from `hivemind anchor list`.");
    }
    return Answer{encode(*anchor), anchor_lines({*anchor}, context.now)};
}

}  // namespace

Query get_anchor() {
    return make_query<GetAnchor, run>("anchor get", "Show what is pinned under a key.", "key", &shape_of<Anchor>);
}

// anchor list: the facts pinned now, critical ones first.

namespace {

struct ListAnchors {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListAnchors::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListAnchors& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto anchors, current_anchors(context.connection(), list_limit(input.limit), context.bad));
    return Answer{encode(anchors), anchor_lines(anchors, context.now)};
}

}  // namespace

Query list_anchors_query() {
    return make_query<ListAnchors, run>("anchor list", "List the facts pinned now, critical ones first.", {},
                                        &shape_of<std::vector<Anchor>>);
}

// comment: a remark on any record. A person's remark reaches the agent with its next pack.

namespace {

struct AddComment {
    Text<1, 60> on_id;
    Paragraph text;

    static constexpr void fields(auto&& visit) {
        visit(field("on_id", &AddComment::on_id, "Record it is about: its id, or its stamp."));
        visit(same_as(&Comment::text, &AddComment::text));
    }
};

Result<Receipt> add(const AddComment& input, const CommandContext& context) {
    Comment comment;
    HM_TRY_ASSIGN(comment.on_id, record_named(input.on_id.view(), context.connection()));
    HM_TRY(context.begin(comment));
    comment.text = input.text;
    HM_TRY_ASSIGN(comment.author, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, comment));
    return receipt_of("Made the", comment);
}

}  // namespace

std::vector<Command> comment_commands() {
    return {
        make_command<AddComment, add>("comment", "Remark on any record; the agent reads it with its next pack.",
                                      "on_id text"),
        remove_noun<Comment>("comment remove", "Take a comment out of use; it stays in the store."),
    };
}

// turning point: decisions that changed direction.

namespace {

Result<void> take_session(TurningPoint& point, const CommandContext& context) {
    point.session_id = context.actor.session_id;
    return {};
}

}  // namespace

std::vector<Command> turning_point_commands() {
    return {
        create_noun<TurningPoint, take_session>("turning-point create", "Note a decision that changed direction.",
                                                "summary"),
        change_noun<TurningPoint>("turning-point change", "Change a turning point."),
        remove_noun<TurningPoint>("turning-point remove", "Take a turning point out of use; it stays in the store."),
    };
}

}  // namespace hm
