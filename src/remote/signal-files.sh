# Squad signals left as files. Only plain files of our own are sent; symlinks are not followed. "signals_seen" remembers
# what was sent last, a line of facts for each file.

signal_directory=${SQUAD_SIGNAL_DIR:-/tmp}
signals_wanted=no signals_seen=$NL
signal_notifier='' signal_notifier_start=''
largest_signal=262144
most_signals=500
own_user=$(id -u)

# As facts_of, with the owner's uid after the inode.
if stat -c %s / >/dev/null 2>&1; then
  signal_facts() { exec stat -c "%f %s %d.%i.%u %y$US%n" -- "$@" 2>/dev/null; }
else
  signal_facts() { exec stat -f "%Xp %z %d.%i.%u %Fm$US%N" -- "$@" 2>/dev/null; }
fi

want_signals() {
  signals_wanted=yes signals_seen=$NL
  watch_signals
  look_at_signals
}

look_at_signals() {
  [ $signals_wanted = yes ] || return 0
  set +f
  set -- "$signal_directory"/squad-signal-*.json
  set -f
  [ $# -gt 1 ] || [ -e "$1" ] || return 0
  while [ $# -gt "$most_signals" ]; do shift; done
  for path; do
    shift
    case $path in *[[:cntrl:]]*) ;; *) set -- "$@" "$path" ;; esac
  done
  listing=$NL$(signal_facts "$@")$NL
  [ "$listing" != "$signals_seen" ] || return 0
  told_bytes=0 now_seen=$NL
  for path; do
    fact_in "$signals_seen"
    was=$fact
    fact_in "$listing"
    [ -n "$fact" ] || continue
    if [ "$fact" != "$was" ]; then
      # data in flight delays everything else: the rest is sent with the next look
      [ "$told_bytes" -le "$batch_bytes" ] || continue
      tell_signal
    fi
    now_seen=$now_seen$fact$US$path$NL
  done
  signals_seen=$now_seen
}

tell_signal() {
  set -- $fact
  why=
  case $1 in 8???) ;; *) why="not a plain file" ;; esac
  [ "${3##*.}" = "$own_user" ] || why="of another owner (${3##*.})"
  [ "$2" -le $largest_signal ] || why="$2 bytes: more than $largest_signal"
  [ -n "$why" ] || told_bytes=$((told_bytes + $2))
  path=$path fact=$fact why=$why awk "$encoder"'
    BEGIN {
      path = ENVIRON["path"]
      name = path
      sub(/^.*\//, "", name)
      read_fact(ENVIRON["fact"])
      if (ENVIRON["why"] != "") print head "signal/" encode(name) "\t- " encode(ENVIRON["why"]) tail
      else print_file("signal/" name, path)
    }'
}

# Withdraws a signal: removes only a plain file of our own.
remove_signal() {
  case $1 in */* | *[[:cntrl:]]*) return 0 ;; squad-signal-*.json) ;; *) return 0 ;; esac
  fact=$(signal_facts "$signal_directory/$1")
  fact=${fact%%"$US"*}
  set -- "$signal_directory/$1" $fact
  case ${2:-} in 8???) ;; *) return 0 ;; esac
  [ "${4##*.}" != "$own_user" ] || rm -f -- "$1"
}

# All users write into such a directory: its events are filtered, and many are merged into one.
watch_signals() {
  [ $signals_wanted = yes ] && [ $has_inotifywait = yes ] && [ -d "$signal_directory" ] || return 0
  ! is_alive "$signal_notifier" "$signal_notifier_start" || return 0
  rm -f "$spool/signals"
  mkfifo "$spool/signals" 2>/dev/null || return 0
  inotifywait -mq --format '%f' -e close_write,moved_to -- "$signal_directory" \
    >"$spool/signals" 2>/dev/null </dev/null &
  signal_notifier=$!
  start_of "$signal_notifier"
  signal_notifier_start=$started
  sieve_signals <"$spool/signals" >&3 2>/dev/null &
}

sieve_signals() {
  while names=$(dd bs=65536 count=1 2>/dev/null) && [ -n "$names" ]; do
    case $names in *squad-signal-*) echo '^' ;; esac
    pause
  done
}
