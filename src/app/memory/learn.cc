#include "app/memory/learn.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/redact.h"
#include "base/strings.h"
#include "store/queries/anchor.h"
#include "store/queries/watched.h"
#include "store/records/any_record.h"
#include "store/records/reading.h"

namespace hm {
namespace {

constexpr std::size_t most_evidence = 20;
constexpr std::size_t most_commits_learnt = 50;
// What nobody confirmed is less sure than what somebody wrote down as knowledge.
constexpr std::int64_t confidence_of_task = 80;
constexpr std::int64_t confidence_of_commit = 70;

template <class T>
T clipped(std::string_view text) {
    std::string plain = redact(repair_utf8(text));
    std::erase(plain, '\0');
    auto made = T::make(shorten(plain, T::max_characters));
    if (!made) made = T::make("-");  // nothing was left of it
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

void add_evidence(Knowledge& knowledge, const std::string& text) {
    if (knowledge.evidence.size() < most_evidence && !text.empty()) {
        knowledge.evidence.push_back(clipped<Sentence>(text));
    }
}

Result<std::optional<Id>> keep(Knowledge knowledge, const CommandContext& context) {
    HM_TRY(context.begin(knowledge));
    HM_TRY(insert(context.transaction, knowledge));
    return knowledge.id;
}

std::string told_by(const Task& task) {
    std::string content = task.result.evidence ? task.result.evidence->str() : std::string();
    if (task.expected_output && content.empty()) content = task.expected_output->str();
    return content;
}

std::string alias_of(const Commit& commit) {
    return "commit:" + commit.hash;
}

// "fix: …" tells what to beware of, "docs: …" how things are done here.
KnowledgeType type_of_commit(std::string_view subject) {
    const std::string_view area = subject.substr(0, std::min(subject.find_first_of(":("), subject.size()));
    if (area == "fix" || area == "bug" || area == "hotfix") return KnowledgeType::gotcha;
    if (area == "docs" || area == "style") return KnowledgeType::convention;
    if (area == "build" || area == "ci" || area == "deps") return KnowledgeType::tech_stack;
    if (area == "refactor") return KnowledgeType::architecture;
    return KnowledgeType::codebase_fact;
}

// Records that the message names by their ids.
Result<std::vector<Id>> named_in(std::string_view message, const CommandContext& context) {
    constexpr std::size_t length = 36;
    std::vector<Id> named;
    for (std::size_t at = 0; at + length <= message.size() && named.size() < most_evidence; ++at) {
        if (message[at + 8 < message.size() ? at + 8 : at] != '-') continue;
        const auto id = Id::parse(message.substr(at, length));
        if (!id || std::find(named.begin(), named.end(), *id) != named.end()) continue;
        HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), *id));
        if (noun != nullptr) named.push_back(*id);
    }
    return named;
}

Result<std::optional<Id>> learn_from_commit(const Commit& commit, const CommandContext& context) {
    HM_TRY_ASSIGN(const bool is_known, is_learnt(commit, context.connection()));
    if (is_known || commit.subject.empty() || commit.subject.starts_with("Merge ")) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = type_of_commit(commit.subject);
    knowledge.title = clipped<Title>(commit.subject);
    knowledge.content = clipped<MemoryText>(commit.message.empty() ? commit.subject : commit.message);
    knowledge.source = KnowledgeSource::git_commit;
    knowledge.confidence = confidence_of_commit;
    add_evidence(knowledge, fmt::format("commit {} of {}", commit.hash.substr(0, 12), commit.at));
    for (const std::string& file : commit.files) add_evidence(knowledge, file);
    HM_TRY_ASSIGN(knowledge.related_to, named_in(commit.message, context));
    HM_TRY_ASSIGN(const auto kept, keep(std::move(knowledge), context));
    HM_TRY(save_alias(context.transaction, alias_of(commit), *kept));
    return kept;
}

}  // namespace

Result<std::optional<Id>> learn_from_task(const Task& task, const CommandContext& context) {
    HM_TRY(mark_anchors_of_task(context.transaction, task.id, context.now));
    const std::string content = told_by(task);
    if (content.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const auto known, knowledge_from(context.connection(), task.id, KnowledgeSource::task_evidence));
    if (known) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = KnowledgeType::codebase_fact;
    knowledge.title = clipped<Title>(task.name.view());
    knowledge.content = clipped<MemoryText>(content);
    knowledge.source = KnowledgeSource::task_evidence;
    knowledge.confidence = confidence_of_task;
    knowledge.related_to = {task.id};
    for (const FilePath& file : task.result.files_modified) add_evidence(knowledge, file.str());
    for (const auto& test : task.result.tests_run) add_evidence(knowledge, fmt::format("test {}", test.view()));
    return keep(std::move(knowledge), context);
}

Result<std::optional<Id>> learn_from_anchor(const Anchor& anchor, const std::optional<Anchor>& earlier,
                                            const CommandContext& context) {
    if (anchor.kind != AnchorKind::decision) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = KnowledgeType::decision;
    knowledge.title = clipped<Title>(anchor.key.view());
    knowledge.content = clipped<MemoryText>(anchor.value.view());
    knowledge.source = KnowledgeSource::anchor;
    knowledge.related_to = {anchor.id};
    if (anchor.source.task_id) knowledge.related_to.push_back(*anchor.source.task_id);
    if (anchor.source.file) {
        add_evidence(knowledge, anchor.source.line
                                    ? fmt::format("{}:{}", anchor.source.file->view(), *anchor.source.line)
                                    : anchor.source.file->str());
    }
    if (earlier) {
        HM_TRY_ASSIGN(knowledge.supersedes, knowledge_from(context.connection(), earlier->id, KnowledgeSource::anchor));
    }
    return keep(std::move(knowledge), context);
}

Result<std::optional<Id>> learn_from_decision(const Decision& decision, KnowledgeType type,
                                              const CommandContext& context) {
    if (decision.status != DecisionStatus::resolved || !decision.choice) return std::nullopt;
    HM_TRY_ASSIGN(const auto known, knowledge_from(context.connection(), decision.id, KnowledgeSource::manual));
    if (known) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = type;
    knowledge.title = clipped<Title>(decision.question.view());
    knowledge.content = clipped<MemoryText>(fmt::format("{}: {}", decision.question.view(), decision.choice->view()));
    knowledge.related_to = {decision.id};
    for (const Sentence& each : decision.evidence) add_evidence(knowledge, each.str());
    if (decision.supersedes) {
        HM_TRY_ASSIGN(knowledge.supersedes,
                      knowledge_from(context.connection(), *decision.supersedes, KnowledgeSource::manual));
    }
    return keep(std::move(knowledge), context);
}

Result<LearntCommits> learn_from_commits(const GitLog& log, const CommandContext& context) {
    LearntCommits learnt{{}, log.note};
    // The oldest first, so that entries stand in the order of what they tell of.
    for (auto commit = log.commits.rbegin(); commit != log.commits.rend(); ++commit) {
        HM_TRY_ASSIGN(const auto kept, learn_from_commit(*commit, context));
        if (kept) learnt.entries.push_back(*kept);
    }
    return learnt;
}

GitLog commits_to_learn(const std::filesystem::path& root, Deadline deadline) {
    return newest_commits(root, most_commits_learnt, deadline);
}

Result<bool> is_learnt(const Commit& commit, Connection& connection) {
    HM_TRY_ASSIGN(const auto known, ids_with_alias(connection, alias_of(commit)));
    return !known.empty();
}

Receipt learnt_receipt(const LearntCommits& learnt) {
    const std::size_t count = learnt.entries.size();
    Receipt receipt{fmt::format("Learnt from {} {}.", count, count == 1 ? "commit" : "commits"), std::nullopt};
    json::array entries;
    for (const Id& id : learnt.entries) entries.emplace_back(id.text());
    receipt.details["entries"] = std::move(entries);
    if (!learnt.note.empty()) receipt.details["note"] = learnt.note;
    return receipt;
}

}  // namespace hm
