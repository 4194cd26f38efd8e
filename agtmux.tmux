#!/bin/sh
# A tmux plugin: run-shell /path/to/agtmux.tmux, or by TPM: set -g @plugin 'the address that you clone agtmux from'.
#
#   prefix a   go to the next agent that needs you           set -g @agtmux_key_next 'a'
#   prefix A   pick one, by fzf or by tmux's own menu        set -g @agtmux_key_pick 'A'; set -g @agtmux_pick_by 'menu'
#   prefix g   all of them, live, in a popup                 set -g @agtmux_key_list 'g'
#
# An empty key binds nothing. For the status line: set -g status-right '#{@agtmux_status} %H:%M'.

self=$0
case $0 in */*) ;; *) self=./$0 ;; esac
if [ -L "$self" ]; then self=$(readlink -f -- "$self"); fi
self=$(CDPATH= cd -P -- "${self%/*}/" && pwd -P)/agtmux.tmux
agtmux=$(command -v agtmux || echo "${self%/*}/bin/agtmux")
most=20
empty=3

# Runs a command of tmux for the client whose key was pressed: without its name, tmux takes the client that did something
# last, which may be the daemon's own.
for_client() {
  command=$1
  shift
  tmux "$command" ${client:+-c "$client"} "$@"
}

# Long enough to be read, whatever display-time is.
say() {
  for_client display-message -d 4000 "$1"
}

# One of tmux's variables of that client; empty if it is gone.
of_client() {
  tmux list-clients -F "#{client_name} #{$1}" | awk -v name="$client" '$1 == name { print $2 }'
}

# What leads to a pane: switching is done here, another server's tmux and ssh want a terminal of their own.
follow() {
  case $1 in
    tmux\ *\ switch-client\ *) eval "$1${client:+ -c '$client'}" ;;
    tmux\ new-window\ *) eval "tmux new-window -t '$(of_client session_id):' ${1#tmux new-window }" ;;
    tmux\ * | ssh\ *) tmux new-window -t "$(of_client session_id):" "unset TMUX; $1" ;;
    *) say "$(printf '%s' "$1" | sed 's/#/##/g')" ;;
  esac
}

# Each agent: its ref, a tab, and a row of at most $1 columns with what it is and where. tmux would run what stands in #(…),
# and the ref stands between quotes.
agents() {
  "$agtmux" completions words --describe --row "$1" -- 'agtmux explain ' | tr -d '#' |
    sed -e ':more' -e "s/^\([^	]*\)'/\1%27/" -e 't more'
}

# tmux would cut rows that do not fit between the borders of the menu, and at the left.
menu() {
  width=$(of_client client_width)
  set --
  while IFS='	' read -r ref row; do
    [ -n "$ref" ] || continue
    [ $# -lt $((most * 3)) ] || break
    set -- "$@" "$row" '' "run-shell -b '\"$self\" go \"$ref\" \"$client\"'"
  done <<END
$(agents "$((${width:-80} - 6))")
END
  if [ $# -gt 0 ]; then for_client display-menu -T agtmux "$@"; else nobody; fi
}

nobody() {
  say "agtmux: there is nothing to pick; 'agtmux' alone says why"
}

# TPM only clones: the agtmux beside this file has to be built once.
is_built() {
  [ "$agtmux" != "${self%/*}/bin/agtmux" ] || [ -f "${self%/*}/dist/cli.cjs" ]
}

picks_by_fzf() {
  [ "$(tmux show-option -gqv @agtmux_pick_by)" != menu ] && command -v fzf >/dev/null
}

bind() {
  key=$(tmux show-option -gqv "@agtmux_key_$1")
  [ -n "$(tmux show-option -gq "@agtmux_key_$1")" ] || key=$2
  [ -z "$key" ] || tmux bind-key "$key" run-shell -b "'$self' $1 '#{client_name}'"
}

case ${1:-} in
  go) client=${3:-} ;;
  *) client=${2:-} ;;
esac

case ${1:-} in
  next | pick | list)
    if ! is_built; then
      say "agtmux: there is none on tmux's PATH, and this one is not built: run 'npm start' in $(printf '%s' "${self%/*}" | sed 's/#/##/g')"
      exit
    fi
    ;;
esac

case ${1:-} in
  '')
    bind next a
    bind pick A
    bind list g
    ;;
  next) follow "$("$agtmux" next --print 2>&1)" ;;
  go) follow "$("$agtmux" attach --print "$2" 2>&1)" ;;
  pick)
    if picks_by_fzf; then
      # said after the popup, which would hide it
      for_client display-popup -E -w 80% -h 60% "'$self' fzf '$client'" || [ $? -ne "$empty" ] || nobody
    else
      menu
    fi
    ;;
  fzf)
    found=$(agents 200)
    [ -n "$found" ] || exit "$empty"
    ref=$(printf '%s\n' "$found" | fzf --no-multi --layout=reverse --delimiter='	' --with-nth=2 --prompt='agtmux> ' | cut -f1)
    [ -z "$ref" ] || "$self" go "$ref" "$client"
    ;;
  list) for_client display-popup -E -w 90% -h 80% "'$agtmux' watch" ;;
esac
