#!/bin/sh
# agtmux for machines that a daemon elsewhere watches: what is said here waits in the spool until it is read.
umask 077
home=${AGTMUX_HOME:-}
if [ -z "$home" ]; then
  case $0 in /*/bin/agtmux) [ -d "${0%/bin/agtmux}/spool/new" ] && home=${0%/bin/agtmux} ;; esac
  home=${home:-$HOME/.agtmux}
fi
case $home in /*) ;; *) home=$PWD/$home ;; esac
spool=$home/spool

# One file per event, whole or not at all; then whoever watches is woken. $1 is the header, the payload comes on
# standard input. A FIFO that nobody reads blocks nobody: it is opened for both directions.
drop() {
  number=0
  while [ -e "$spool/new/$$.$PPID.$number" ]; do number=$((number + 1)); done
  entry=$$.$PPID.$number
  { printf '%s\n' "$1" && cat; } >"$spool/tmp/$entry" && mv "$spool/tmp/$entry" "$spool/new/$entry" || return
  [ ! -p "$spool/wake" ] || echo 1<>"$spool/wake"
}

# Agents run hooks at every turn: this is all that such a shell reads of this file.
if [ "$1" = hook ]; then
  case ${2:-?}${3:-?} in
    *[!A-Za-z0-9_.:-]*)
      # never 2: some agents take that for a veto
      echo "agtmux: hook wants the agent's name and the event's, and the payload on standard input [E_INVALID_INPUT]" >&2
      exit 3
      ;;
  esac
  tab='	'
  header="agtmux1${tab}agent=$2${tab}event=$3${tab}pane=$TMUX_PANE${tab}tmux=$TMUX${tab}pid=$PPID${tab}session=$SCHMUX_SESSION_ID"
  [ -d "$spool/tmp" ] && [ -d "$spool/new" ] || mkdir -p "$spool/tmp" "$spool/new"
  # what we cannot keep is no fault of the agent's
  drop "$header" || echo "agtmux: cannot write into $spool [E_HOME_UNUSABLE]" >&2
  exit 0
fi

LC_ALL=C
export LC_ALL
states="completed, needs_input, needs_testing, error, working"
newline='
'

main() {
  while :; do
    case $1 in
      --tmux-socket)
        [ $# -gt 1 ] || fail 2 E_USAGE "--tmux-socket wants a name"
        AGTMUX_TMUX_SOCKET=$2
        shift 2
        ;;
      --tmux-socket=*)
        AGTMUX_TMUX_SOCKET=${1#*=}
        shift
        ;;
      *) break ;;
    esac
  done
  command=${1:-help}
  [ $# -eq 0 ] || shift
  case $command in
    env) env_command "$@" ;;
    signal) signal_command "$@" ;;
    help | -h | --help) help_command ;;
    *) fail 2 E_USAGE "\"$command\" is not a command; 'agtmux help' lists them" ;;
  esac
}

help_command() {
  cat <<'HELP'
agtmux on a machine that an agtmux daemon elsewhere watches

  eval "$(agtmux env)"             in a pane: let whatever runs here signal
  agtmux signal <state> [message]  completed needs_input needs_testing error working
  agtmux hook <agent> <event>      for hooks of agents: the payload on standard input

AGTMUX_HOME picks the home (default ~/.agtmux). Lists and the dashboard are where the daemon runs.
HELP
}

signal_command() {
  case $1 in
    -h | --help) help_command && exit ;;
    --) shift ;;
    -*) unknown_option "$1" signal ;;
  esac
  [ $# -gt 0 ] || fail 2 E_USAGE "signal wants a state: $states"
  state=$1
  shift
  [ "$1" != -- ] || shift
  case $state in
    completed | needs_input | needs_testing | error | working) ;;
    *) fail 4 E_INVALID_STATE "\"$state\" is not a state: one of $states. Nothing was sent" ;;
  esac
  find_pane
  printf '%s' "$*" | leave_entry schmux "$state" "$SCHMUX_SESSION_ID" || exit
  note_silence "the signal is kept and counts when one does"
}

env_command() {
  case $1 in
    '') [ $# -eq 0 ] || fail 2 E_USAGE "Unexpected argument ''; 'agtmux help env' shows what there is" ;;
    -h | --help) help_command && exit ;;
    -*) unknown_option "$1" env ;;
    *) fail 2 E_USAGE "Unexpected argument '$1'; 'agtmux help env' shows what there is" ;;
  esac
  find_pane
  find_workspace
  workspace_id=$(short_name "${workspace##*/}")-$(hash_of "$workspace" | cut -c1-6)
  # the same pane has the same session, however often it is registered
  session=$workspace_id-$(hash_of "${TMUX%,*} $TMUX_PANE $workspace")
  find_signal_directory
  status_file=$signal_directory/$session
  printf '{"session_id":"%s","workspace_id":"%s","workspace":%s,"status_file":%s,"pane_id":"%s","tmux_server_pid":%s}' \
    "$session" "$workspace_id" "$(json "$workspace")" "$(json "$status_file")" "$TMUX_PANE" "$server_pid" |
    leave_entry agtmux register "$session" || exit
  note_silence "signals are kept and count when one does"
  assign SCHMUX_ENABLED 1
  assign SCHMUX_SESSION_ID "$session"
  assign SCHMUX_WORKSPACE_ID "$workspace_id"
  assign SCHMUX_STATUS_FILE "$status_file"
  assign AGTMUX_HOME "$home"
  assign AGTMUX_SESSION_ID "$session"
  [ -z "$AGTMUX_TMUX_SOCKET" ] || assign AGTMUX_TMUX_SOCKET "$AGTMUX_TMUX_SOCKET"
  command -v agtmux >/dev/null 2>&1 || assign PATH "$PATH:$home/bin"
}

# The pane this command runs in.
find_pane() {
  server_pid=${TMUX%,*}
  server_pid=${server_pid##*,}
  case $server_pid in '' | *[!0-9]*) TMUX_PANE= ;; esac
  case $TMUX_PANE in %*[!0-9]* | %) TMUX_PANE= ;; %*) return ;; esac
  fail 22 E_NOT_IN_TMUX "this command wants to run inside a tmux pane (TMUX and TMUX_PANE are not set)"
}

# The repository this directory is in, else the directory itself.
find_workspace() {
  here=$(pwd -P && echo .) || fail 3 E_INVALID_INPUT "the current directory no longer exists: cd to one that does"
  here=${here%"$newline".}
  [ -d "$here" ] || fail 3 E_INVALID_INPUT "the current directory no longer exists: cd to one that does"
  workspace=$here
  while [ -n "$workspace" ]; do
    [ ! -e "$workspace/.git" ] || return 0
    workspace=${workspace%/*}
  done
  workspace=$here
}

# In the workspace, hidden from git; where that cannot be written, in our own home.
find_signal_directory() {
  make_signal_directory "${workspace%/}" 2>/dev/null && return
  root=$home/workspaces/$(hash_of "$workspace")
  mkdir -p "$root" 2>/dev/null && make_signal_directory "$root" 2>/dev/null ||
    fail 16 E_HOME_UNUSABLE "cannot create a signal directory in $root"
}

# A repository may come with links in these places, leading anywhere: they are not followed.
make_signal_directory() {
  signal_directory=$1/.schmux/signal
  for each in "$1/.schmux" "$signal_directory"; do
    [ -d "$each" ] || mkdir "$each" || return
    [ ! -h "$each" ] || return
  done
  # what the mode bits say is not all: the disk may be read-only
  [ -w "$signal_directory" ] || return
  [ -e "$1/.schmux/.gitignore" ] || [ -h "$1/.schmux/.gitignore" ] || (set -C && echo '*' >"$1/.schmux/.gitignore")
}

leave_entry() {
  mkdir -p "$spool/tmp" "$spool/new" 2>/dev/null
  # our parent tells the pane's shell from the agent that runs in it
  header=$(printf 'agtmux1\tagent=%s\tevent=%s\tpane=%s\ttmux=%s\tpid=%s\tsession=%s' "$1" "$2" "$TMUX_PANE" \
    "$(one_line "$TMUX")" "$PPID" "$(one_line "$3")")
  drop "$header" 2>/dev/null || fail 16 E_HOME_UNUSABLE "cannot write into $spool"
}

# A tab or a line break would end a value of the header.
one_line() {
  printf '%s' "$1" | tr '\t\n' '  '
}

note_silence() {
  [ -p "$spool/wake" ] || [ -S "$home/agtmuxd.sock" ] || echo "agtmux: no daemon watches this machine now; $1" >&2
}

short_name() {
  name=$(printf '%s' "$1" | tr -c 'A-Za-z0-9._-' _ | sed 's/^[^A-Za-z0-9]*//' | cut -c1-40)
  printf '%s' "${name:-workspace}"
}

hash_of() {
  printf '%s' "$1" | cksum | { read -r sum rest && printf '%08x' "$sum"; }
}

json() {
  text=$1 awk 'BEGIN {
    text = ENVIRON["text"]
    for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
    escape["\""] = "\\\""
    escape["\\"] = "\\\\"
    for (i = 1; i <= length(text); i++) {
      character = substr(text, i, 1)
      printf "%s", (character in escape) ? escape[character] : character
    }
  }' | { printf '"' && cat && printf '"'; }
}

# As eval wants it: any value comes back exactly.
assign() {
  rest=$2 quoted=
  while :; do
    case $rest in *\'*) ;; *) break ;; esac
    quoted=$quoted${rest%%\'*}"'\\''"
    rest=${rest#*\'}
  done
  printf "export %s='%s'\n" "$1" "$quoted$rest"
}

unknown_option() {
  fail 2 E_USAGE "Unknown option '$1'; 'agtmux help $2' shows what there is"
}

fail() {
  printf 'agtmux: %s [%s]\n' "$3" "$2" >&2
  exit "$1"
}

main "$@"
