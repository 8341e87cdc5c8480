#include "view/notes_text.h"

#include <gtest/gtest.h>

#include "support/xml_check.h"

namespace hm {
namespace {

TEST(Rules, AreOneWellFormedElementInEveryModeAndLength) {
    for (const GateMode mode : {GateMode::strict, GateMode::assisted, GateMode::permissive}) {
        for (const RulesLength length : {RulesLength::all, RulesLength::line}) {
            EXPECT_EQ(testing::xml_problem(rules_text(mode, length)), "") << rules_text(mode, length);
        }
    }
}

}  // namespace
}  // namespace hm
