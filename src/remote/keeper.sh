# The watcher's background processes: those that report file changes, and one that sends ticks.

directories='' notifier='' notifier_start='' notifier_failures=0
line_directories='' line_notifier='' line_notifier_start='' line_failures=0
beat='' beat_seconds=0.25
watches=enough
# after three failures in a row a notifier is not restarted for this many ticks
rest_ticks=${AGTMUX_WATCHER_REST:-15} rested=0 line_rested=0
has_inotifywait=yes
command -v inotifywait >/dev/null 2>&1 || has_inotifywait=no

# inotifywait writes into the same FIFO. Directories that appear, disappear or are replaced are noticed at a tick.
watch_directories() {
  [ $has_inotifywait = yes ] || return 0
  if [ "$notifier_failures" -ge 3 ] && [ -z "$notifier" ]; then
    rested=$((rested + 1))
    [ "$rested" -ge "$rest_ticks" ] || return 0
  fi
  rested=0
  find_directories "$@"
  if is_alive "$notifier" "$notifier_start"; then
    notifier_failures=0
    tell_watches
    [ "$wanted" != "$directories" ] || return 0
    kill "$notifier"
  elif [ -n "$notifier" ] && [ "$wanted" = "$directories" ]; then
    notifier_failures=$((notifier_failures + 1)) notifier=
    tell_watches
    [ "$notifier_failures" -lt 3 ] || return 0
  fi
  directories=$wanted notifier=
  [ -n "$wanted" ] || return 0
  IFS=$NL
  set -- $wanted
  IFS=$default_ifs
  inotifywait -mq --format '!%e' -e close_write,moved_to,moved_from,delete,delete_self,move_self -- "$@" \
    >&3 2>/dev/null </dev/null &
  notifier=$!
  start_of "$notifier"
  notifier_start=$started
}

# Repeated failures mean that the system's limit for inotify watches is reached; files are then polled.
tell_watches() {
  said=$watches
  if [ "$notifier_failures" -ge 3 ] || [ "$line_failures" -ge 3 ]; then watches=none; else watches=enough; fi
  [ "$watches" = "$said" ] || printf '%s\n' "$watches" | send_frame watches
}

# Sets "wanted": the existing directories of these files.
find_directories() {
  wanted=
  for path; do
    directory=${path%/*}/
    case $NL$wanted in *"$NL$directory$NL"*) continue ;; esac
    [ ! -d "$directory" ] || wanted=$wanted$directory$NL
  done
}

# Agents keep these files open, so every write is an event: a separate FIFO keeps them from filling that of the hooks.
watch_line_directories() {
  [ $has_inotifywait = yes ] || return 0
  if [ "$line_failures" -ge 3 ] && [ -z "$line_notifier" ]; then
    line_rested=$((line_rested + 1))
    [ "$line_rested" -ge "$rest_ticks" ] || return 0
  fi
  line_rested=0
  IFS=$NL
  set -- $line_paths
  IFS=$default_ifs
  find_directories "$@"
  if is_alive "$line_notifier" "$line_notifier_start"; then
    line_failures=0
    tell_watches
    [ "$wanted" != "$line_directories" ] || return 0
    kill "$line_notifier"
  elif [ -n "$line_notifier" ] && [ "$wanted" = "$line_directories" ]; then
    line_failures=$((line_failures + 1)) line_notifier=
    tell_watches
    [ "$line_failures" -lt 3 ] || return 0
  fi
  line_directories=$wanted line_notifier=
  [ -n "$wanted" ] || return 0
  rm -f "$spool/growth"
  mkfifo "$spool/growth" || return 0
  IFS=$NL
  set -- $wanted
  IFS=$default_ifs
  inotifywait -mq --format %e -e modify,moved_to,delete_self,move_self -- "$@" \
    >"$spool/growth" 2>/dev/null </dev/null &
  line_notifier=$!
  start_of "$line_notifier"
  line_notifier_start=$started
  calm_down <"$spool/growth" >&3 2>/dev/null &
}

# Merges all events since the last read into one. After many of them the next read waits longer.
calm_down() {
  while events=$(dd bs=65536 count=1 2>/dev/null) && [ -n "$events" ]; do
    case $events in *_SELF*) echo '~_SELF' ;; esac
    echo '~'
    [ ${#events} -lt 200 ] || sleep 0.4
    pause
  done
}

# Polls files between ticks while nothing reports changes and files are watched. $1 is the number of watched files.
keep_beat() {
  if [ "$1" -gt 0 ] && { [ $has_inotifywait = no ] || [ $watches = none ]; }; then
    [ -z "$beat" ] || return 0
    give_beat >/dev/null 2>&1 &
    beat=$!
  elif [ -n "$beat" ]; then
    kill "$beat" 2>/dev/null
    beat=
  fi
}

# Starting a process for every pause costs more than all the rest. Most shells can wait with "read -t"; otherwise bash
# or perl does. Nothing is ever written to the FIFO that is read.
give_beat() {
  rm -f "$spool/nap"
  mkfifo "$spool/nap" && exec 9<>"$spool/nap" || exit
  (read -r -t 0.01 line <&9)
  # status 2: the shell does not know the option
  if [ $? -ne 2 ]; then
    while kill -0 $$; do
      read -r -t "$beat_seconds" line <&9
      echo . >&3
    done
  elif bash -c 'read -r -t 0.01 -u 9; [ $? -gt 128 ]'; then
    exec bash -c 'while kill -0 "$1"; do read -r -t "$2" -u 9; echo . >&3; done' agtmux-beat $$ "$beat_seconds"
  elif perl -e 'select undef, undef, undef, 0.01'; then
    exec perl -e '
      open STDOUT, ">&=3";
      $| = 1;
      while (kill 0, $ARGV[0]) { select undef, undef, undef, $ARGV[1]; print ".\n" }' $$ "$beat_seconds"
  fi
  while kill -0 $$ && { sleep 0.45 || sleep 1; }; do echo . >&3; done
}

# Ends the watcher when no request has come for too long: after a connection was cut silently, the watcher blocks in a
# write or waits forever.
keep_watch() {
  quiet=0 told=no
  # a window that closes with the watcher must not end this process before it has cleaned up
  trap '' HUP
  trap 'quiet=0' USR1
  trap 'told=no' USR2
  trap 'kill "$nap" 2>/dev/null; exit' TERM
  nap=
  while :; do
    # at most one tick is pending, so that a stuck watcher cannot block this process
    if [ $told = no ]; then
      told=yes
      echo tick >&3
    fi
    sleep "$tick_seconds" &
    nap=$!
    # a signal interrupts wait, but not the sleep
    while ! wait "$nap" && kill -0 "$nap" 2>/dev/null; do :; done
    quiet=$((quiet + 1))
    if [ $quiet -ge $quiet_ticks ]; then
      end_everything
      clear_after_death
    elif ! kill -0 $$ 2>/dev/null; then
      clear_after_death
    fi
  done
}

# A request has come, so the connection is alive. Before its first tick the keeper has no handler for the signal.
heard() {
  [ $ticking = no ] || kill -USR1 "$keeper"
}

# Kills the watcher and its children, which may be stuck in a write.
end_everything() {
  this_process
  below=$(descendants_of $$)
  kill -9 $$
  for pid in $below; do
    [ "$pid" = "$this" ] || kill -9 "$pid"
  done 2>/dev/null
  end_clients
  end_pipes
}

# The watcher was killed: cleans up after it and exits. Returns if another process has claimed the cleanup, because that
# one may be killed too.
clear_after_death() {
  this_process
  ! is_lock_ours || claim_lock "$this" || return 0
  end_holders "/proc/$this/fd/5" "$this"
  clear_away
  exit
}

# Sets "this", our own pid: in every subshell of the watcher $$ is the watcher's.
this_process() {
  this=$(exec sh -c 'echo $PPID')
}

# Control clients of the same connection hang as well. Each has left a file named by its pid.
end_clients() {
  set +f
  for file in "$home/remote/clients/$daemon"/*; do
    [ -e "$file" ] || continue
    pid=${file##*/}
    if is_tmux_client "$pid"; then
      start_of "$pid"
      end_process "$pid" "$started"
    fi
    rm -f "$file"
  done
}

# The readers of pane output hang as well. Each reads a FIFO whose name ends in its pid.
end_pipes() {
  set +f
  for file in "$home/remote/pipes/$daemon"/*; do
    [ -e "$file" ] || continue
    pid=${file##*.}
    case $pid in '' | *[!0-9]*) continue ;; esac
    case $(ps -o args= -p "$pid" 2>/dev/null) in
      cat*"$file"*)
        start_of "$pid"
        end_process "$pid" "$started"
        ;;
    esac
    rm -f "$file"
    end_writers "$file"
  done
}

# The commands of tmux's pipes would notice only at their next write. Each is a shell whose command names the FIFO.
end_writers() {
  ps -A -o pid=,args= | while read -r pid args; do
    case $args in *"[ -p $1 ]"*) kill $(descendants_of "$pid") "$pid" ;; esac
  done 2>/dev/null
}

is_tmux_client() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
  if [ -r /proc/self/stat ]; then
    command=
    read -r command 2>/dev/null <"/proc/$1/comm"
    [ "$command" = "tmux: client" ]
  else
    case $(ps -o command= -p "$1") in *tmux*server*) false ;; *tmux*) ;; *) false ;; esac
  fi
}

clear_away() {
  is_lock_ours || return 0
  rm -f "$spool/wake" "$spool/separator" "$spool/clock" "$spool/growth" "$spool/signals" "$spool/room" "$spool/look.0" "$spool/look.1" "$spool/nap"
  release_lock
}

# Sends a last message, if there is still a reader, cleans up and exits.
leave() {
  trap '' HUP INT TERM
  exec 2>/dev/null
  printf '%s\n' "$1" | send_frame bye
  kill $requests $keeper $beat
  [ -z "$own_start" ] || end_holders /proc/$$/fd/5 $$
  clear_away
  exit 0
}
