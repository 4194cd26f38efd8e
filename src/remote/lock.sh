# One reader per spool. The lock is a directory; its file "owner" names the holder. It is never taken from a living
# owner. A watcher and everything it starts keep the directory open from the first moment on; they are found by that.

lock=$spool/lock

take_lock() {
  tries=0 absences=0
  until mkdir "$lock" 2>/dev/null; do
    tries=$((tries + 1))
    if [ ! -d "$lock" ]; then
      # it may have been released just now
      absences=$((absences + 1))
      [ "$absences" -lt 5 ] || leave "cannot make $lock"
      continue
    fi
    [ "$tries" -le 100 ] || leave "cannot tell who holds $lock"
    read_owner
    if [ -z "$owner_pid" ]; then
      # being created or removed right now; if that takes 2 s, that process has died
      if [ "$tries" -gt 20 ]; then retire_lock; else pause; fi
    elif ! is_alive "$owner_pid" "$owner_start"; then
      retire_lock
    elif [ "$owner_kind" = watcher ] && [ "$owner_daemon" = "$daemon" ]; then
      end_process "$owner_pid" "$owner_start"
      retire_lock
    else
      send_frame refused <"$lock/owner"
      exit 0
    fi
  done
  start_of $$
  own_start=$started
  printf 'kind=watcher\ndaemon=%s\npid=%s\nstart=%s\n' "$daemon" $$ "$own_start" >"$lock/owner.new"
  mv "$lock/owner.new" "$lock/owner"
  exec 5<"$lock"
}

release_lock() {
  is_lock_ours || return 0
  mv "$lock" "$lock.$$" && rm -rf "$lock.$$"
}

# The owner died without releasing. Its helper processes are ended first: they would remove what we are about to create.
retire_lock() {
  if ! claim_lock $$; then
    pause
    return
  fi
  judged=$owner_pid
  read_owner
  # another process was faster and holds it now
  if [ "$owner_pid" != "$judged" ]; then
    rm -f "$lock/heir"
    return
  fi
  end_holders "$lock" $$
  mv "$lock" "$lock.$$" && rm -rf "$lock.$$"
}

# If several processes see a dead owner, one cleans up: $1 claims that. False if another one has claimed it.
claim_lock() {
  start_of "$1"
  (set -C && printf '%s %s\n' "$1" "$started" >"$lock/heir") 2>/dev/null && return
  read -r heir heir_start 2>/dev/null <"$lock/heir" || heir=
  is_alive "$heir" "$heir_start" || rm -f "$lock/heir"
  return 1
}

# Ends all processes that have the lock $1 open as a watcher does, except process $2. Repeats, to find processes started
# meanwhile. Without /proc there is no inotifywait either, and everything else ends by itself.
end_holders() {
  spared=" $2 "
  set +f
  while :; do
    before=$spared
    for held in /proc/[0-9]*/fd/5; do
      [ "$held" -ef "$1" ] || continue
      holder=${held#/proc/} holder=${holder%%/*}
      case $spared in *" $holder "*) continue ;; esac
      kill -9 "$holder" 2>/dev/null
      spared="$spared$holder "
    done
    [ "$spared" != "$before" ] || break
  done
  set -f
}

is_lock_ours() {
  read_owner
  [ "$owner_pid" = $$ ] && [ "$owner_start" = "$own_start" ]
}

read_owner() {
  owner_kind='' owner_daemon='' owner_pid='' owner_start=''
  [ -r "$lock/owner" ] || return 0
  while IFS='=' read -r key value; do
    case $key in
      kind) owner_kind=$value ;;
      daemon) owner_daemon=$value ;;
      pid) owner_pid=$value ;;
      start) owner_start=$value ;;
    esac
  done 2>/dev/null <"$lock/owner"
}

end_process() {
  kill "$1" 2>/dev/null
  waited=0
  while is_alive "$1" "$2"; do
    # stuck in a write, and so are its children
    [ "$waited" -lt 20 ] || kill -9 "$1" $(descendants_of "$1") 2>/dev/null
    waited=$((waited + 1))
    pause
  done
}

pause() {
  sleep 0.1 2>/dev/null || sleep 1
}

is_alive() {
  case $1 in '' | *[!0-9]*) return 1 ;; esac
  start_of "$1"
  [ -n "$started" ] && [ "$started" = "$2" ]
}

# Sets "started", the start time, which distinguishes two processes with the same pid; empty if the process has ended.
start_of() {
  started=
  if [ -r /proc/self/stat ]; then
    read -r stat_line 2>/dev/null <"/proc/$1/stat" || return 0
    # the command in parentheses may itself contain blanks and parentheses
    set -- ${stat_line##*) }
    case $1 in Z | X) ;; *) started=${20} ;; esac
  else
    set -- $(ps -o stat= -o lstart= -p "$1" 2>/dev/null)
    case $1 in
      '' | Z*) ;;
      *)
        shift
        started=$*
        ;;
    esac
  fi
}
