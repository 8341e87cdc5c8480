// Stores with as many memories as a benchmark needs.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include "app/command/command.h"
#include "app/project/project.h"
#include "processes.h"
#include "store/queries/event.h"
#include "store/queries/memory.h"
#include "store/records/reading.h"
#include "store/records/records.h"
#include "temp_directory.h"

namespace hm::benchmarks {

// Made-up words, some common and most rare, as in a language.
class Words {
public:
    explicit Words(unsigned seed) : chance_(seed) {}

    // As memories are written: the most common words are everywhere.
    std::string text(int words) { return join(words, 1); }
    // As a prompt is searched for: the words that are everywhere are left out of it.
    std::string prompt(int words) { return join(words, stop_words); }

private:
    static constexpr double vocabulary = 30'000;
    static constexpr double stop_words = 70;

    std::string join(int words, double commonest) {
        std::string text;
        for (int i = 0; i < words; ++i) text += (i == 0 ? "" : " ") + next(commonest);
        return text;
    }
    // The commonest word stands first; a word twice as far down is half as common.
    std::string next(double commonest) {
        std::uniform_real_distribution<double> place(std::log(commonest), std::log(vocabulary));
        return spell(static_cast<unsigned>(std::exp(place(chance_))));
    }

    static std::string spell(unsigned number) {
        constexpr std::string_view consonants = "bdfgklmnprstvz";
        constexpr std::string_view vowels = "aeiou";
        std::string word;
        for (unsigned rest = number + 70; rest > 0; rest /= 70) {
            word += consonants[rest % 70 / 5];
            word += vowels[rest % 5];
        }
        return word;
    }

    std::mt19937 chance_;
};

template <class T>
T checked(Result<T> result, std::string_view what) {
    if (!result) give_up(fmt::format("{}: {} {}", what, result.error().what, result.error().why));
    return std::move(*result);
}
inline void checked(Result<void> result, std::string_view what) {
    if (!result) give_up(fmt::format("{}: {} {}", what, result.error().what, result.error().why));
}

inline constexpr Duration time_apart = seconds(60);
inline constexpr int memory_words = 45;

// Adds memories, each with its event, in one transaction; the last one is of now, the others older.
inline void add_memories(Workspace workspace, std::int64_t count) {
    static unsigned seed = 0;
    Words words(++seed);
    Time at{workspace.clock.now().ms - count * time_apart.ms};
    Transaction transaction =
        checked(Transaction::begin(workspace.store.connection(), Durability::process_crash), "begin");
    for (std::int64_t i = 0; i < count; ++i) {
        at = at + time_apart;
        Memory memory;
        memory.id = workspace.ids.next(at);
        memory.stamp = checked(take_stamp(transaction, local_minute(at)), "stamp");
        memory.created_at = at;
        memory.modified_at = at;
        memory.shelf = checked(Word::make("project"), "shelf");
        memory.content = checked(MemoryText::make(words.text(memory_words)), "content");
        checked(insert(transaction, memory), "insert");
        Event event;
        event.id = workspace.ids.next(at);
        event.at = at;
        event.kind = checked(Word::make("memory.save"), "kind");
        event.subject_id = memory.id;
        event.summary = checked(Sentence::make("Saved the memory."), "summary");
        checked(append_event(transaction, std::move(event)), "event");
        transaction.changes().clear();
    }
    checked(transaction.commit(), "commit");
}

// With room to sort before writing, a million memories take minutes, not hours. The full-text index keeps
// its setting, so that it is put back.
inline void fill(Workspace workspace, std::int64_t memories) {
    Connection& connection = workspace.store.connection();
    const auto set_room = [&](std::int64_t bytes) {
        const auto sql = fmt::format("INSERT INTO memory_search(memory_search, rank) VALUES('hashsize', {})", bytes);
        checked(connection.execute(sql), "hashsize");
    };
    checked(connection.execute("PRAGMA cache_size=-600000"), "cache_size");
    set_room(std::int64_t{64} << 20U);
    add_memories(workspace, memories);
    set_room(std::int64_t{1} << 20U);
    checked(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"), "checkpoint");
}

// A project with that many memories, nothing in its log. Filled by another process, whose memory goes with it.
// REQUIRES: this process holds no SQLite connection.
inline void make_store(const std::filesystem::path& root, std::int64_t memories) {
    std::filesystem::create_directories(root);
    const Forked filler([&](int output, int) {
        SystemClock clock;
        RandomIds ids;
        Project project = checked(Project::create(root, clock, ids), "create");
        if (memories > 0) fill(project.workspace(), memories);
        if (write(output, "f", 1) != 1) _exit(1);
    });
    filler.wait_for_byte();
}

// REQUIRES: nobody holds the store.
inline void copy_store(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::create_directories(to);
    std::filesystem::copy(from / ".hivemind", to / ".hivemind", std::filesystem::copy_options::recursive);
}

// Adds memories until the log has about that many pages, and leaves them there.
inline void lengthen_log(const std::filesystem::path& root, std::uintmax_t pages) {
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(5))), "open");
    const auto log = root / ".hivemind" / "hivemind.db-wal";
    while (std::filesystem::file_size(log) < pages * 4120) add_memories(project.workspace(), 1);
}

// Another process that has the store open and has read from it.
inline Forked hold_open(const std::filesystem::path& root) {
    Forked holder([&](int output, int until_ended) {
        SystemClock clock;
        RandomIds ids;
        Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(5))), "open");
        checked(project.settings(), "settings");
        if (write(output, "o", 1) == 1) wait_until_ended(until_ended);
    });
    holder.wait_for_byte();
    return holder;
}

}  // namespace hm::benchmarks
