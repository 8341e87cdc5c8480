// Adding one memory to stores of different sizes, its near-duplicate check and its event included.
#pragma once

#include "app/bus/bus.h"
#include "filled_store.h"
#include "measure.h"

namespace hm::benchmarks {

inline constexpr double flat_bar = 1.5;
inline constexpr std::size_t adding_samples = 100;

inline std::string size_text(std::int64_t memories) {
    if (memories >= 1'000'000) return fmt::format("{},000,000 memories", memories / 1'000'000);
    return memories < 1000 ? fmt::format("{} memories", memories) : fmt::format("{},000 memories", memories / 1000);
}

// A store as a process that lives on has it open.
class Adder {
public:
    Adder(const std::filesystem::path& root, std::int64_t memories)
        : memories_(memories), project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(5))), "open")) {}

    std::int64_t memories() const { return memories_; }
    Workspace workspace() { return project_.workspace(); }

    // The command as it is, synced to disk.
    double full() {
        const json::object input{{"content", words_.text(memory_words)}};
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            const Receipt receipt = checked(execute(*command_, {input, {}}, workspace), "memory save");
            if (!receipt.details.empty()) ++alike_;
        });
    }

    // The same without the sync, which no command does: what a sync hides shows here.
    double normal() {
        const json::object input{{"content", words_.text(memory_words)}};
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            Connection& connection = workspace.store.connection();
            BadRows bad;
            const Settings settings;
            const Actor actor;
            Transaction transaction = checked(Transaction::begin(connection, Durability::process_crash), "begin");
            Afterwards afterwards;
            const CommandContext context{transaction, workspace.store.paths(), actor, settings, ids_, clock_.now(), bad,
                                         afterwards};
            const Receipt receipt = checked(command_->run(input, context), "memory save");
            Event event;
            event.id = ids_.next(context.now);
            event.at = context.now;
            event.kind = checked(Word::make("memory.save"), "kind");
            event.subject_id = receipt.id;
            event.summary = checked(Sentence::make(receipt.sentence), "summary");
            event.facts = {{"receipt", to_json(receipt)}};
            const std::int64_t seq = checked(append_event(transaction, std::move(event)), "event");
            checked(keep_changes(transaction, seq), "changes");
            checked(transaction.commit(), "commit");
            if (!receipt.details.empty()) ++alike_;
        });
    }

    // How many were not simply new; the measured work would be another one.
    int alike() const { return alike_; }

private:
    std::int64_t memories_;
    SystemClock clock_;
    RandomIds ids_;
    Words words_{99};
    const Command* command_ = find_command("memory save");
    int alike_ = 0;
    Project project_;
};

inline void compare_adding(std::string_view where, const std::vector<Adder*>& adders, double (Adder::*add)()) {
    Comparison comparison;
    std::vector<std::size_t> cases;
    for (Adder* adder : adders) {
        cases.push_back(
            comparison.add("memory save, " + size_text(adder->memories()), [adder, add] { return (adder->*add)(); }));
    }
    comparison.run(adding_samples);
    print_heading(fmt::format("saving one memory {}, against the smallest store", where));
    print_reference(comparison, cases[0]);
    for (std::size_t i = 1; i < cases.size(); ++i) print_ratio(comparison, cases[i], cases[0], flat_bar);
    for (const Adder* adder : adders) {
        if (adder->alike() > 0)
            fmt::print("  {} were like another, {}\n", adder->alike(), size_text(adder->memories()));
    }
}

}  // namespace hm::benchmarks
