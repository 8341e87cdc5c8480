// Programs that need no closer look: those that only read, and those that only harm. And hivemind itself.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 116> readers{
    "ls",       "ll",       "cat",       "bat",       "head",    "tail",     "less",   "more",  "wc",      "file",
    "stat",     "du",       "df",        "pwd",       "whoami",  "id",       "groups", "date",  "cal",     "uname",
    "hostname", "printenv", "echo",      "printf",    "true",    "false",    "test",   "[",     "[[",      "grep",
    "egrep",    "fgrep",    "rg",        "ag",        "ack",     "diff",     "cmp",    "comm",  "cut",     "paste",
    "join",     "nl",       "od",        "hexdump",   "strings", "tr",       "rev",    "tac",   "column",  "fold",
    "fmt",      "expand",   "unexpand",  "seq",       "yes",     "sleep",    "which",  "type",  "whereis", "basename",
    "dirname",  "realpath", "readlink",  "ps",        "top",     "htop",     "pgrep",  "lsof",  "free",    "uptime",
    "md5sum",   "sha1sum",  "sha256sum", "sha512sum", "shasum",  "cksum",    "b2sum",  "man",   "help",    "info",
    "tput",     "clear",    "locale",    "getconf",   "nproc",   "arch",     "tsort",  "cd",    "pushd",   "popd",
    "set",      "shopt",    "export",    "local",     "declare", "readonly", "unset",  "shift", "wait",    "exit",
    "return",   "break",    "continue",  "ulimit",    "umask",   "hash",     "jobs",   "bg",    "fg",      "getopts",
    "read",     "let",      ":",         "gzcat",     "zcat",    "zgrep"};

constexpr std::array<std::string_view, 115> destroyers{
    "losetup",     "kexec",         "nvme",        "dmsetup",       "mkinitrd",
    "shred",       "wipe",          "srm",         "wipefs",        "mkfs",
    "mke2fs",      "mkswap",        "fdisk",       "sfdisk",        "gdisk",
    "sgdisk",      "parted",        "cfdisk",      "shutdown",      "reboot",
    "halt",        "poweroff",      "init",        "telinit",       "killall5",
    "userdel",     "groupdel",      "deluser",     "delgroup",      "usermod",
    "useradd",     "adduser",       "passwd",      "chpasswd",      "visudo",
    "swapoff",     "insmod",        "rmmod",       "modprobe",      "mount",
    "umount",      "chroot",        "pivot_root",  "lvremove",      "vgremove",
    "pvremove",    "zpool",         "zfs",         "cryptsetup",    "mdadm",
    "hdparm",      "blkdiscard",    "debugfs",     "e2fsck",        "tune2fs",
    "iptables",    "ip6tables",     "nft",         "ufw",           "sysctl",
    "setenforce",  "grub-install",  "update-grub", "efibootmgr",    "at",
    "batch",       "dropdb",        "chattr",      "scrub",         "newfs",
    "badblocks",   "xfs_repair",    "e2label",     "diskutil",      "chage",
    "xkill",       "format",        "diskpart",    "deltree",       "firewall-cmd",
    "nsupdate",    "setcap",        "chsh",        "hdiutil",       "tmutil",
    "fsck",        "sudoedit",      "mknod",       "dscl",          "bcdedit",
    "cipher",      "Clear-Content", "Clear-Item",  "vssadmin",      "lvreduce",
    "vgreduce",    "resize2fs",     "flashrom",    "grub-mkconfig", "update-initramfs",
    "ifdown",      "kdestroy",      "sfill",       "sdelete",       "nwipe",
    "trash-empty", "secure-delete", "bleachbit",   "rmlint",        "networksetup",
    "systemsetup", "takeown",       "icacls",      "dbus-send",     "kextunload"};

// Programs that mostly ask, and what makes them act.
bool changes_the_machine(const Call& call) {
    struct Acting {
        std::string_view program;
        std::string_view words;  // any of them makes it act
    };
    constexpr std::array<Acting, 68> acting{
        {{"pacman", "-R -Rs -Rns -Rn -Rdd --remove"},
         {"dpkg", "-r -P --remove --purge"},
         {"rpm", "-e --erase"},
         {"journalctl", "--vacuum-time --vacuum-size --vacuum-files --rotate"},
         {"dmesg", "-C -c --clear --read-clear"},
         {"gpg", "--delete-key --delete-keys --delete-secret-keys --delete-secret-key"},
         {"ip", "set del delete add flush"},
         {"ifconfig", "down up"},
         {"gio", "trash remove"},
         {"timedatectl", "set-time set-timezone"},
         {"hostnamectl", "set-hostname"},
         {"nginx", "stop quit"},
         {"ssh-add", "-D -d"},
         {"nix-collect-garbage", "-d --delete-old --delete-older-than"},
         {"flyway", "clean undo"},
         {"liquibase", "dropAll drop-all rollback rollback-count"},
         {"goose", "reset down-to"},
         {"migrate", "drop"},
         {"apt-key", "add adv del"},
         {"tc", "add del delete replace change"},
         {"dconf", "reset"},
         {"gsettings", "reset reset-recursively"},
         {"pg_ctl", "immediate kill"},
         {"logrotate", "-f --force"},
         {"systemd-tmpfiles", "--remove --clean"},
         {"varnishadm", "ban"},
         {"tarsnap", "-d"},
         {"unison", "-force"},
         {"cvs", "release"},
         {"taskkill", "/im /IM"},
         {"zookeeper-shell", "deleteall rmr"},
         {"syncthing", "folder-override"},
         {"atlas", "clean"},
         {"dbmate", "drop"},
         {"restic", "forget prune --prune --remove-all --cleanup"},
         {"borg", "delete prune compact break-lock recreate"},
         {"splunk", "clean remove"},
         {"packer", "-force --force"},
         {"railway", "down"},
         {"deck", "reset sync"},
         {"stripe", "roll"},
         {"kubeadm", "reset"},
         {"hg", "--clean -C strip purge rollback revert"},
         {"svn", "revert cleanup"},
         {"jj", "abandon restore"},
         {"bzr", "clean-tree revert"},
         {"sl", "--clean purge"},
         {"p4", "revert obliterate"},
         {"fossil", "revert clean"},
         {"kafka-acls", "--remove"},
         {"update-alternatives", "--remove --remove-all"},
         {"pmset", "sleepnow displaysleepnow -a -b -c schedule repeat"},
         {"csrutil", "disable clear"},
         {"spctl", "--master-disable --global-disable --disable --remove"},
         {"nvram", "-c -d"},
         {"loginctl", "terminate-session terminate-user kill-session kill-user"},
         {"busctl", "call set-property"},
         {"fastboot", "flash oem -w erase format flashing update flashall"},
         {"espefuse.py", "burn_efuse burn_key burn_block_data write_protect_efuse burn-efuse burn-key"},
         {"nrfjprog", "--eraseall --recover -e --eraseuicr"},
         {"avrdude", "-e"},
         {"nix-env", "-e --uninstall"},
         {"fdupes", "-d --delete -rdN -rd -dN -rNd"},
         {"jdupes", "-d --delete -rdN -rd -dN -rNd"},
         {"stow", "-D --delete"},
         {"detox", "-r"},
         {"czkawka_cli", "-D --delete-method"},
         {"emerge", "--unmerge -C --depclean"}}};
    const auto program =
        std::find_if(acting.begin(), acting.end(), [&](const Acting& each) { return each.program == call.program(); });
    if (program == acting.end()) return false;
    return std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& word) {
        return is_listed(std::string_view(word.text).substr(0, word.text.find('=')), program->words);
    });
}

// Programs that change the machine, asked to show it: sysctl -n hw.ncpu, mount, fdisk -l.
bool only_shows(const Call& call) {
    struct Showing {
        std::string_view program;
        std::string_view words;  // any of them makes it show; "" is none at all
    };
    constexpr std::array<Showing, 12> showing{{{"sysctl", "-n -a -A -N --all --values"},
                                               {"fdisk", "-l --list"},
                                               {"sfdisk", "-l --list -d --dump"},
                                               {"parted", "-l --list"},
                                               {"iptables", "-L -S --list --list-rules"},
                                               {"ufw", "status"},
                                               {"zpool", "list status"},
                                               {"zfs", "list get"},
                                               {"mount", "-l --show-labels"},
                                               {"nft", "list"},
                                               {"diskutil", "list info"},
                                               {"losetup", "-l -a --list --all"}}};
    const auto row = std::find_if(showing.begin(), showing.end(),
                                  [&](const Showing& each) { return each.program == call.program(); });
    if (row == showing.end()) return false;
    if (call.arguments().empty()) return true;
    const bool sets = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return w.text == "-w" || w.text.find('=') != std::string::npos;
    });
    return !sets && is_listed(call.arguments()[0].text, row->words);
}

// Readers that can be told to run something or to keep what they show.
bool runs_a_pager(const Call& call) {
    constexpr std::array<std::string_view, 8> tellable{"man", "less", "more", "bat", "ag", "ack", "rg", "info"};
    if (call.program() == "hash") return call.has_flag('p');
    if (!is_one_of(call.program(), tellable)) return false;
    const bool is_pager = call.has_flag(0, "pager") || call.has_flag(0, "pre") || call.has_flag(0, "log-file") ||
                          call.has_flag(0, "LOG-FILE") || call.has_flag(0, "html") ||
                          (call.program() == "man" && (call.has_flag('P') || call.has_flag('H'))) ||
                          ((call.program() == "less" || call.program() == "info") &&
                           (call.has_flag('o', "output") || call.has_flag('O') || call.has_flag('k')));
    return is_pager || std::any_of(call.arguments().begin(), call.arguments().end(),
                                   [](const Word& w) { return w.text.starts_with("+!") || w.text.starts_with("+&"); });
}

bool is_debugger(const Call& call) {
    return call.program() == "gdb" || call.program() == "lldb";
}

// gdb -batch -ex run -ex bt ./app: commands that run the program and show where it stopped.
bool only_asks_debugger(const Call& call) {
    constexpr std::string_view asking =
        "run r start bt backtrace where info i list l print p continue c next n step s finish up down frame f thread "
        "quit q break b x disassemble register";
    bool has_any = false;
    const auto words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& text = words[i].text;
        if (text == "-x" || text == "--command" || text == "-s" || text == "--source") return false;
        if (text == "--args" || text == "--") break;
        if (!is_listed(text, "-ex --ex -o -iex -eval-command --eval-command") || i + 1 == words.size()) continue;
        const std::string& command = words[++i].text;
        if (!is_listed(command.substr(0, command.find_first_of(" /")), asking) ||
            command.find('(') != std::string::npos)
            return false;
        has_any = true;
    }
    return has_any && (call.has_word("-batch") || call.has_word("--batch") || call.has_flag('b'));
}

// xargs hivemind, hivemind config $x: one of the names may come of what is not known yet.
bool may_be_named(std::span<const Word> operands, std::span<const std::string_view> names) {
    std::string known;
    for (const Word& word : operands.first(std::min<std::size_t>(operands.size(), 2))) {
        if (word.certainty == Certainty::plain && word.openness == Openness::closed && !word.has_glob) {
            known += word.text + " ";
            continue;
        }
        return std::any_of(names.begin(), names.end(),
                           [&](std::string_view name) { return known.empty() || name.starts_with(known); });
    }
    return false;
}

// Our own command line: what only a person may do stays theirs, and who may look may ask.
void judge_hivemind(const Call& call, Judge& judge) {
    const auto operands = call.operands();
    const std::string first = operands.empty() ? "" : operands[0].text;
    const std::string both = operands.size() > 1 ? first + " " + operands[1].text : first;
    const auto is_named = [&](std::span<const std::string_view> names) {
        return is_one_of(first, names) || is_one_of(both, names);
    };
    if (is_named(judge.own().person_only) || may_be_named(operands, judge.own().person_only))
        return judge.note_for_person(call);
    // With a client the doctor starts that client.
    const bool is_known = std::all_of(call.arguments().begin(), call.arguments().end(),
                                      [](const Word& word) { return word.openness == Openness::closed; });
    const bool only_looks = first == "doctor" && is_known && !call.has_flag(0, "fix") && !call.has_flag(0, "client");
    const bool only_asks = is_named(judge.own().asking) || only_looks;
    if (only_asks) return judge.note(ShellClass::read, call, "only asks HiveMind");
    judge.note(ShellClass::build_test, call, "asks or tells HiveMind, which knows what an agent may");
}

}  // namespace

// Some programs say it in their first words: `rake db:drop`, `prisma migrate reset`.
bool says_it_takes_away(const Call& call) {
    constexpr std::array<std::string_view, 15> verbs{
        "flush", "reset_db", "sqlflush",   "delete",    "destroy",   "drop",     "purge",        "wipe",
        "erase", "nuke",     "obliterate", "terminate", "unpublish", "flushall", "factory-reset"};
    constexpr std::array<std::string_view, 2> endings{".drop", ".reset"};
    constexpr std::array<std::string_view, 8> parts{"drop",  "destroy", "wipe", "fresh",
                                                    "reset", "purge",   "nuke", "uninstall"};
    constexpr std::array<std::string_view, 5> kept_things{"migrate", "db", "database", "schema", "store"};
    const auto operands = own_words(call);
    // rush purge takes what rush itself has fetched.
    const bool is_own_making = call.program() == "rush" && !call.has_flag(0, "unsafe");
    if (runs_tests(call.program()) || is_own_making) return false;
    if (call.has_flag(0, "force-reset") || call.has_flag(0, "drop-all")) return true;
    // It guards the databases that people use.
    if (call.has_word("DISABLE_DATABASE_ENVIRONMENT_CHECK=1")) return true;
    for (std::size_t i = 0; i < std::min<std::size_t>(operands.size(), 4); ++i) {
        const std::string& word = operands[i].text;
        const bool goes_back =
            (word == "base" && i > 0 && operands[i - 1].text == "downgrade") ||
            (word == "zero" && i > 1 && operands[i - 2].text == "migrate") ||
            ((word.ends_with(":rollback") || word.ends_with(".rollback")) && call.has_flag(0, "all")) ||
            word.ends_with(":undo:all");
        if (goes_back) return true;
        const bool resets = word == "reset" && i > 0 && is_one_of(operands[i - 1].text, kept_things);
        const bool ends =
            std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return word.ends_with(end); });
        // Behind the first colon: db:drop:all, doctrine:schema:drop.
        bool says = false;
        for (std::size_t at = word.find(':'); at != std::string::npos; at = word.find(':', at + 1)) {
            const std::size_t end = word.find(':', at + 1);
            says |=
                is_one_of(std::string_view(word).substr(at + 1, end == std::string::npos ? end : end - at - 1), parts);
        }
        // A task of a database's name may not know --dry-run; a verb of a tool's own does.
        if (resets || ends || says || (is_one_of(word, verbs) && !is_only_tried(call))) return true;
    }
    return false;
}

// unset 'x[$(touch a)]': these take names, and the shell works out what stands in their brackets.
static bool works_out_a_name(const Call& call) {
    if (!is_listed(call.program(),
                   "printf test [ let unset read declare typeset local export readonly mapfile getopts"))
        return false;
    const bool is_sum = call.program() == "let";
    return std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& w) {
        const auto has = [&](std::string_view part) { return w.text.find(part) != std::string::npos; };
        return w.certainty == Certainty::plain && (has("[$(") || has("[`") || (is_sum && (has("$(") || has("`"))));
    });
}

// Remove-Item, Stop-Computer: PowerShell names its commands by what they do.
static bool is_taking_cmdlet(std::string_view program) {
    constexpr std::array<std::string_view, 10> verbs{"Remove-",    "Clear-",       "Stop-",       "Restart-",
                                                     "Disable-",   "Dismount-",    "Unregister-", "Reset-",
                                                     "Uninstall-", "Format-Volume"};
    return std::any_of(verbs.begin(), verbs.end(), [&](std::string_view verb) { return program.starts_with(verb); });
}

bool judge_plain_program(const Call& call, Judge& judge) {
    const std::string& program = call.program();
    if (works_out_a_name(call)) {
        judge.note(ShellClass::unknown, call, "works out a name that holds a command");
    } else if (program == "cd" || program == "pushd") {
        const auto operands = call.operands();
        judge.change_directory(operands.empty() ? Word{"~"} : operands.front());
        judge.note(ShellClass::read, call, "changes the directory");
    } else if (program == "popd") {
        judge.change_directory(Word{"."});
        judge.note(ShellClass::read, call, "changes the directory");
    } else if (program == "ssh-keygen" && !call.has_flag('l') && !call.has_flag('y') && !call.has_flag('F')) {
        if (const Word* key = call.value_of({"-f"})) judge.writes(*key, call);
        judge.note(ShellClass::write, call, "makes or changes keys");
    } else if (program == "mktemp") {
        for (const Word& place : call.operands({"-p", "--tmpdir", "--suffix"})) {
            if (place.text.find('/') != std::string::npos) judge.writes(place, call);
        }
        judge.note(ShellClass::build_test, call, "makes a scratch file");
    } else if (program == "hivemind") {
        judge_hivemind(call, judge);
    } else if (program == "history" && call.has_flag('c')) {
        judge.note(ShellClass::destructive, call, "wipes what was typed");
    } else if (program == "enable" && call.has_flag('f')) {
        judge.note(ShellClass::unknown, call, "loads code into the shell");
    } else if (runs_a_pager(call)) {
        judge.note(ShellClass::unknown, call, "runs a program of its own");
    } else if (program == "date" && call.has_flag('s', "set")) {
        judge.note(ShellClass::destructive, call, "sets the clock");
    } else if (program == "hostname" && !call.operands().empty()) {
        judge.note(ShellClass::destructive, call, "renames the machine");
    } else if (changes_the_machine(call)) {
        judge.note(ShellClass::destructive, call, "changes the machine itself");
    } else if (is_one_of(program, readers)) {
        judge.note(ShellClass::read, call, "only reads");
    } else if (only_shows(call)) {
        judge.note(ShellClass::read, call, "only asks");
    } else if (is_one_of(program, destroyers) || is_taking_cmdlet(program) || program.starts_with("mkfs.") ||
               (call.command().words.front().text.starts_with("/etc/init.d/") && !call.has_word("status"))) {
        judge.note(ShellClass::destructive, call, "changes the machine itself");
    } else if (program == "service" && call.arguments().size() == 2 && call.has_word("start")) {
        judge.note(ShellClass::build_test, call, "starts a service");
    } else if (program == "service" || program == "rc-service" || program == "launchctl" || program == "initctl" ||
               program == "supervisorctl") {
        const bool asks = call.has_word("status") || call.has_word("list");
        judge.note(asks ? ShellClass::read : ShellClass::destructive, call,
                   asks ? "only asks" : "changes what runs on the machine");
    } else if (program == "tmux" && is_listed(call.subcommand(), "ls list-sessions list-windows capture-pane")) {
        judge.note(ShellClass::read, call, "only asks");
    } else if (is_debugger(call) && only_asks_debugger(call)) {
        judge.note(ShellClass::build_test, call, "runs a program of the project and shows where it stopped");
    } else if (program == "screen" || program == "tmux" || program == "expect" || is_debugger(call)) {
        judge.note(ShellClass::unknown, call, "runs what cannot be seen here");
    } else if (says_it_takes_away(call)) {
        judge.note(ShellClass::destructive, call, "says that it takes something away");
    } else {
        return false;
    }
    return true;
}

// Programs that read unless told where to write: sort -o, uniq in out, iconv -o.

bool judge_reader_with_output(const Call& call, Judge& judge) {
    struct Reader {
        std::string_view name;
        std::string_view option;
        std::string_view long_option;
    };
    constexpr std::array<Reader, 12> readers{{{"sort", "-o", "--output"},
                                              {"iconv", "-o", "--output"},
                                              {"tree", "-o", "-o"},
                                              {"jq", "-i", "--in-place"},
                                              {"xmllint", "-o", "--output"},
                                              {"pandoc", "-o", "--output"},
                                              {"xxd", "-r", "-r"},
                                              {"shuf", "-o", "--output"},
                                              {"yq", "-i", "--inplace"},
                                              {"pr", "-o", "-o"},
                                              {"base64", "-o", "--output"},
                                              {"openssl", "-out", "-out"}}};
    for (const Reader& reader : readers) {
        if (reader.name != call.program()) continue;
        // xxd in out
        const auto files = call.operands({"-l", "-s", "-c", "-g", "-o", "-n"});
        if (call.program() == "xxd" && files.size() > 1) judge.writes(files[1], call);
        const bool writes = std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& w) {
            // sort -uo a b
            const bool ends_letters = reader.option == "-o" && w.text.size() > 2 && w.text[0] == '-' &&
                                      std::isalpha(static_cast<unsigned char>(w.text[1])) != 0 && w.text.ends_with('o');
            return ends_letters || w.text == reader.option || w.text.starts_with(reader.long_option) ||
                   (reader.option.size() == 2 && reader.option != "-i" && reader.option != "-r" &&
                    w.text.starts_with(reader.option));
        });
        if (const Word* path = call.value_of({reader.option, reader.long_option});
            writes && path != nullptr && reader.option != "-i" && reader.option != "-r")
            judge.writes(*path, call);
        for (const Word& word : call.arguments()) {
            const bool holds = reader.option == "-o" && word.text.starts_with("-o") && word.text.size() > 2;
            if (holds) judge.writes({word.text.substr(2), word.certainty, word.has_glob}, call);
        }
        if (writes && (reader.option == "-i")) {
            if (const auto operands = call.operands(); !operands.empty()) judge.writes(operands.back(), call);
        }
        const bool is_emptied = writes && call.has_word("/dev/null");
        judge.note(is_emptied ? ShellClass::destructive
                   : writes   ? ShellClass::write
                              : ShellClass::read,
                   call, writes ? "writes a file" : "only reads");
        return true;
    }
    if (call.program() != "uniq") return false;
    const auto operands = call.operands({"-f", "-s", "-w"});
    if (operands.size() > 1) judge.writes(operands[1], call);
    const bool is_emptied = operands.size() > 1 && operands[0].text == "/dev/null";
    judge.note(is_emptied            ? ShellClass::destructive
               : operands.size() > 1 ? ShellClass::write
                                     : ShellClass::read,
               call, operands.size() > 1 ? "writes a file" : "only reads");
    return true;
}

}  // namespace hm::shell
