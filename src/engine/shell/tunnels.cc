// Ways into this machine, or out of its network, that stay open: tunnels, shells for everyone.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

// Their only purpose.
constexpr std::array<std::string_view, 33> tunnels{
    "chisel",       "ngrok",     "localtunnel", "lt",       "bore",     "frpc",        "frps",
    "rathole",      "inlets",    "inletsctl",   "zrok",     "pagekite", "pagekite.py", "tmate",
    "gsocket",      "gs-netcat", "upterm",      "wg-quick", "openvpn",  "ttyd",        "gotty",
    "shellinaboxd", "wetty",     "devtunnel",   "sshuttle", "pwncat",   "ligolo",      "ligolo-ng",
    "proxytunnel",  "iodine",    "dnscat2",     "ptunnel",  "autossh"};

// Beside other things they do, by these words.
struct Opening {
    std::string_view program;
    std::string_view words;
};
constexpr std::array<Opening, 5> openings{{{"cloudflared", "tunnel access"},
                                           {"tailscale", "funnel serve up ssh"},
                                           {"code", "tunnel"},
                                           {"wg", "set setconf"},
                                           {"ssh-copy-id", ""}}};

// -R 80:localhost:3000, -NfR9000:…, -o RemoteForward=…, -L 0.0.0.0:5432:db:5432, -D *:1080, -g
bool opens_by_ssh(const Call& call) {
    const auto words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        const std::string next = i + 1 < words.size() ? words[i + 1].text : "";
        const std::string setting = lower_case(text == "-o" ? next : text.starts_with("-o") ? text.substr(2) : "");
        if (setting.starts_with("remoteforward") || setting.starts_with("gatewayports") ||
            setting.starts_with("tunnel"))
            return true;
        // Behind the host stands the command with its own options.
        if (!text.starts_with('-')) break;
        if (is_listed(text, "-i -p -l -o -F -J -b -c -E -e -m -O -Q -S -W -w")) ++i;
        const std::size_t letter = text.find_first_of("RLDgiplFJbcEemOQSWw", 1);
        if (letter == std::string_view::npos || text.starts_with("-o")) continue;
        if (text[letter] == 'R' || text[letter] == 'g') return true;
        if (text[letter] != 'L' && text[letter] != 'D') continue;
        const std::string_view where = letter + 1 < text.size() ? text.substr(letter + 1) : std::string_view(next);
        if (where.starts_with("0.0.0.0:") || where.starts_with("*:") || where.starts_with(":") ||
            where.starts_with("[::]"))
            return true;
        if (letter + 1 == text.size()) ++i;
    }
    return false;
}

// jupyter lab --ip=0.0.0.0 --ServerApp.token='': whoever comes may run anything.
bool serves_everyone(const Call& call) {
    if (!call.program().starts_with("jupyter")) return false;
    const auto words = call.arguments();
    const Word* place = call.value_of({"--ip"});
    const bool is_open = place != nullptr && is_listed(place->text, "0.0.0.0 * ::");
    const bool is_unguarded = std::any_of(words.begin(), words.end(), [](const Word& w) {
        return w.text.ends_with(".token=") || w.text.ends_with(".password=");
    });
    return is_open && is_unguarded;
}

}  // namespace

bool judge_tunnel(const Call& call, Judge& judge) {
    const std::string& program = call.program();
    const auto row =
        std::find_if(openings.begin(), openings.end(), [&](const Opening& each) { return each.program == program; });
    const bool opens_by_word = row != openings.end() && is_listed(call.subcommand(), row->words);
    const bool is_ssh = program == "ssh" || program == "slogin";
    if (!is_one_of(program, tunnels) && !opens_by_word && !(is_ssh && opens_by_ssh(call)) && !serves_everyone(call))
        return false;
    judge.note(ShellClass::destructive, call, "opens a way into this machine or its network");
    return true;
}

}  // namespace hm::shell
