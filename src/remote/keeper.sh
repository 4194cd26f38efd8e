# The processes beside the watcher: those that tell of changes, and one that gives the beat.

directories='' notifier='' notifier_start='' notifier_failures=0
line_directories='' line_notifier='' line_notifier_start='' line_failures=0
calmer='' beat='' beat_seconds=0.25
watches=enough
# so many ticks it is left alone after it has failed three times
rest_ticks=${AGTMUX_WATCHER_REST:-15} rested=0 line_rested=0
has_inotifywait=yes
command -v inotifywait >/dev/null 2>&1 || has_inotifywait=no

# inotifywait writes into the same FIFO. Directories that come, go or are made anew are seen by the next tick.
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
  note_helpers
}

# What fails again and again does so for want of watches: the system has limits for them. A look every tick must do.
tell_watches() {
  said=$watches
  if [ "$notifier_failures" -ge 3 ] || [ "$line_failures" -ge 3 ]; then watches=none; else watches=enough; fi
  [ "$watches" = "$said" ] || printf '%s\n' "$watches" | tell watches
}

# Sets "wanted": the directories of these files that are there.
find_directories() {
  wanted=
  for path; do
    directory=${path%/*}/
    case $NL$wanted in *"$NL$directory$NL"*) continue ;; esac
    [ ! -d "$directory" ] || wanted=$wanted$directory$NL
  done
}

# Agents keep these files open: every write is an event, and a storm of them must not fill the FIFO that hooks write into.
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
  calmer=$!
  note_helpers
}

# Whatever has come meanwhile is one event. After many of them the next one waits longer.
calm_down() {
  while events=$(dd bs=65536 count=1 2>/dev/null) && [ -n "$events" ]; do
    case $events in *_SELF*) echo '~_SELF' ;; esac
    echo '~'
    [ ${#events} -lt 200 ] || sleep 0.4
    pause
  done
}

# Files are looked at between ticks where nothing tells of changes, as long as there are any. $1 says how many there are.
keep_beat() {
  if [ "$1" -gt 0 ] && { [ $has_inotifywait = no ] || [ $watches = none ]; }; then
    [ -z "$beat" ] || return 0
    give_beat >/dev/null 2>&1 &
    beat=$!
    note_helpers
  elif [ -n "$beat" ]; then
    kill "$beat" 2>/dev/null
    beat=
  fi
}

# To start a process for every nap costs more than all the rest. Most shells can wait by themselves, and so can bash and perl
# where they are there. Nothing ever comes through the FIFO that is waited for.
give_beat() {
  rm -f "$spool/nap"
  mkfifo "$spool/nap" && exec 9<>"$spool/nap" || exit
  (read -r -t 0.01 line <&9)
  # 2 is an option that the shell does not know
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

# Ends the watcher when nobody has asked anything for too long: a link that was cut without a word leaves us blocked in a
# write, or waiting for ever.
keep_watch() {
  quiet=0 told=no
  # a window that closes with the watcher must not take this process along before it has cleared away
  trap '' HUP
  trap 'quiet=0' USR1
  trap 'told=no' USR2
  trap 'kill "$nap" 2>/dev/null; exit' TERM
  nap=
  while :; do
    # one beat at most waits to be heard, so that a watcher that is stuck cannot block this process
    if [ $told = no ]; then
      told=yes
      echo tick >&3
    fi
    sleep "$tick_seconds" &
    nap=$!
    # a signal ends the wait, not the nap
    while ! wait "$nap" && kill -0 "$nap" 2>/dev/null; do :; done
    quiet=$((quiet + 1))
    if ! kill -0 $$ 2>/dev/null; then
      end_helpers
      clear_away
      exit
    elif [ $quiet -ge $quiet_ticks ]; then
      end_everything
      exit
    fi
  done
}

# Some request has come: the link is alive. Before its first beat the keeper does not know the signal.
heard() {
  [ $ticking = no ] || kill -USR1 "$keeper"
}

end_everything() {
  this=$(exec sh -c 'echo $PPID')
  below=$(descendants_of $$)
  kill -9 $$
  for pid in $below; do
    [ "$pid" = "$this" ] || kill -9 "$pid"
  done 2>/dev/null
  end_clients
  clear_away
}

# Control clients of the same link hang as it does. Each has left a file named by its pid.
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

# So that whoever takes over a lock of the dead can end what they left.
note_helpers() {
  for pid in $requests $keeper $notifier $line_notifier $calmer $beat $signal_notifier $signal_sieve; do
    start_of "$pid"
    echo "$pid $started"
  done >"$lock/helpers"
}

end_helpers() {
  [ -r "$lock/helpers" ] || return 0
  this=$(exec sh -c 'echo $PPID')
  while read -r pid start; do
    [ "$pid" = "$this" ] || ! is_alive "$pid" "$start" || kill -9 "$pid"
  done 2>/dev/null <"$lock/helpers"
}

clear_away() {
  read_owner
  [ "$owner_pid" = $$ ] && [ "$owner_start" = "$own_start" ] || return 0
  rm -f "$spool/wake" "$spool/separator" "$spool/clock" "$spool/growth" "$spool/signals" "$spool/room" "$spool/look.0" "$spool/look.1" "$spool/nap"
  release_lock
}

# The last word, then the end. Nobody may be there to hear it.
leave() {
  trap '' HUP INT TERM
  printf '%s\n' "$1" | tell bye 2>/dev/null
  kill $requests $keeper $notifier $line_notifier $calmer $beat $signal_notifier $signal_sieve 2>/dev/null
  clear_away
  exit 0
}
