#include "engine/gate/facts_of.h"

#include <gtest/gtest.h>

#include <array>

namespace hm {
namespace {

bool may(std::string_view role, std::string_view tool, std::string_view action) {
    return role_fact({}, role, {ToolKind::own, tool, action}).may_use_tool;
}

TEST(OwnTools, AreForTheRolesThatNeedThem) {
    struct Case {
        std::string_view tool;
        std::string_view action;
        bool coordinator;
        bool executor;
        bool investigator;
    };
    constexpr std::array<Case, 12> cases{{{"govern_plan", "create", true, false, false},
                                          {"govern_plan", "status", true, true, true},
                                          {"govern_delegate", "assign", true, false, false},
                                          {"govern_delegate", "status", true, true, true},
                                          {"govern_task", "start", false, true, true},
                                          {"govern_task", "complete", false, true, true},
                                          {"govern_task", "status", true, true, true},
                                          {"govern_shell", "run", false, true, false},
                                          {"hivemind_memory", "save", true, true, true},
                                          {"hivemind_anchor", "save", true, true, true},
                                          {"hivemind_brain", "query", true, true, true},
                                          {"hivemind_inspect", "scan", true, true, true}}};
    for (const Case& each : cases) {
        EXPECT_TRUE(may("solo", each.tool, each.action)) << each.tool << " " << each.action;
        EXPECT_EQ(may("coordinator", each.tool, each.action), each.coordinator) << each.tool << " " << each.action;
        EXPECT_EQ(may("executor", each.tool, each.action), each.executor) << each.tool << " " << each.action;
        EXPECT_EQ(may("investigator", each.tool, each.action), each.investigator) << each.tool << " " << each.action;
    }
}

TEST(OtherTools, OnlyLookWhenNoWordOfTheirNameSaysAChange) {
    constexpr std::array<std::string_view, 18> looking{"context7_get_docs",
                                                       "context7_resolve-library-id",
                                                       "github_search_code",
                                                       "mcp__github__list_issues",
                                                       "getIssue",
                                                       "jiraGetIssueStatus",
                                                       "HTTPGet",
                                                       "gitlab_list_merge_requests",
                                                       "get_merge_request",
                                                       "github_get_pull_request",
                                                       "get_post",
                                                       "figma.get_settings",
                                                       "notion:search",
                                                       "server-status",
                                                       "read_file",
                                                       "sequential_think",
                                                       "deepwiki_ask",
                                                       "get_pull_request_reviews"};
    for (const std::string_view tool : looking) EXPECT_TRUE(says_it_looks(tool)) << tool;
    constexpr std::array<std::string_view, 20> changing{"jira_update_status",
                                                        "gmail_mark_read",
                                                        "todo_list_create",
                                                        "docs_write",
                                                        "github_resolve_thread",
                                                        "getOrCreateUser",
                                                        "readAndDelete",
                                                        "list-remove-item",
                                                        "status.set",
                                                        "mcp__docs__publish",
                                                        "todo_list_post",
                                                        "view_and_merge",
                                                        "queryRUN",
                                                        "query_exec",
                                                        "frobnicate",
                                                        "",
                                                        "fetch_post",
                                                        "resolve",
                                                        "todo_list_archive",
                                                        "find_and_replace"};
    for (const std::string_view tool : changing) EXPECT_FALSE(says_it_looks(tool)) << tool;
}

}  // namespace
}  // namespace hm
