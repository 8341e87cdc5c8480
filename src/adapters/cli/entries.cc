#include "adapters/cli/entries.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "adapters/cli/care.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/person.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/wire_clients.h"
#include "adapters/clients/shared/agent_tools.h"
#include "app/bus/bus.h"
#include "app/command/catalog.h"
#include "app/project/project.h"
#include "base/deadline.h"
#include "base/files.h"
#include "base/process.h"
#include "base/redact.h"
#include "base/strings.h"
#include "view/record_text.h"
#include "view/text.h"

namespace hm::cli {
namespace {

constexpr Duration open_deadline = seconds(5);

Result<Project> open_here(Environment& environment) {
    return Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(open_deadline));
}

bool is_part_of_wiring(const json::object& setting) {
    const std::string_view key = text_member(setting, "key");
    return key == "mode" || key == "fail";
}

Result<int> run_command(const Command& command, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, open_here(environment));
    Workspace workspace = project.workspace();
    const ActorKind who = environment.who_typed();
    if (who == ActorKind::person)
        HM_TRY(check_starter({command.name, flags.input, command.loosens, &project}, environment));
    HM_TRY_ASSIGN(const Receipt receipt, execute(command, {flags.input, {.kind = who}}, workspace));
    environment.out(flags.wants_json ? to_text(to_json(receipt)) + "\n"
                                     : receipt_text(receipt.sentence, to_json(receipt)));
    if (command.name == "config set" && is_part_of_wiring(flags.input)) {
        Report report(flags.wants_json, environment);
        rewire_clients(project, report, environment);
    }
    return success;
}

Result<int> run_query(const Query& query, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, open_to_read(environment, open_deadline));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Answer answer, ask(query, flags.input, {}, workspace));
    environment.out(flags.wants_json ? to_text(answer.data) + "\n" : answer.text);
    // The kernel takes back a whole process faster than SQLite gives back its schema piece by piece.
    if (environment.ends_afterwards) project.leave_open();
    return success;
}

Result<int> run_procedure(const Procedure& procedure, const ParsedFlags& flags, Environment& environment) {
    if (procedure.access == Access::anyone) return procedure.run(flags.input, flags.wants_json, environment);
    HM_TRY(check_access(procedure.name, procedure.access, {.kind = environment.who_typed()}));
    if (procedure.loosens == nullptr) return procedure.run(flags.input, flags.wants_json, environment);
    std::optional<Event> confirmed;
    {
        auto project = open_here(environment);
        HM_TRY_ASSIGN(confirmed,
                      check_starter({procedure.name, flags.input, procedure.loosens, project ? &*project : nullptr},
                                    environment));
    }
    auto outcome = procedure.run(flags.input, flags.wants_json, environment);
    if (!confirmed || !outcome) return outcome;
    // The store may be another than the one that it was kept in.
    if (auto project = open_here(environment)) {
        Workspace workspace = project->workspace();
        std::ignore = keep_chain_event(*confirmed, workspace);
    }
    return outcome;
}

Entry entry_of(const Command& command) {
    return {command.name,
            command.sentence,
            command.positional,
            EntryKind::command,
            command.access,
            command.input(),
            &shape_of_receipt,
            [&command](const ParsedFlags& flags, Environment& environment) {
                return run_command(command, flags, environment);
            }};
}

Entry entry_of(const Query& query) {
    return {
        query.name,
        query.sentence,
        query.positional,
        EntryKind::query,
        Access::anyone,
        query.input(),
        query.answer,
        [&query](const ParsedFlags& flags, Environment& environment) { return run_query(query, flags, environment); }};
}

Entry entry_of(const Procedure& procedure) {
    return {procedure.name,
            procedure.sentence,
            procedure.positional,
            EntryKind::procedure,
            procedure.access,
            procedure.input(),
            procedure.answer,
            [&procedure](const ParsedFlags& flags, Environment& environment) {
                return run_procedure(procedure, flags, environment);
            }};
}

const Procedure* find_procedure(std::string_view name) {
    for (const Procedure& procedure : all_procedures()) {
        if (procedure.name == name) return &procedure;
    }
    return nullptr;
}

std::optional<Entry> find_in_catalogs(std::string_view name) {
    if (const Query* query = find_own_query(name)) return entry_of(*query);
    if (const Command* command = find_command(name)) return entry_of(*command);
    if (const Query* query = find_query(name)) return entry_of(*query);
    return std::nullopt;
}

}  // namespace

std::vector<Entry> all_entries() {
    std::vector<Entry> entries;
    for (const Procedure& procedure : all_procedures()) entries.push_back(entry_of(procedure));
    for (const Query& query : all_queries()) {
        if (find_procedure(query.name) == nullptr) entries.push_back(entry_of(query));
    }
    for (const Command& command : all_commands()) entries.push_back(entry_of(command));
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
}

std::optional<Entry> find_entry(std::string_view word, std::string_view verb) {
    std::string both = verb.empty() ? std::string(word) : fmt::format("{} {}", word, verb);
    std::replace(both.begin(), both.end(), '_', '-');
    // Making up a catalog takes longer than all else before the store is opened, so a procedure of one word, as a
    // hook is, is taken without asking the others. None of them has an entry that begins with that word.
    if (const Procedure* procedure = find_procedure(both)) return entry_of(*procedure);
    if (const Procedure* procedure = find_procedure(word)) return entry_of(*procedure);
    if (const auto entry = find_in_catalogs(both)) return entry;
    return verb.empty() ? std::nullopt : find_in_catalogs(word);
}

std::optional<Entry> find_tool_entry(std::string_view word, std::string_view action) {
    std::string spelled(action);
    std::replace(spelled.begin(), spelled.end(), '-', '_');
    for (const AgentTool& tool : all_agent_tools()) {
        if (word != tool.name && word != tool.name.substr(tool.name.find('_') + 1)) continue;
        for (const ToolAction& each : tool.actions) {
            if (each.action == spelled) return find_entry(each.entry);
        }
    }
    return std::nullopt;
}

std::vector<EntryGroup> grouped(std::vector<Entry> entries) {
    std::vector<EntryGroup> groups;
    for (Entry& entry : entries) {
        const std::string_view word = entry.name.substr(0, entry.name.find(' '));
        if (groups.empty() || groups.back().word != word) groups.push_back({word, {}});
        groups.back().entries.push_back(std::move(entry));
    }
    return groups;
}

std::string_view verb_of(std::string_view name) {
    const std::size_t space = name.find(' ');
    return space == std::string_view::npos ? std::string_view() : name.substr(space + 1);
}

std::vector<const FieldShape*> positional_fields(const Entry& entry) {
    std::vector<const FieldShape*> fields;
    std::string_view rest = entry.positional;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        for (const FieldShape& field : entry.input.fields) {
            if (field.name == rest.substr(0, end)) fields.push_back(&field);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return fields;
}

namespace {

constexpr Duration time_to_type = seconds(60);
constexpr std::string_view why_proof =
    "It loosens what governs the agents, and nothing shows that a person asked for it.";

// A process of the chain that began while a call was open.
struct Suspect {
    ChainProcess process;
    ProgramCall call;
};

std::string suspect_text(const Suspect& suspect) {
    const ProgramCall& call = suspect.call;
    return fmt::format("{} ({}) began at {}, while an agent's call ran: {} (from {}{})",
                       plain_text(suspect.process.name), suspect.process.pid, to_iso(suspect.process.started_at),
                       plain_text(redact(shorten(call.what, 100))), to_iso(call.began_at),
                       call.ended_at ? fmt::format(" to {}", to_iso(*call.ended_at)) : std::string(", not ended"));
}

// "config set mode permissive"
std::string act_text(const LooseningAct& act) {
    std::string text(act.name);
    for (const auto& member : act.input) {
        if (member.value().is_string()) text.append(" ").append(std::string_view(member.value().get_string()));
    }
    return plain_text(redact(shorten(text, 120)));
}

class Proof {
public:
    Proof(const LooseningAct& act, Environment& environment)
        : act_(act),
          environment_(environment),
          chain_(process_chain(environment.clock.now())),
          calls_(act.project, chain_.machine_started, environment.clock, environment.ids) {}

    Result<std::optional<Event>> ask() {
        HM_TRY(check_no_client());
        HM_TRY(find_suspects());
        if (suspects_.empty()) {
            if (chain_.has_terminal) return std::nullopt;
            return refuse("from a process without a terminal",
                          "Run it in a terminal of your own; through ssh or into a container with -t.",
                          {"no controlling terminal"});
        }
        std::vector<std::string> evidence;
        for (const Suspect& each : suspects_) evidence.push_back(suspect_text(each));
        const std::string who = began_during_call();
        if (!chain_.has_terminal || is_all_made_by_call()) {
            return refuse("from " + who,
                          "Run it in a terminal of your own that was open before, or open one when the call has ended.",
                          std::move(evidence));
        }
        if (!has_typed_word(evidence)) {
            return refuse("from " + who,
                          "Run it again and type the word that is shown, or use a terminal that was open before.",
                          std::move(evidence));
        }
        return keep(ChainOutcome::confirmed, fmt::format("`{}` was confirmed from {}: {}", act_text(act_), who,
                                                         plain_text(shorten(suspects_.front().call.what, 100))));
    }

private:
    Result<void> check_no_client() {
        for (const ChainProcess& each : chain_.processes) {
            const bool was_client = calls_.was_client(each.key);
            if (!was_client && !each.has_client_variable) continue;
            return fail(Error{ErrorCode::refused,
                              fmt::format("{} by an agent.", act_.name),
                              "Ask the person you work for to run it.",
                              "Only a person may do this: it changes what governs the agents.",
                              {fmt::format("typed below {} ({}), {}", each.name, each.pid,
                                           was_client ? "the client of a recorded session"
                                                      : "which began with a client's variable")}});
        }
        return {};
    }

    // This process itself begins whenever it is typed; as the first of its session it is the terminal's.
    Result<void> find_suspects() {
        for (const ChainProcess& each : chain_.processes) {
            if (each.pid == getpid() && !each.is_leader) continue;
            HM_TRY_ASSIGN(auto call, calls_.open_at(each.started_at));
            if (call) suspects_.push_back({each, std::move(*call)});
        }
        return {};
    }

    std::string began_during_call() const {
        const bool is_terminal = std::any_of(suspects_.begin(), suspects_.end(), [](const Suspect& each) {
            return each.process.is_leader || each.process.is_above_terminal;
        });
        return fmt::format("a {} that began during an agent's call",
                           chain_.has_terminal && is_terminal ? "terminal" : "process");
    }

    bool is_suspect(const ChainProcess& process) const {
        return std::any_of(suspects_.begin(), suspects_.end(),
                           [&](const Suspect& each) { return each.process.pid == process.pid; });
    }

    // Whether it is open what the call had to do with it: it never ended, because its client is gone, so that nobody
    // knows how long it ran. Where the first process of all began during a call, the client may be out of sight.
    bool is_lost_call(const Suspect& suspect) const {
        const bool sees_all =
            std::none_of(suspects_.begin(), suspects_.end(), [](const Suspect& each) { return each.process.pid == 1; });
        return sees_all && !suspect.call.ended_at && !suspect.call.client.empty() &&
               !is_process_running(suspect.call.client);
    }

    // Whether nothing that carries the terminal is older or comes from elsewhere: what a call makes with `script` or
    // `tmux`, and the agent could read the word and type it.
    bool is_all_made_by_call() const {
        if (std::any_of(suspects_.begin(), suspects_.end(), [&](const Suspect& each) { return is_lost_call(each); }))
            return false;
        return std::all_of(chain_.processes.begin(), chain_.processes.end(), [&](const ChainProcess& each) {
            const bool carries = each.is_leader || each.is_above_terminal;
            const bool is_from_call = is_suspect(each) && !each.is_from_outside;
            return !carries || is_from_call || (each.is_reaper && !is_suspect(each));
        });
    }

    // On the terminal itself, whatever the standard streams are.
    bool has_typed_word(const std::vector<std::string>& evidence) const {
        const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
        if (terminal < 0) return false;
        const std::string word = new_word();
        std::string text = fmt::format("`{}` loosens what governs the agents.\n", act_text(act_));
        for (const std::string& line : evidence) text += fmt::format("  {}\n", line);
        text += fmt::format("Type the word {} to go on: ", word);
        tcflush(terminal, TCIFLUSH);
        const bool is_shown = write_all(terminal, text);
        const std::string typed = is_shown ? line_from(terminal) : std::string();
        ::close(terminal);
        return typed == word;
    }

    static std::string new_word() {
        constexpr std::string_view consonants = "bdfgklmnprstvz";
        constexpr std::string_view vowels = "aeiou";
        std::random_device random;
        std::string word;
        for (int syllable = 0; syllable < 3; ++syllable) {
            word += consonants[random() % consonants.size()];
            word += vowels[random() % vowels.size()];
        }
        return word;
    }

    static std::string line_from(int terminal) {
        constexpr std::size_t longest = 100;
        const Deadline deadline = Deadline::in(time_to_type);
        std::string line;
        while (line.size() < longest && !deadline.has_passed()) {
            pollfd ready{terminal, POLLIN, 0};
            if (poll(&ready, 1, static_cast<int>(deadline.left().ms)) <= 0) continue;
            char c = 0;
            if (read(terminal, &c, 1) != 1 || c == '\n') break;
            if (c != '\r' && c != ' ') line += c;
        }
        return line;
    }

    Result<std::optional<Event>> refuse(std::string_view how, std::string instead, std::vector<std::string> evidence) {
        const std::string what = fmt::format("{} {}.", act_.name, how);
        if (!suspects_.empty()) {
            // A refusal does not hang on it.
            std::ignore = keep(ChainOutcome::refused, fmt::format("`{}` was refused {}", act_text(act_), how));
        }
        return fail(Error{ErrorCode::refused, what, std::move(instead), std::string(why_proof), std::move(evidence)});
    }

    Result<std::optional<Event>> keep(ChainOutcome outcome, const std::string& summary) {
        constexpr std::size_t most_named = 6;
        json::array processes;
        for (const Suspect& each : suspects_) {
            if (processes.size() < most_named) processes.emplace_back(shorten(suspect_text(each), 200));
        }
        const json::object facts{{"act", act_text(act_)},
                                 {"began_during", suspects_.front().call.event_id.text()},
                                 {"processes", std::move(processes)}};
        Event event = chain_event(outcome, summary, facts, environment_.clock.now(), environment_.ids);
        if (act_.project != nullptr) {
            Workspace workspace = act_.project->workspace();
            HM_TRY(keep_chain_event(event, workspace));
        }
        return event;
    }

    const LooseningAct& act_;
    Environment& environment_;
    ProcessChain chain_;
    ProgramCalls calls_;
    std::vector<Suspect> suspects_;
};

Result<void> check_not_cut_off(std::string_view name) {
    if (!is_cut_off()) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} by a process that was cut off from whoever started it.", name),
                      "Run it in a terminal, or from a script whose starter is still there.",
                      std::string(why_proof),
                      {"no terminal in the foreground, and only shells between this process and init"}});
}

}  // namespace

Result<std::optional<Event>> check_starter(const LooseningAct& act, Environment& environment) {
    // Where the command line runs inside another program, the processes above say nothing about who asked.
    if (!environment.ends_afterwards || act.loosens == nullptr) return std::nullopt;
    const auto settings = act.project != nullptr ? act.project->settings() : Settings{};
    if (!settings) return fail(settings.error());
    if (!act.loosens(act.input, *settings)) return std::nullopt;
    HM_TRY(check_not_cut_off(act.name));
    return Proof(act, environment).ask();
}

}  // namespace hm::cli
