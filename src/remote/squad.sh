#!/bin/sh
# agtmux for machines that a daemon elsewhere watches: squad-signal and squad-step. Payloads are checked here as far as
# sh can; the daemon that receives the signal checks them against the full schema.
LC_ALL=C
export LC_ALL
umask 077
self=$0
if [ -L "$0" ]; then self=$(readlink -f -- "$0"); fi
name=${self##*/}
home=${AGTMUX_HOME:-}
if [ -z "$home" ] && [ -d "${self%/*}/../spool/new" ]; then
  home=$(CDPATH= cd -P -- "${self%/*}/.." && pwd -P)
fi
home=${home:-$HOME/.agtmux}
case $home in /*) ;; *) home=$PWD/$home ;; esac
newline='
'
types='starting, working, needs_input, review, completing, complete, compacting, question, idle'
steps='verifying committing closing releasing complete'

main() {
  case $name in
    squad-step) step_command "$@" ;;
    *) signal_command "$@" ;;
  esac
}

help() {
  cat <<'HELP'
squad-signal <type> ['<json>'|-]  starting working needs_input review completing complete compacting question idle
squad-step <step> [--task ID]     verifying committing closing releasing complete: how far a task is from done

Without a payload it is {}; - reads it from standard input. SQUAD_SIGNAL_DIR moves the files (default /tmp).
HELP
  exit
}

signal_command() {
  case ${1:-} in
    -h | --help) help ;;
    --) shift ;;
    --strict) fail 2 E_USAGE "--strict needs the schemas, which are not on this machine" ;;
    -?*) fail 2 E_USAGE "Unknown option '$1'; 'squad-signal --help' shows what there is" ;;
  esac
  [ $# -gt 0 ] || fail 2 E_USAGE "squad-signal wants a type: $types"
  type=$1
  required_of "$type" || fail 2 E_USAGE "\"$type\" is not a type of signal: one of $types. Nothing was sent"
  [ $# -le 2 ] || fail 2 E_USAGE "squad-signal wants one payload, not $(($# - 1)) words: put it in quotes"
  case ${2-"{}"} in -) payload=$(cat) ;; *) payload=${2-"{}"} ;; esac
  read_payload
  find_sender "$said"
  send
}

step_command() {
  step='' task=${SQUAD_TASK_ID:-}
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) help ;;
      --task)
        [ $# -gt 1 ] || fail 2 E_USAGE "--task wants an id"
        task=$2
        shift
        ;;
      --task=*) task=${1#*=} ;;
      -*) fail 2 E_USAGE "Unknown option '$1'; 'squad-step --help' shows what there is" ;;
      *) step=${step:+$step }$1 ;;
    esac
    shift
  done
  case " $steps " in *" ${step:-?} "*) ;; *) fail 2 E_USAGE "squad-step wants one of $steps, not \"$step\"" ;; esac
  case $step in *' '*) fail 2 E_USAGE "squad-step wants one of $steps, not \"$step\"" ;; esac
  find_sender ''
  if [ -n "$task" ]; then
    task=$(escaped "$task")
  else
    recall "$session_key"
    [ -n "$known_task" ] || recall "$pane_key"
    task=$known_task
  fi
  [ -n "$task" ] || fail 2 E_USAGE \
    "squad-step knows no task: give --task ID, set SQUAD_TASK_ID, or send a signal with a taskId before. Nothing was sent"
  type=completing progress=0 completed='' remaining='' is_past=no
  for each in $steps; do
    if [ "$each" = "$step" ]; then
      is_past=yes
    elif [ $is_past = yes ]; then
      remaining="$remaining,\"$each\""
    else
      completed="$completed,\"$each\"" progress=$((progress + 25))
    fi
  done
  payload="{\"taskId\":\"$task\",\"currentStep\":\"$step\",\"progress\":$progress"
  payload="$payload,\"stepsCompleted\":[${completed#,}],\"stepsRemaining\":[${remaining#,}]}"
  send
}

# Sets "required"; false for an unknown type.
required_of() {
  case $1 in
    starting) required='agentName sessionId project model gitBranch gitStatus' ;;
    working) required='taskId taskTitle approach' ;;
    needs_input) required='taskId question questionType' ;;
    review) required='taskId taskTitle summary' ;;
    completing) required='taskId currentStep progress' ;;
    complete) required='taskId completionMode summary quality' ;;
    compacting) required='reason contextSizeBefore estimatedAfter' ;;
    question) required='question questionType' ;;
    idle) required='' ;;
    *) return 1 ;;
  esac
}

# Sets "said", the payload's session id, and "task", both as JSON has them.
read_payload() {
  facts=$(printf '%s' "$payload" | required=$required awk '
    function bad(words) { print "fault " words; done = 1; exit }
    function space() { while (c[at] == " " || c[at] == "\t" || c[at] == "\n" || c[at] == "\r") at++ }
    function text_between(from, to,  all) { for (; from < to; from++) all = all c[from]; return all }
    function string(  from, i) {
      from = ++at
      while (at <= n && c[at] != "\"") {
        if (index(controls, c[at]) > 0) bad("a line break or control character stands in a string: write \\n")
        if (c[at] == "\\") {
          at++
          if (c[at] == "u") {
            for (i = 1; i <= 4; i++) if (c[at + i] !~ /^[0-9A-Fa-f]$/) bad("a broken \\u in a string")
            at += 4
          } else if (at > n || index("\"\\/bfnrt", c[at]) == 0) bad("a broken \\ in a string")
        }
        at++
      }
      if (at > n) bad("a string has no end")
      at++
      return from
    }
    function value(depth,  token) {
      if (depth > 64) bad("more than 64 values within each other")
      space()
      if (c[at] == "{") object(depth)
      else if (c[at] == "[") array(depth)
      else if (c[at] == "\"") string()
      else {
        while (at <= n && c[at] ~ /^[-+.0-9A-Za-z]$/) token = token c[at++]
        if (token !~ /^(true|false|null|-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?)$/) bad("it is no JSON at character " at)
      }
      space()
    }
    function array(depth) {
      at++
      space()
      if (c[at] == "]") { at++; return }
      for (;;) {
        value(depth + 1)
        if (c[at] == "]") { at++; return }
        if (c[at] != ",") bad("it is no JSON at character " at)
        at++
      }
    }
    function object(depth,  key, from) {
      at++
      space()
      if (c[at] == "}") { at++; return }
      for (;;) {
        space()
        if (c[at] != "\"") bad("it is no JSON at character " at)
        from = string()
        key = depth == 1 ? text_between(from, at - 1) : ""
        space()
        if (c[at] != ":") bad("it is no JSON at character " at)
        at++
        space()
        from = at
        value(depth + 1)
        if (depth == 1) {
          there[key] = 1
          if (c[from] == "\"") {
            words[key] = text_between(from + 1, at)
            sub(/"[ \t\n\r]*$/, "", words[key])
          }
        }
        if (c[at] == "}") { at++; return }
        if (c[at] != ",") bad("it is no JSON at character " at)
        at++
      }
    }
    { all = all (NR > 1 ? "\n" : "") $0 }
    END {
      if (done) exit
      for (i = 1; i < 32; i++) controls = controls sprintf("%c", i)
      if (length(all) > 200000) bad("it is longer than 200000 bytes")
      n = split(all, c, "")
      at = 1
      space()
      if (c[at] != "{") bad("a payload is a JSON object")
      object(1)
      space()
      if (at <= n) bad("something stands after the payload")
      count = split(ENVIRON["required"], wanted, " ")
      for (i = 1; i <= count; i++) if (!(wanted[i] in there)) lacking = lacking " " wanted[i]
      if (lacking != "") bad("it lacks" lacking)
      print "session " words["sessionId"]
      print "task " words["taskId"]
    }')
  case $facts in
    'fault '*) fail 2 E_USAGE "the payload of $type does not fit: ${facts#fault }. Nothing was sent" ;;
    'session '*) ;;
    *) fail 2 E_USAGE "the payload of $type cannot be read. Nothing was sent" ;;
  esac
  said=${facts%%"$newline"*} said=${said#session }
  task=${facts#*"$newline"} task=${task#task }
  [ -z "$said" ] || is_session "$said" || fail 2 E_USAGE "the sessionId \"$said\" is not a session id. Nothing was sent"
}

# Sets session, tmux_session and the keys under which they are remembered. $1 is the payload's session id.
find_sender() {
  session=$1 tmux_session='' pane_key='' session_key='' session_json=null
  ask_tmux
  if [ -z "$session" ]; then
    for each in "${SQUAD_SESSION_ID:-}" "${CLAUDE_SESSION_ID:-}" "${CLAUDE_CODE_SESSION_ID:-}"; do
      [ -z "$each" ] || [ -n "$session" ] || session=$each
    done
    [ -z "$session" ] || is_session "$session" ||
      fail 3 E_INVALID_INPUT "\"$session\" in the environment is not a session id. Nothing was sent"
  fi
  if [ -z "$session" ]; then
    recall "$pane_key"
    session=$known_session
  fi
  [ -n "$session" ] || ! is_session "${SCHMUX_SESSION_ID:-}" || session=$SCHMUX_SESSION_ID
  [ -n "$session$tmux_session" ] || fail 22 E_NOT_IN_TMUX \
    "nobody could tell whose signal this is: it names no sessionId, and this is not a tmux pane. Nothing was sent"
  [ -z "$session" ] || { session_key=session-$session session_json="\"$session\""; }
}

# Pids recur after a reboot, and pane ids in every tmux server: the server's start time distinguishes them.
ask_tmux() {
  server_pid=${TMUX:-} server_pid=${server_pid%,*}
  socket=${server_pid%,*} server_pid=${server_pid##*,}
  case $server_pid in '' | *[!0-9]*) return 0 ;; esac
  case ${TMUX_PANE:-} in %*[!0-9]* | %) return 0 ;; %*) ;; *) return 0 ;; esac
  asked=$(tmux -u -S "$socket" display-message -p -t "$TMUX_PANE" '#{start_time} #{session_name}' 2>/dev/null </dev/null) || return 0
  case $asked in [0-9]*' '?*) ;; *) return 0 ;; esac
  tmux_session=${asked#* }
  pane_key=pane-$server_pid-${asked%% *}-${TMUX_PANE#%}
}

is_session() {
  [ ${#1} -le 128 ] || return 1
  case $1 in '' | [!A-Za-z0-9]* | *[!A-Za-z0-9._-]* | [Tt][Mm][Uu][Xx]-*) return 1 ;; esac
}

# Writes the files, then the spool, even if a file could not be written: a foreign file in its place must not keep a
# signal from the daemon.
send() {
  id=$(random_bytes 16 | sed 's/^\(.\{8\}\)\(.\{4\}\)\(.\{4\}\)\(.\{4\}\)/\1-\2-\3-\4-/')
  tmux_json=null
  [ -z "$tmux_session" ] || tmux_json="\"$(escaped "$tmux_session")\""
  [ -d "$home/squad" ] || mkdir -p "$home/squad" || fail 16 E_HOME_UNUSABLE "cannot make $home/squad"
  take_turn
  signal="{\"type\":\"$type\",\"signal_id\":\"$id\",\"session_id\":$session_json,\"tmux_session\":$tmux_json"
  [ -z "$tmux_session" ] || signal="$signal,\"tmux_server_pid\":$server_pid"
  signal="$signal,\"timestamp\":\"$(time_now)\",\"sseState\":\"$(card_state)\",\"data\":$(printf '%s' "$payload" | tr '\n\r\t' '   ')}"
  names=
  [ -z "$session" ] || names=$session$newline
  [ -z "$tmux_session" ] || names=${names}tmux-$(file_name "$tmux_session")$newline
  problem=$(write_all_files) || problem=${problem:-the files cannot be written}
  printf '%s' "$signal" | "$home/bin/agtmux" hook squad "$type" || exit
  remember_sender
  give_turn
  trap - EXIT
  echo "sent $type $id"
  [ -p "$home/spool/wake" ] || [ -S "$home/agtmuxd.sock" ] ||
    echo "agtmux: no daemon watches this machine now; the signal is kept and counts when one does" >&2
  [ -z "$problem" ] ||
    fail 77 E_SIGNAL_FILE "$problem; the daemon gets the signal all the same, those who read the files do not"
}

# The state names of squad's session cards.
card_state() {
  case $type in
    needs_input | question) echo needs-input ;;
    review) echo ready-for-review ;;
    complete) echo completed ;;
    *) echo "$type" ;;
  esac
}

# Called in a subshell; prints what is wrong.
write_all_files() {
  check_directory
  old_ifs=$IFS IFS=$newline
  set -f
  for each in $names; do check_file "squad-signal-$each.json" && check_file "squad-timeline-$each.jsonl"; done
  for each in $names; do write_files "$each"; done
}

# The directory must be one in which no other user can replace what we write.
check_directory() {
  directory=${SQUAD_SIGNAL_DIR:-/tmp}
  case $directory in /*) ;; *) directory=$PWD/$directory ;; esac
  user=$(id -u)
  [ -d "$directory" ] || mkdir -p "$directory" 2>/dev/null || unsafe "$directory cannot be made"
  # of a symlink both owners count: its own and that of the directory it leads to
  for each in "$directory" "$directory/."; do
    set -- $(ls -ldn "$each")
    case ${3:-} in 0 | "$user") ;; *) unsafe "$directory belongs to another user (uid ${3:-?})" ;; esac
  done
  case $1 in ????????w[!tT]*) unsafe "$directory can be written by everybody and has no sticky bit" ;; esac
}

# Another user may have put a symlink or a file at our path.
check_file() {
  path=$directory/$1
  [ ! -h "$path" ] || unsafe "$path is a symbolic link"
  [ -e "$path" ] || return 0
  [ -f "$path" ] || unsafe "$path is not a file"
  IFS=$old_ifs
  set -- $(ls -ldn "$path")
  IFS=$newline
  [ "${3:-}" = "$user" ] || unsafe "$path belongs to another user (uid ${3:-?})"
  [ "${2:-}" = 1 ] || unsafe "$path has another name besides"
}

# Writes to a temporary file with a name that cannot be guessed, then renames: existing files are never written to.
write_files() {
  aside=$directory/.squad-signal-$(random_bytes 16)
  trap 'rm -f "$aside" "$aside.all"' EXIT
  (set -C && printf '%s\n' "$signal" >"$aside") 2>/dev/null || unsafe "$directory cannot be written"
  (set -C && {
    [ ! -f "$directory/squad-timeline-$1.jsonl" ] || cat "$directory/squad-timeline-$1.jsonl"
    printf '%s\n' "$signal"
  } >"$aside.all") 2>/dev/null || unsafe "$directory cannot be written"
  put "$aside.all" "$directory/squad-timeline-$1.jsonl"
  put "$aside" "$directory/squad-signal-$1.json"
}

# Where mv supports -T, never moves into a directory that appeared there meanwhile.
put() {
  mv -fT "$1" "$2" 2>/dev/null || { [ ! -d "$2" ] && mv -f "$1" "$2" 2>/dev/null; } || unsafe "$2 cannot be written"
}

# Serialises concurrent signals; the wait is short.
take_turn() {
  waited=0
  until ln -s $$ "$home/squad/lock" 2>/dev/null; do
    holder=$(ls -ld "$home/squad/lock" 2>/dev/null) holder=${holder##* }
    [ "$waited" -lt 50 ] && kill -0 "$holder" 2>/dev/null || rm -f "$home/squad/lock"
    waited=$((waited + 1))
    [ "$waited" -lt 100 ] || return 0
    sleep 0.1 2>/dev/null || sleep 1
  done
  trap give_turn EXIT
}

give_turn() {
  holder=$(ls -ld "$home/squad/lock" 2>/dev/null)
  [ "${holder##* }" != $$ ] || rm -f "$home/squad/lock"
}

# "starting" also sets the session of the pane; every signal sets the current task.
remember_sender() {
  for each in "$session_key" "$pane_key"; do
    [ -n "$each" ] || continue
    known_session='' known_task=''
    [ "$type" = starting ] || recall "$each"
    if [ "$type" = starting ] || [ "$each" = "$session_key" ]; then known_session=$session; fi
    known_task=${task:-$known_task}
    {
      printf '{"session_id":%s,"task_id":%s}' "$(json_or_null "$known_session")" "$(json_or_null "$known_task")" \
        >"$home/squad/$each.json.$$" && mv -f "$home/squad/$each.json.$$" "$home/squad/$each.json"
    } 2>/dev/null || fail 16 E_HOME_UNUSABLE "the signal was sent, and its sender cannot be remembered in $home/squad"
  done
}

json_or_null() {
  if [ -n "$1" ]; then printf '"%s"' "$1"; else printf null; fi
}

recall() {
  known_session='' known_task='' line=''
  [ -n "$1" ] && [ -f "$home/squad/$1.json" ] || return 0
  IFS= read -r line <"$home/squad/$1.json" || :
  case $line in *'"session_id":"'*) known_session=${line#*'"session_id":"'} known_session=${known_session%%'"'*} ;; esac
  case $line in *'"task_id":"'*) known_task=${line#*'"task_id":"'} known_task=${known_task%'"}'} ;; esac
  is_session "$known_session" || known_session=
}

time_now() {
  now=$(date -u +%Y-%m-%dT%H:%M:%S.%N)
  case ${now#*.} in
    '' | *[!0-9]*) date -u +%Y-%m-%dT%H:%M:%SZ ;;
    *) printf '%s.%.3sZ' "${now%.*}" "${now#*.}" ;;
  esac
}

random_bytes() {
  od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'
}

# Escapes for a JSON string, without the quotes.
escaped() {
  text=$1 awk 'BEGIN {
    for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("\\u%04x", code)
    escape["\""] = "\\\""
    escape["\\"] = "\\\\"
    text = ENVIRON["text"]
    for (i = 1; i <= length(text); i++) {
      character = substr(text, i, 1)
      printf "%s", (character in escape) ? escape[character] : character
    }
  }'
}

# tmux allows almost any session name: the encoding never maps two names to one.
file_name() {
  text=$1 awk 'BEGIN {
    for (code = 1; code < 32; code++) escape[sprintf("%c", code)] = sprintf("%%%02X", code)
    escape["%"] = "%25"
    escape["/"] = "%2F"
    escape["\\"] = "%5C"
    escape[sprintf("%c", 127)] = "%7F"
    text = ENVIRON["text"]
    for (i = 1; i <= length(text); i++) {
      character = substr(text, i, 1)
      printf "%s", (character in escape) ? escape[character] : character
    }
  }'
}

unsafe() {
  printf '%s' "$1"
  exit 1
}

fail() {
  printf 'agtmux: %s [%s]\n' "$3" "$2" >&2
  exit "$1"
}

main "$@"
