# A process of its own that gives the beat, and that ends the watcher when nobody has asked anything for too long: a link
# that was cut without a word leaves us blocked in a write, or waiting for ever.

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
  for pid in $requests $keeper $notifier; do
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
  rm -f "$spool/wake" "$spool/separator" "$spool/clock"
  release_lock
}

# The last word, then the end. Nobody may be there to hear it.
leave() {
  trap '' HUP INT TERM
  printf '%s\n' "$1" | tell bye 2>/dev/null
  kill $requests $keeper $notifier 2>/dev/null
  clear_away
  exit 0
}
