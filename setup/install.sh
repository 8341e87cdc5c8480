# Brings Debian and npm packages onto the machine, and touches no network when they are there.
# What was found or installed is remembered under build/setup, by content, not by date.
# REQUIRES: root is the checkout; say.sh is loaded; the caller holds the lock of with_lock.

setup_state=$root/build/setup

# Prints the packages of a group that are not installed.
missing_packages() {
    local group package command
    while read -r group package command; do
        if [[ $group != "$1" ]]; then continue; fi
        if [[ $command ]] && command -v "$command" >/dev/null; then continue; fi
        if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]]; then continue; fi
        printf '%s\n' "$package"
    done <"$root/setup/packages.txt"
}

# A command as root, by whatever way is open. Only a person before a terminal is asked for a password.
may_ask=-n
if [[ -t 2 ]]; then may_ask=; fi
as_root() {
    if [[ $EUID == 0 ]]; then "$@"; else sudo ${may_ask:+"$may_ask"} "$@"; fi
}

refuse_packages() {
    fail "
HiveMind needs Debian packages that are not installed, and $1:

    $2

Install them as root, then run this command again:

    apt-get update && apt-get install -y --no-install-recommends $2
"
}

# apt <argument>...: apt-get with its output in the log, one line of it at a time on a terminal.
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::http::Timeout=20 \
        -o Acquire::Retries=3 "$@" </dev/null 9>&- 2>&1 | tee -a "$setup_state/apt.log" | show_activity
}

install_debian_packages() {
    local log=$setup_state/apt.log
    if [[ $EUID != 0 ]]; then
        if ! command -v sudo >/dev/null; then refuse_packages 'this user is not root and there is no sudo' "$*"; fi
        if ! as_root true; then refuse_packages 'sudo was refused' "$*"; fi
    fi
    say "Installing Debian packages: $*"
    if apt install -y --no-install-recommends "$@"; then return; fi
    # The lists of packages may be missing or old. A repository that cannot be reached is no reason to
    # stop as long as the packages can be had.
    apt update || true
    if apt install -y --no-install-recommends "$@"; then return; fi
    tail -n 20 "$log" >&2
    refuse_packages 'apt-get could not install them (the end of its output is above)' "$*"
}

ensure_node() {
    local major
    major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || major=0
    if ((major < 18)); then fail "Node.js 18 or newer is needed; $(command -v node || echo node) is ${major}."; fi
}

# ensure_debian_packages <group>
ensure_debian_packages() {
    local group=$1 remembered=$setup_state/debian-$1
    if cmp -s "$root/setup/packages.txt" "$remembered"; then return; fi
    mkdir -p "$setup_state"
    local -a packages
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        mapfile -t packages < <(missing_packages "$group")
        if ((${#packages[@]})); then install_debian_packages "${packages[@]}"; fi
    else
        say "This is not Debian: what setup/packages.txt lists for '$group' must be installed by hand."
    fi
    ensure_node
    cp "$root/setup/packages.txt" "$remembered"
}

# ensure_npm_packages <folder>: exactly what its lock file names, nothing of it run.
ensure_npm_packages() {
    local folder=$root/$1 log=$setup_state/npm.log
    local remembered=$folder/node_modules/.hivemind-lock
    if cmp -s "$folder/package-lock.json" "$remembered"; then return; fi
    mkdir -p "$setup_state"
    say "Fetching npm packages: $1"
    if ! (cd "$folder" && npm ci --ignore-scripts) </dev/null >"$log" 2>&1 9>&-; then
        tail -n 20 "$log" >&2
        fail "npm could not fetch the packages of $1/package-lock.json. This step needs the network once."
    fi
    cp "$folder/package-lock.json" "$remembered"
}

# After a failed build the next run looks again instead of trusting its memory.
forget_packages() {
    rm -f "$setup_state"/debian-*
}
