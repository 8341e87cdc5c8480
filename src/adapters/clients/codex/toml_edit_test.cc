#include "adapters/clients/codex/toml_edit.h"

#include <gtest/gtest.h>

namespace hm::codex {
namespace {

constexpr std::string_view settings =
    "# mine\n"
    "model = \"x\" # keep\n"
    "\n"
    "[features]\n"
    "plugins = false\n"
    "note = \"\"\"\n"
    "[mcp_servers.hivemind]\n"
    "not a table\n"
    "\"\"\"\n"
    "# the end\n";

bool is_server(std::string_view header) {
    return header == "mcp_servers.hivemind";
}

TEST(TomlEdit, AddsTablesAtTheEndAndTakesThemOutAgain) {
    const std::string with = *with_toml_tables(settings, {{"mcp_servers.hivemind", "command = \"a\"\n"}});
    std::string expected(settings);
    expected += "\n[mcp_servers.hivemind]\ncommand = \"a\"\n";
    EXPECT_EQ(with, expected);
    EXPECT_EQ(without_toml_tables(with, is_server), settings);
}

TEST(TomlEdit, ChangesNothingTheSecondTime) {
    const std::vector<TomlTable> tables{{"mcp_servers.hivemind", "command = \"a\"\n"}, {"x.\"/p:q\"", "h = 1\n"}};
    const std::string once = *with_toml_tables(settings, tables);
    EXPECT_EQ(*with_toml_tables(once, tables), once);
}

TEST(TomlEdit, ReplacesATableOfOursInItsPlace) {
    const std::string text =
        "[mcp_servers.hivemind]\ncommand = \"old\"\n\n# about the next\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n";
    EXPECT_EQ(*with_toml_tables(text, {{"mcp_servers.hivemind", "command = \"new\"\n"}}),
              "[mcp_servers.hivemind]\ncommand = \"new\"\n"
              "\n# about the next\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n");
    EXPECT_EQ(*with_toml_tables("[mcp_servers.hivemind]", {{"mcp_servers.hivemind", "a = 1\n"}}),
              "[mcp_servers.hivemind]\na = 1\n");
}

TEST(TomlEdit, RefusesWhereAValueOnOneLineIsInTheWay) {
    for (const char* text : {"mcp_servers = {}\n", "mcp_servers.x = {command = \"y\"}\n"}) {
        EXPECT_FALSE(with_toml_tables(text, {{"mcp_servers.hivemind", "a = 1\n"}})) << text;
    }
    EXPECT_TRUE(with_toml_tables("mcp_servers_of_mine = 1\n", {{"mcp_servers.hivemind", "a = 1\n"}}));
}

// Two tables of one name would leave the client unable to read its own settings.
TEST(TomlEdit, KnowsATableWhoseNameIsQuotedOtherwise) {
    const std::string text = "[ hooks . state.'/p/hooks.json:stop:0:0' ]\ntrusted_hash = \"old\"\n";
    const TomlTable wanted{"hooks.state.\"/p/hooks.json:stop:0:0\"", "trusted_hash = \"new\"\n"};
    EXPECT_EQ(toml_value(text, wanted.header, "trusted_hash"), "\"old\"");
    EXPECT_EQ(*with_toml_tables(text, {wanted}),
              "[ hooks . state.'/p/hooks.json:stop:0:0' ]\ntrusted_hash = \"new\"\n");
}

TEST(TomlEdit, ReadsAValueOfATable) {
    EXPECT_EQ(toml_value(settings, "features", "plugins"), "false");
    EXPECT_EQ(toml_value(settings, "", "model"), "\"x\"");
    EXPECT_EQ(toml_value(settings, "features", "model"), "");
    EXPECT_EQ(toml_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
}

}  // namespace
}  // namespace hm::codex
