#!/bin/sh
# agtmux for machines that a daemon elsewhere watches: entries wait in the spool until that daemon reads them.

# Not done at the top of the file: a program under `run` would inherit the umask and the variables.
settle() {
  umask 077
  # cat and mv would spend more time loading a locale than working
  LC_ALL=C
  export LC_ALL
  home=${AGTMUX_HOME:-}
  if [ -z "$home" ]; then
    folder=$0
    if [ -L "$0" ]; then folder=$(readlink -f -- "$0"); fi
    folder=${folder%/*}
    # resolved only if need be: a hook should start no process for it
    if [ -d "$folder/../spool/new" ]; then
      case $folder in /*/bin) [ -L "$folder" ] || home=${folder%/bin} ;; esac
      home=${home:-$(CDPATH= cd -P -- "$folder/.." && pwd -P)}
    fi
    home=${home:-$HOME/.agtmux}
  fi
  case $home in /*) ;; *) home=$PWD/$home ;; esac
  spool=$home/spool
}

# Writes one file per event, atomically, then wakes the watcher. $1 is the header, $2 the payload; without $2 it comes
# on standard input. The FIFO is opened for reading and writing, so that without a reader this does not block.
drop() {
  name_entry
  {
    printf '%s\n' "$1" && if [ $# -gt 1 ]; then printf '%s' "$2"; else cat; fi
  } >"$spool/tmp/$entry" && mv "$spool/tmp/$entry" "$spool/new/$entry" || {
    rm -f "$spool/tmp/$entry"
    return 1
  }
  wake "$spool"
}

# Sets "entry" to a name that is free in the spool.
name_entry() {
  number=0
  while [ -e "$spool/new/$$.$PPID.$number" ]; do number=$((number + 1)); done
  entry=$$.$PPID.$number
}

wake() {
  [ ! -p "$1/wake" ] || echo 1<>"$1/wake"
}

# Sets "header" from the names of the agent and the event.
make_header() {
  case ${1:-?}${2:-?} in
    *[!A-Za-z0-9_.:-]*)
      # never 2: some agents take that as a veto
      echo "agtmux: hook wants the agent's name and the event's, and the payload after them or on standard input [E_INVALID_INPUT]" >&2
      exit 3
      ;;
  esac
  tab='	'
  # agents run hooks through short-lived shells, so the process above such a shell is recorded as the agent
  above=
  if read -r above 2>/dev/null </proc/$PPID/stat; then
    case $above in *\(sh\)* | *\(*ash\)* | *\([ckz]sh\)* | *\(fish\)* | *\(busybox\)* | *\(squad-s*\)*) ;; *) above= ;; esac
    above=${above##*) ? } above=${above%% *}
  fi
  header="agtmux1${tab}agent=$1${tab}event=$2${tab}pane=$TMUX_PANE${tab}tmux=$TMUX${tab}pid=$PPID${tab}above=$above"
  header="$header${tab}session=$SCHMUX_SESSION_ID${tab}home=$HOME"
  [ -d "$spool/tmp" ] && [ -d "$spool/new" ] || mkdir -p "$spool/tmp" "$spool/new"
}

# Agents run hooks at every turn: this part comes first, so that such a shell reads nothing beyond it.
if [ "$1" = hook ]; then
  settle
  make_header "$2" "$3"
  # do not read a terminal: it would block, and the keys are meant for the agent
  [ $# -gt 3 ] || [ ! -t 0 ] || set -- "$@" ''
  agent=$2
  shift 3
  drop "$header" "$@" && exit
  echo "agtmux: cannot write into $spool [E_HOME_UNUSABLE]" >&2
  # a failed hook must not disturb the agent; the caller of squad-signal wants to know
  [ "$agent" != squad ] || exit 16
  exit 0
fi

# What a status line shows of use, and whose: a repaint that changes none of it tells nothing new. One line; none if the
# payload is not whole.
figures_in() {
  awk '
    function part(key, end,   rest) {
      if (!(rest = index(text, "\"" key "\""))) return ""
      rest = substr(text, rest)
      match(rest, end)
      return substr(rest, 1, RSTART)
    }
    NR > 1 { text = text " " $0 }
    END {
      if (text ~ /} *$/) print part("session_id", ",") part("total_cost_usd", "[,}]") part("context_window", "}") part("five_hour", "}") part("seven_day", "}")
    }' "$1"
}

keep_figures() {
  figures=$(figures_in "$spool/tmp/$entry")
  told=
  read -r told <"$last"
  if [ -z "$figures" ] || [ "$figures" = "$told" ]; then
    rm -f "$spool/tmp/$entry"
  elif printf '%s\n' "$figures" >"$last" && mv "$spool/tmp/$entry" "$spool/new/$entry"; then
    wake "$spool"
  else
    rm -f "$spool/tmp/$entry" "$last"
  fi
}

# What an agent gives to its status line command is passed on as it comes; a copy goes to the spool, and nobody waits
# for that or hears of it if it fails.
if [ "$1:$2" = statusline:wrap ]; then
  case ${3:-?}$TMUX_PANE in *[!A-Za-z0-9_.:-]*%* | *%*[!0-9]* | *% | %*) exec cat ;; *%*) ;; *) exec cat ;; esac
  command -v tee >/dev/null || exec cat
  settle
  # few files, however many panes there were: two that share one tell more than they need to
  last=$home/statusline/$((${TMUX_PANE#%} % 512))
  {
    make_header "$3" StatusLine && name_entry && { [ -d "$home/statusline" ] || mkdir "$home/statusline"; } &&
      printf '%s\n' "$header" >"$spool/tmp/$entry"
  } 2>/dev/null || exec cat
  # the command may end without reading, and what the disk cannot take must still reach it
  trap '' PIPE
  tee -a "$spool/tmp/$entry" 2>/dev/null
  keep_figures </dev/null >/dev/null 2>&1 &
  exit 0
fi

# The request stays as a file while it waits, so that the next daemon finds it, too.
keep_request() {
  name_entry
  { printf '%s\n' "$header${tab}answer=$$" && cat; } >"$desk/$$.req" || return
  ln "$desk/$$.req" "$spool/new/$entry" 2>/dev/null || {
    # no links on this disk
    cp "$desk/$$.req" "$spool/tmp/$entry" && mv "$spool/tmp/$entry" "$spool/new/$entry" || return
  }
  wake "$spool"
}

# The agent takes what this prints as the answer to what it asks, while its dialog stays usable. The answer is one line
# through a FIFO, an empty one if the question is over. If nobody could answer, this ends at once.
if [ "$1" = decide ]; then
  settle
  desk=$home/decide
  [ -n "$TMUX_PANE" ] && read -r keeper 2>/dev/null <"$desk/ready" && kill -0 "$keeper" 2>/dev/null || {
    # an agent may stumble over a payload that nobody reads
    cat >/dev/null
    exit 0
  }
  make_header "$2" "$3"
  # of an earlier process with this number
  [ ! -e "$desk/$$.answer" ] || rm -f "$desk/$$.answer"
  mkfifo "$desk/$$.answer" 2>/dev/null && keep_request && read -r line <"$desk/$$.answer" || line=
  rm -f "$desk/$$.answer" "$desk/$$.req"
  [ -z "$line" ] || printf '%s\n' "$line"
  exit 0
fi

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
      run)
        shift
        run_command "$@"
        ;;
      *) break ;;
    esac
  done
  settle
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
  agtmux run -- <command …>        run a program and tell when it starts and how it ends
  agtmux hook <agent> <event> [payload]
                                   for hooks of agents: without a payload it is read from standard input
  agtmux statusline wrap <agent>   before an agent's status line command: passes its input on and keeps the figures
  squad-signal, squad-step         rich signals, beside this command; --help tells more

AGTMUX_HOME picks the home (default ~/.agtmux). Lists and the dashboard are where the daemon runs.
HELP
}

signal_command() {
  states="completed, needs_input, needs_testing, error, working"
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
  register_pane
  note_silence "signals are kept and count when one does"
  assign_variables
}

register_pane() {
  find_workspace
  workspace_id=$(short_name "${workspace##*/}")-$(hash_of "$workspace" | cut -c1-6)
  # registering the same pane again gives the same session id
  session=$workspace_id-$(hash_of "${TMUX%,*} $TMUX_PANE $workspace")
  find_signal_directory
  status_file=$signal_directory/$session
  printf '{"session_id":"%s","workspace_id":"%s","workspace":%s,"status_file":%s,"pane_id":"%s","tmux_server_pid":%s}' \
    "$session" "$workspace_id" "$(json "$workspace")" "$(json "$status_file")" "$TMUX_PANE" "$server_pid" |
    leave_entry agtmux register "$session" || exit
}

assign_variables() {
  assign SCHMUX_ENABLED 1
  assign SCHMUX_SESSION_ID "$session"
  assign SCHMUX_WORKSPACE_ID "$workspace_id"
  assign SCHMUX_STATUS_FILE "$status_file"
  assign AGTMUX_HOME "$home"
  assign AGTMUX_SESSION_ID "$session"
  [ -z "$AGTMUX_TMUX_SOCKET" ] || assign AGTMUX_TMUX_SOCKET "$AGTMUX_TMUX_SOCKET"
  command -v agtmux >/dev/null 2>&1 || assign PATH "$PATH:$home/bin"
}

find_pane() {
  is_in_pane || fail 22 E_NOT_IN_TMUX "this command wants to run inside a tmux pane (TMUX and TMUX_PANE are not set)"
}

is_in_pane() {
  server_pid=${TMUX%,*}
  server_pid=${server_pid##*,}
  case $server_pid in '' | *[!0-9]*) TMUX_PANE= ;; esac
  case $TMUX_PANE in %*[!0-9]* | %) return 1 ;; %*) return ;; esac
  return 1
}

# Sets "workspace": the root of the repository that contains this directory, else the directory itself.
find_workspace() {
  newline='
'
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

# A directory in the workspace, hidden from git; if that cannot be written, one in our own home.
find_signal_directory() {
  make_signal_directory "${workspace%/}" 2>/dev/null && return
  root=$home/workspaces/$(hash_of "$workspace")
  mkdir -p "$root" 2>/dev/null && make_signal_directory "$root" 2>/dev/null ||
    fail 16 E_HOME_UNUSABLE "cannot create a signal directory in $root"
}

# A repository may contain symlinks at these paths that lead anywhere. They are not followed, so that an agent never
# writes its status through one.
make_signal_directory() {
  signal_directory=$1/.schmux/signal
  for each in "$1/.schmux" "$signal_directory"; do
    [ -d "$each" ] || mkdir "$each" || return
    [ ! -h "$each" ] || return
  done
  [ ! -h "$signal_directory/$session" ] || return
  # mode bits are not enough: the disk may be read-only
  [ -w "$signal_directory" ] || return
  [ -e "$1/.schmux/.gitignore" ] || [ -h "$1/.schmux/.gitignore" ] || (set -C && echo '*' >"$1/.schmux/.gitignore")
}

leave_entry() {
  mkdir -p "$spool/tmp" "$spool/new" 2>/dev/null
  # the parent's pid distinguishes the pane's shell from an agent running in it
  header=$(printf 'agtmux1\tagent=%s\tevent=%s\tpane=%s\ttmux=%s\tpid=%s\tsession=%s' "$1" "$2" "$TMUX_PANE" \
    "$(one_line "$TMUX")" "$PPID" "$(one_line "$3")")
  drop "$header" 2>/dev/null || fail 16 E_HOME_UNUSABLE "cannot write into $spool"
}

# A tab or a line break would end a value in the header.
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
  # not every busybox has cksum
  text=$1 awk 'BEGIN {
    for (code = 1; code < 256; code++) number[sprintf("%c", code)] = code
    text = ENVIRON["text"]
    for (i = 1; i <= length(text); i++) sum = (sum * 31 + number[substr(text, i, 1)]) % 2147483647
    printf "%08x", sum
  }'
}

json() {
  json_words 1000000 "$1"
}

# Prints the words as JSON strings, up to $1 bytes in total.
json_words() {
  awk 'BEGIN {
    for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
    escape["\""] = "\\\""
    escape["\\"] = "\\\\"
    room = ARGV[1] + 0
    for (word = 2; word < ARGC && room > 0; word++) {
      printf "%s\"", (word > 2 ? "," : "")
      for (i = 1; i <= length(ARGV[word]) && room > 0; i++) {
        room--
        character = substr(ARGV[word], i, 1)
        printf "%s", (character in escape) ? escape[character] : character
      }
      printf "\""
    }
  }' "$@"
}

assign() {
  printf 'export ' && keep "$@"
}

# Quotes a variable for eval so that any value survives, also in fish, where a backslash in single quotes is special.
keep() {
  rest=$2 quoted=
  while :; do
    case $rest in *[\'\\]*) ;; *) break ;; esac
    plain=${rest%%[\'\\]*}
    rest=${rest#"$plain"}
    quoted="$quoted$plain'\\${rest%"${rest#?}"}'"
    rest=${rest#?}
  done
  printf "%s='%s'\n" "$1" "$quoted$rest"
}

# The program must inherit this shell unchanged: everything in between runs in subshells, and the few variables that are
# kept have names that nothing else exports.
run_command() {
  case $1 in
    -h | --help) help_command && exit ;;
    --) shift ;;
    -*) unknown_option "$1" run ;;
  esac
  [ $# -gt 0 ] || fail 2 E_USAGE "run wants a command: agtmux run -- make test"
  # without a record, run the program as if called directly
  agtmux_run=$(settle && begin_run "$@" </dev/null) || exec "$@"
  eval "$agtmux_run"
  if [ "$PPID" = "$agtmux_run_server" ]; then
    # tmux sends the hang-up only to this process; when it has ended, the kernel sends one to everything on the terminal
    trap : INT QUIT PIPE ALRM USR1 USR2
    (run_program "$@")
  else
    run_program "$@"
  fi
  end_like "$?"
}

# Runs the program in the foreground of the same process group: Ctrl-C, Ctrl-Z and Ctrl-\ reach it as they would without
# us, we stop and continue with it, and only the program decides what ends it.
run_program() {
  trap : HUP INT QUIT PIPE ALRM TERM USR1 USR2
  # the calling shell reports a killed program, because we end the same way: keep this shell from reporting it too
  for agtmux_run_fd in 9 8 7 6 5 4 3 2; do { true >&"$agtmux_run_fd"; } 2>/dev/null || break; done
  [ "$agtmux_run_fd" = 2 ] || eval "exec $agtmux_run_fd>&2 2>/dev/null"
  (
    note_self
    [ "$agtmux_run_fd" = 2 ] || eval "exec 2>&$agtmux_run_fd $agtmux_run_fd>&-"
    exec "$@"
  )
  agtmux_run_status=$?
  # when the pane closes there is a second hang-up
  trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2
  printf ',"status":%s,"signal":"%s"}' "$agtmux_run_status" "$(signal_of "$agtmux_run_status")" >>"$agtmux_run_tmp" &&
    LC_ALL=C mv "$agtmux_run_tmp" "$agtmux_run_new" && wake "$agtmux_run_spool"
  return "$agtmux_run_status"
}

# Ends by the same signal as the program, so that the caller sees no difference.
end_like() {
  agtmux_run_signal=$(signal_of "$1")
  if [ -n "$agtmux_run_signal" ]; then
    ulimit -c 0
    trap - "$agtmux_run_signal"
    kill -s "$agtmux_run_signal" $$
  fi
  exit "$1"
} 2>/dev/null

# Shells report a signal as 128 plus its number; so do programs about children that were killed.
signal_of() {
  [ "$1" -gt 128 ] && [ "$1" -lt 160 ] && kill -l "$1"
}

# Records the start and prepares the record of the end; prints variables for eval.
begin_run() {
  if ! is_in_pane; then
    [ ! -t 2 ] || echo "agtmux: not inside a tmux pane: $1 runs unrecorded" >&2
    return 1
  fi
  register_pane
  shell=$PPID
  # the first process of a pane counts as its shell
  [ "$PPID" != "$server_pid" ] || shell=$$
  parent=
  case ${AGTMUX_RUN:-} in
    "$server_pid.${TMUX_PANE#%}."*)
      rest=${AGTMUX_RUN#*.*.}
      ! kill -0 "${rest%%.*}" 2>/dev/null || parent=$AGTMUX_RUN
      ;;
  esac
  start_of $$
  run=$server_pid.${TMUX_PANE#%}.$$.${began:-$(date +%s)}
  start_of "$shell"
  session=$(one_line "$session") tab='	'
  header="pane=$TMUX_PANE${tab}tmux=$(one_line "$TMUX")${tab}pid=$shell${tab}start=$began${tab}session=$session"
  about=$(printf '{"run":"%s","parent":"%s","command":[%s]' "$run" "$parent" "$(json_words 4096 "$@")")
  drop "agtmux1${tab}agent=agtmux${tab}event=started${tab}$header" "$about}" 2>/dev/null &&
    printf 'agtmux1\tagent=agtmux\tevent=exited\t%s\n%s' "$header" "$about" >"$spool/tmp/run.$run" ||
    fail 16 E_HOME_UNUSABLE "cannot write into $spool: $1 runs unrecorded"
  assign_variables
  assign AGTMUX_RUN "$run"
  keep agtmux_run_server "$server_pid"
  keep agtmux_run_spool "$spool"
  keep agtmux_run_tmp "$spool/tmp/run.$run"
  keep agtmux_run_new "$spool/new/run.$run"
}

# Called in the process that becomes the program: records its pid and, on Linux only, its start time.
note_self() {
  if read -r agtmux_run_stat 2>/dev/null </proc/self/stat; then
    agtmux_run_pid=${agtmux_run_stat%% *}
    set -- ${agtmux_run_stat##*) }
    shift 19
  else
    agtmux_run_pid=$(exec sh -c 'echo "$PPID"')
    set -- ''
  fi
  printf ',"pid":%s,"start":"%s"' "$agtmux_run_pid" "$1" >>"$agtmux_run_tmp"
}

start_of() {
  began=
  read -r stat 2>/dev/null </proc/"$1"/stat || return 0
  set -- ${stat##*) }
  shift 19
  began=$1
}

unknown_option() {
  fail 2 E_USAGE "Unknown option '$1'; 'agtmux help $2' shows what there is"
}

fail() {
  printf 'agtmux: %s [%s]\n' "$3" "$2" >&2
  exit "$1"
}

main "$@"
