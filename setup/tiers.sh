# Runs the tiers of ./check: one line each with its time, the log of a failing one in full, and the
# closing count. A tier that cannot run fails; none is passed over.
# REQUIRES: root is the checkout; say.sh, install.sh and build.sh are loaded.

logs=$root/build/check
failed_tiers=()
passed_tiers=()
failures_without_tests=0
results=()

seconds_since() {
    local now=${EPOCHREALTIME/[^0-9]/} then=${1/[^0-9]/}
    printf '%d.%d' $(((now - then) / 1000000)) $(((now - then) / 100000 % 10))
}

# run_tier <name> <function> [argument]...: its last line of output is its summary.
# Not to be called in a condition: there bash would let a tier go on after its first error.
run_tier() {
    local name=$1 log=$logs/$1.log start=$EPOCHREALTIME verdict=ok code
    shift
    if [[ -t 1 ]]; then printf '%-14s ...' "$name"; fi
    set +e
    run_logged "$name" "$log" "$@"
    code=$?
    set -e
    if ((code == 0)); then passed_tiers+=("$name"); else verdict=FAILED failed_tiers+=("$name"); fi
    if [[ -t 1 ]]; then printf '\r\033[K'; fi
    printf '%-14s %-6s %7s s  %s\n' "$name" "$verdict" "$(seconds_since "$start")" "$(last_line "$log" "$verdict")"
    if [[ $verdict == ok ]]; then return; fi
    # Without the steps of the build that went well.
    sed -E '/^ *\[[0-9]+\/[0-9]+\] /d; s/^/    /' "$log" | tail -n 200
}

# What takes minutes shows its progress to whoever sits before a terminal.
run_logged() {
    local name=$1 log=$2
    shift 2
    case $name in
        set-up | *build) if [[ -t 2 ]]; then (set -e; "$@") >"$log" </dev/null 8>&-; return; fi ;;
    esac
    (set -e; "$@") >"$log" 2>&1 </dev/null 8>&-
}

last_line() {
    if [[ $2 == ok ]]; then tail -n 1 "$1" | cut -c 1-80; fi
}

# run_test_tier <name> <result file> <function> [argument]...: a tier whose tests are counted.
run_test_tier() {
    local name=$1 file=$2 before=${#failed_tiers[@]} counts
    shift 2
    rm -f "$file"
    mkdir -p "${file%/*}"
    run_tier "$name" run_counted "$file" "$@"
    if [[ -s $file ]]; then results+=("$file"); fi
    if ((${#failed_tiers[@]} == before)); then return; fi
    # A tier can fail with all of its tests passed; then it counts as one failure itself.
    counts=$([[ ! -s $file ]] || node "$root/tools/junit.mjs" "$file")
    if [[ ${counts:-0 0} == *' 0' ]]; then failures_without_tests=$((failures_without_tests + 1)); fi
}

# Runs the tests, then holds them to their result file: some must be there, all must have passed.
run_counted() {
    local file=$1 code=0 passed failed
    shift
    "$@" || code=$?
    if [[ ! -s $file ]]; then
        echo 'no result file: no test ran'
        return 1
    fi
    read -r passed failed < <(node "$root/tools/junit.mjs" "$file")
    echo "$passed passed, $failed failed or skipped"
    ((code == 0 && failed == 0 && passed > 0))
}

# For tiers that use what was built: an older program must not pass for the sources of today.
require_build() {
    if [[ " ${failed_tiers[*]-} " == *'build '* ]]; then
        echo 'not run: the build failed'
        return 1
    fi
}

# run_plain_tier <name> <function> [argument]...: a tier without tests of its own.
run_plain_tier() {
    local before=${#failed_tiers[@]}
    run_tier "$@"
    failures_without_tests=$((failures_without_tests + ${#failed_tiers[@]} - before))
}

# One run at a time: two would mix their results. The lock is not handed to what the tiers start.
one_run_at_a_time() {
    mkdir -p "$logs"
    exec 8>"$logs/.lock"
    if flock -n 8; then return; fi
    say 'Another ./check is running here; waiting for it.'
    flock 8
}

# The summary, the closing line and the exit code of the whole run.
close_run() {
    local passed=0 failed=0
    if ((${#results[@]})); then read -r passed failed < <(node "$root/tools/junit.mjs" "${results[@]}"); fi
    failed=$((failed + failures_without_tests))
    echo
    echo "tiers passed: ${passed_tiers[*]:-none}"
    if ((${#failed_tiers[@]})); then echo "tiers failed: ${failed_tiers[*]} (logs in build/check)"; fi
    echo "time: $(seconds_since "$1") s"
    echo "$passed passed, $failed failed"
    ((failed == 0 && ${#failed_tiers[@]} == 0 && ${#passed_tiers[@]} > 0))
}
