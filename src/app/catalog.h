// The catalog: every command and query that HiveMind offers, in one explicit list. The CLI, the agents'
// tools, the help and the reference pages are made from it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/command.h"
#include "app/query.h"

namespace hm {

std::span<const Command> all_commands();
std::span<const Query> all_queries();

const Command* find_command(std::string_view name);
const Query* find_query(std::string_view name);

// The queries with a file of their own, without those that every noun has: a process that asks one of them need not
// make the others.
std::span<const Query> own_queries();
const Query* find_own_query(std::string_view name);

}  // namespace hm
