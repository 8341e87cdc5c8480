// The store writes no record whose status its lifecycle does not allow, whoever asks.
#include "domain/lifecycles.h"

#include <gtest/gtest.h>

#include "store/files/locate.h"
#include "store/records/records.h"
#include "store/records/tables.h"
#include "store/sqlite/connection.h"
#include "support/world.h"

namespace hm {
namespace {

template <class T>
T text(const std::string& value) {
    auto made = T::make(value);
    EXPECT_TRUE(made.has_value());
    return *made;
}

class StoredLifecycle : public ::testing::Test {
protected:
    StoredLifecycle() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        auto opened = Connection::open(project_paths(world_.directory()).database.string(), OpenMode::existing,
                                       Deadline::in(seconds(10)));
        EXPECT_TRUE(opened.has_value());
        connection_ = std::move(*opened);
    }

    template <class Record>
    Record fresh() {
        Record record;
        record.id = world_.ids().next(Time{1});
        record.stamp = text<StampText>("311114022026");
        return record;
    }

    Plan a_plan() {
        Plan plan = fresh<Plan>();
        plan.title = text<Title>("A plan");
        return plan;
    }
    Task a_task() {
        Task task = fresh<Task>();
        task.name = text<Title>("A task");
        return task;
    }

    // A record of each noun that is whole but for its status; what it needs is put in.
    void make(Transaction& transaction, Plan& record) {
        (void)transaction;
        record = a_plan();
    }
    void make(Transaction& transaction, Phase& record) {
        const Plan plan = a_plan();
        EXPECT_TRUE(insert(transaction, plan));
        record = fresh<Phase>();
        record.parent_plan_id = plan.id;
        record.title = text<Title>("A phase");
    }
    void make(Transaction&, Task& record) { record = a_task(); }
    void make(Transaction&, Decision& record) {
        record = fresh<Decision>();
        record.question = text<Sentence>("Which?");
    }
    void make(Transaction&, Artifact& record) {
        record = fresh<Artifact>();
        record.title = text<Title>("A document");
    }
    void make(Transaction&, Memory& record) {
        record = fresh<Memory>();
        record.shelf = text<Word>("project");
        record.content = text<MemoryText>("Learnt");
    }
    void make(Transaction&, Session& record) {
        record = fresh<Session>();
        record.client = text<Word>("test");
        record.client_session_id = text<ClientSessionId>(record.id.text());
        record.role = text<Word>("solo");
    }
    void make(Transaction& transaction, Delegation& record) {
        const Task task = a_task();
        EXPECT_TRUE(insert(transaction, task));
        record = fresh<Delegation>();
        record.task_id = task.id;
        record.from_role = text<Word>("solo");
        record.to_role = text<Word>("executor");
    }
    void make(Transaction&, Swarm& record) {
        record = fresh<Swarm>();
        record.prompt = text<MemoryText>("Look");
    }

    template <HasLifecycle Record>
    void expect_kept() {
        using Life = LifecycleOf<Record>;
        using Status = std::remove_cvref_t<decltype(std::declval<Record>().*Life::member)>;
        for (const std::string_view from : enum_names<Status>) {
            for (const std::string_view to : enum_names<Status>) {
                auto transaction = Transaction::begin(*connection_, Durability::process_crash);
                ASSERT_TRUE(transaction);
                Record record;
                make(*transaction, record);
                record.*Life::member = *enum_named<Status>(from);
                const auto inserted = insert(*transaction, record);
                EXPECT_EQ(inserted.has_value(), check_first(record).has_value()) << Life::noun << " " << from;
                // A record that had its life elsewhere comes in as it is; only changes are held to the table.
                if (!inserted) {
                    ASSERT_TRUE(put(*transaction, record)) << Life::noun << " " << from;
                }
                Record after = record;
                after.*Life::member = *enum_named<Status>(to);
                EXPECT_EQ(update(*transaction, after).has_value(), check_change(record, after).has_value())
                    << Life::noun << " " << from << " to " << to;
                ++pairs_;
            }
        }
    }

    testing::World world_;
    std::unique_ptr<Connection> connection_;
    int pairs_ = 0;
};

TEST_F(StoredLifecycle, RefusesAWrongBeginningAndAJumpOfEveryNoun) {
    int nouns = 0;
    for_each_node([&]<class Record>() {
        if constexpr (HasLifecycle<Record>) {
            expect_kept<Record>();
            ++nouns;
        }
    });
    EXPECT_EQ(nouns, 9);
    EXPECT_GT(pairs_, 100);
}

}  // namespace
}  // namespace hm
