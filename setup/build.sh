# Configures and builds a preset with ninja. Quiet when there is nothing to do.
# REQUIRES: root is the checkout; say.sh and install.sh are loaded.

# with_lock <function> [argument]...: set-up and build happen in one process at a time.
# The lock ends with this subshell, so a program started later does not hold it.
with_lock() {
    mkdir -p "$root/build"
    (
        if ! flock -n 9; then
            say 'Another process is building; waiting for it.'
            flock -w 3600 9 || fail 'It did not end within an hour. Look for a hanging build.'
        fi
        "$@"
    ) 9>"$root/build/.lock"
}

configure() {
    local preset=$1 tree=$root/build/$1
    # A build tree remembers absolute paths, so a moved checkout starts afresh.
    if [[ -e $tree/.source && $(<"$tree/.source") != "$root" ]]; then rm -rf "$tree"; fi
    if [[ -e $tree/build.ninja && -e $tree/.source ]]; then return; fi
    mkdir -p "$tree"
    say "Configuring ($preset)"
    if ! (cd "$root" && cmake --preset "$preset") >"$tree/configure.log" 2>&1; then
        forget_packages
        tail -n 30 "$tree/configure.log" >&2
        fail "cmake could not configure the build; see build/$preset/configure.log"
    fi
    printf '%s' "$root" >"$tree/.source"
}

# build <preset> <target>...
build() {
    local preset=$1
    shift
    configure "$preset"
    if ! ninja -C "$root/build/$preset" -j "$(nproc)" "$@" </dev/null 2>&1 9>&- | show_build; then
        forget_packages
        fail "The build ($preset) failed; the reason stands above."
    fi
}
