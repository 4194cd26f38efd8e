# One reader per spool. The lock is a directory; its file "owner" says who holds it. A living owner is never robbed.

lock=$spool/lock

take_lock() {
  tries=0
  until mkdir "$lock" 2>/dev/null; do
    tries=$((tries + 1))
    [ -d "$lock" ] || leave "cannot make $lock"
    [ "$tries" -le 100 ] || leave "cannot tell who holds $lock"
    read_owner
    if [ -z "$owner_pid" ]; then
      # made or removed at this moment; when that takes 2 s, whoever did it has died
      if [ "$tries" -gt 20 ]; then retire_lock; else pause; fi
    elif ! is_alive "$owner_pid" "$owner_start"; then
      retire_lock
    elif [ "$owner_kind" = watcher ] && [ "$owner_daemon" = "$daemon" ]; then
      end_process "$owner_pid" "$owner_start"
      retire_lock
    else
      tell refused <"$lock/owner"
      exit 0
    fi
  done
  start_of $$
  own_start=$started
  printf 'kind=watcher\ndaemon=%s\npid=%s\nstart=%s\n' "$daemon" $$ "$own_start" >"$lock/owner.new"
  mv "$lock/owner.new" "$lock/owner"
}

release_lock() {
  read_owner
  [ "$owner_pid" = $$ ] && [ "$owner_start" = "$own_start" ] || return 0
  mv "$lock" "$lock.$$" && rm -rf "$lock.$$"
}

# Who died without releasing. Its helpers go first: one of them would clear away what we are about to make.
retire_lock() {
  start_of $$
  if ! (set -C && printf '%s %s\n' $$ "$started" >"$lock/heir") 2>/dev/null; then
    read -r heir heir_start 2>/dev/null <"$lock/heir" || heir=
    is_alive "$heir" "$heir_start" || rm -f "$lock/heir"
    pause
    return
  fi
  judged=$owner_pid
  read_owner
  # another one was faster, and holds it now
  if [ "$owner_pid" != "$judged" ]; then
    rm -f "$lock/heir"
    return
  fi
  if [ -r "$lock/helpers" ]; then
    while read -r helper helper_start; do
      is_alive "$helper" "$helper_start" && kill -9 "$helper"
    done <"$lock/helpers"
  fi
  mv "$lock" "$lock.$$" && rm -rf "$lock.$$"
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
    # stuck in a write, and so is whatever it has started
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

# Sets "started": tells two processes with one pid apart; empty when it has ended.
start_of() {
  started=
  if [ -r /proc/self/stat ]; then
    read -r stat_line 2>/dev/null <"/proc/$1/stat" || return 0
    # the command in parentheses may hold blanks and parentheses of its own
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
