// Clients of databases: what counts is the text they are given.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

bool has(const std::string& text, std::string_view word) {
    return text.find(word) != std::string::npos;
}

bool destroys(const std::string& text) {
    const bool is_any = has(text, "where true") || has(text, "where 1=1") || has(text, "where 1 = 1");
    const bool deletes_all = has(text, "delete from") && (is_any || !has(text, "where"));
    const bool updates_all = has(text, "update ") && has(text, " set ") && !has(text, "where");
    constexpr std::array<std::string_view, 7> words{"drop ",          "truncate",    "dropdatabase", ".drop(",
                                                    "deletemany({})", ".remove({})", "pg_terminate"};
    return deletes_all || updates_all ||
           std::any_of(words.begin(), words.end(), [&](std::string_view w) { return has(text, w); });
}

bool only_asks(const std::string& text) {
    const std::size_t start = text.find_first_not_of(" (;");
    if (start == std::string::npos) return true;
    constexpr std::array<std::string_view, 14> asking{"select",
                                                      "show",
                                                      "describe",
                                                      "explain",
                                                      "\\d",
                                                      "\\l",
                                                      ".tables",
                                                      ".schema",
                                                      "pragma table_info",
                                                      "pragma user_version",
                                                      "pragma quick_check",
                                                      "pragma integrity_check",
                                                      ".help",
                                                      "ping"};
    const std::string_view rest = std::string_view(text).substr(start);
    const bool asks =
        std::any_of(asking.begin(), asking.end(), [&](std::string_view w) { return rest.starts_with(w); });
    constexpr std::array<std::string_view, 21> changing{"insert ",
                                                        "update ",
                                                        "delete ",
                                                        "create ",
                                                        "alter ",
                                                        "into ",
                                                        "attach ",
                                                        "; ",
                                                        "writefile",
                                                        "load_exten",
                                                        "lo_export",
                                                        "pg_term",
                                                        "pg_cancel",
                                                        "dblink",
                                                        "pg_re",
                                                        "edit(",
                                                        "pragma user_version=",
                                                        "setval(",
                                                        "nextval(",
                                                        "set_config(",
                                                        "lo_unlink("};
    return asks && std::none_of(changing.begin(), changing.end(), [&](std::string_view w) { return has(text, w); });
}

bool is_fed_files(const Call& call) {
    if (!call.command().fed_by) return false;
    const Command& feeder = call.script().commands[*call.command().fed_by];
    return feeder.words.size() > 1 && feeder.words.front().text == "cat" && !feeder.input;
}

// All the texts that the client is given.
std::vector<Word> queries_of(const Call& call) {
    std::vector<Word> queries;
    for (const std::string_view option :
         {"-c", "-e", "--command", "--execute", "--eval", "-Q", "-q", "--query", "-cmd"}) {
        if (const Word* text = call.value_of({option})) queries.push_back(*text);
    }
    for (const Word& word : call.arguments()) {
        const std::size_t equals = word.text.find('=');
        if (word.text.starts_with("--") && equals != std::string::npos)
            queries.push_back({word.text.substr(equals + 1), word.certainty, false});
        if (word.text.starts_with("-e") && word.text.size() > 2)
            queries.push_back({word.text.substr(2), word.certainty, false});
    }
    if (call.program() == "sqlite" || call.program() == "duckdb" || call.program() == "cqlsh") {
        const auto operands = call.operands({"-cmd", "-c", "-init"});
        for (std::size_t i = 1; i < operands.size(); ++i) queries.push_back(operands[i]);
    }
    if (call.command().input) queries.push_back(*call.command().input);
    if (call.command().fed_by && !is_fed_files(call)) {
        const Command& feeder = call.script().commands[*call.command().fed_by];
        for (const Word& word : feeder.words) queries.push_back(word);
    }
    return queries;
}

// Files whose statements it runs: -f x, < x, cat x |.
std::vector<Word> scripts_of(const Call& call) {
    std::vector<Word> files;
    if (const Word* file = call.value_of({"-f", "--file", "-init"})) files.push_back(*file);
    for (const Redirect& redirect : call.command().redirects) {
        if (redirect.kind == RedirectKind::reads) files.push_back(redirect.target);
    }
    if (is_fed_files(call)) {
        const Command& feeder = call.script().commands[*call.command().fed_by];
        files.insert(files.end(), feeder.words.begin() + 1, feeder.words.end());
    }
    return files;
}

// What a script is called is all that can be known of it here: drop_all.sql, 03-truncate.sql. A dump that is read back
// takes the place of what is there.
bool says_it_destroys(std::string_view file) {
    constexpr std::array<std::string_view, 10> words{"dump",    "restore", "drop",  "truncate", "delete",
                                                     "destroy", "wipe",    "purge", "teardown", "nuke"};
    const std::size_t slash = file.rfind('/');
    std::string word;
    for (const char c : lower_case(file.substr(slash == std::string_view::npos ? 0 : slash + 1)) + ".") {
        if (c >= 'a' && c <= 'z') {
            word += c;
            continue;
        }
        if (is_one_of(word, words)) return true;
        word.clear();
    }
    return false;
}

void judge_scripts(const std::vector<Word>& scripts, const Call& call, Judge& judge) {
    for (const Word& script : scripts) {
        // A step of the project's own migrations is named for what it changes.
        const bool is_step = stays_inside(script) && script.text.find("migrations/") != std::string::npos;
        if (!is_step && says_it_destroys(script.text)) {
            judge.note(ShellClass::destructive, call, "runs a script that says it drops something");
        } else {
            judge.runs_file(script, call);
        }
    }
}

void judge_queries(const Call& call, Judge& judge) {
    const std::vector<Word> queries = queries_of(call);
    bool all_ask = !queries.empty();
    for (const Word& query : queries) {
        const std::string text = lower_case(query.text);
        judge_client_commands(query, call, judge);
        if (destroys(text)) return judge.note(ShellClass::destructive, call, "drops or empties what a database holds");
        if (query.certainty == Certainty::unknown)
            return judge.note(ShellClass::unknown, call, "sends a text that is only known when it runs");
        all_ask &= only_asks(text);
    }
    for (const std::string_view option : {"-o", "-L", "--output", "--log-file", "--tee"}) {
        const bool is_file = call.program() == "psql" || option == "--tee";
        if (const Word* file = is_file ? call.value_of({option}) : nullptr) judge.writes(*file, call);
    }
    const std::vector<Word> scripts = scripts_of(call);
    judge_scripts(scripts, call, judge);
    if (queries.empty() && !scripts.empty()) return;
    if (queries.empty() && !(call.has_flag('l', "list")))
        return judge.note(ShellClass::unknown, call, "waits for commands");
    judge.note(all_ask ? ShellClass::read : ShellClass::network, call,
               all_ask ? "only asks a database" : "changes a database");
}

void judge_redis(const Call& call, Judge& judge) {
    for (const Word& word : call.operands({"-h", "-p", "-a", "-n", "-u"})) {
        const std::string text = lower_case(word.text);
        if (text == "flushall" || text == "flushdb" || text == "shutdown" || text == "del" || text == "unlink" ||
            text == "debug" || text == "flush" || (text == "config" && call.has_word("set")) || has(text, "flushall") ||
            has(text, "flushdb"))
            return judge.note(ShellClass::destructive, call, "empties a database");
    }
    if (call.command().fed_by || call.command().input || call.has_flag(0, "eval"))
        return judge.note(ShellClass::unknown, call, "runs what it is fed");
    judge.note(ShellClass::network, call, "talks to a database");
}

}  // namespace

// HiveMind's own store, by whatever client: what governs the agents is asked through `hivemind`.
bool opens_the_store(const Call& call) {
    return std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& word) {
        return word.text.find("hivemind.db") != std::string::npos || word.text.find(".hivemind/") != std::string::npos;
    });
}

bool judge_database(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 16> clients{
        "psql",   "mysql", "mariadb", "sqlite", "sqlcmd",  "mongo",  "mongosh",  "cqlsh", "clickhouse-client",
        "duckdb", "usql",  "pgcli",   "mycli",  "litecli", "influx", "cockroach"};
    constexpr std::array<std::string_view, 4> droppers{"dropdb", "dropuser", "pg_dropcluster", "pg_resetwal"};
    const bool restores_over = (call.program() == "pg_restore" && call.has_flag('c', "clean")) ||
                               (call.program() == "mongorestore" && call.has_flag(0, "drop"));
    if (is_one_of(call.program(), droppers) || restores_over) {
        judge.note(ShellClass::destructive, call, "drops what a database holds");
    } else if (call.program() == "redis-cli" || call.program() == "valkey-cli") {
        judge_redis(call, judge);
    } else if (call.program() == "mysqladmin") {
        const bool drops = call.has_word("drop") || call.has_word("shutdown") || call.has_word("flush-privileges");
        judge.note(drops ? ShellClass::destructive : ShellClass::network, call,
                   drops ? "drops a database" : "talks to a database");
    } else if (is_one_of(call.program(), clients)) {
        if (opens_the_store(call)) judge.note_for_person(call);
        judge_queries(call, judge);
    } else {
        return false;
    }
    return true;
}

}  // namespace hm::shell
