# What the scripts tell the person in front of them. Everything goes to standard error: standard
# output belongs to the program.

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

# Passes lines on; on a terminal each takes the place of the one before, elsewhere they are dropped.
show_activity() {
    local line
    while IFS= read -r line; do
        if [[ -t 2 ]]; then printf '\r\033[K  %s' "${line:0:76}" >&2; fi
    done
    if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# The same for ninja: steps are progress, anything else is said in full, nothing to do is silence.
show_build() {
    local line step=
    while IFS= read -r line; do
        case $line in
            'ninja: Entering'* | 'ninja: no work to do.' | *'Re-checking globbed directories...' | '-- '*) ;;
            '['[0-9]*']'*)
                if [[ -t 2 ]]; then
                    printf '\r\033[K  %s' "${line:0:76}" >&2
                    step=$line
                else
                    say "  $line"
                fi
                ;;
            *)
                if [[ $step ]]; then printf '\r\033[K' >&2; fi
                step=
                say "$line"
                ;;
        esac
    done
    if [[ $step ]]; then printf '\r\033[K' >&2; fi
}
