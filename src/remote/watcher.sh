# Reads this machine's spool and watched files for a daemon elsewhere. A spool file is removed only when the daemon
# acknowledges it. All events arrive as lines through one FIFO.

tick_seconds=${AGTMUX_WATCHER_TICK:-2}
quiet_ticks=$((${AGTMUX_WATCHER_QUIET:-20} / tick_seconds))
batch_files=200
# data in flight delays every response on the same connection, and a slow connection would be taken for a dead one
batch_bytes=262144
largest_entry=4194304
owed=no ticking=no ticks=0
room_block=$(printf '%4096s' x) room_told=
odd_names=/

main() {
  # no globbing of words in requests
  set -f
  trap '' PIPE
  [ "$carrier" != window ] || stty -echo -icanon -isig -iexten -ixon icrnl min 1 time 0
  enter_spool || leave "cannot use $spool"
  take_lock
  trap 'leave "ended by a signal"' HUP INT TERM
  rm -f "$spool/wake"
  mkfifo "$spool/wake" || leave "cannot make $spool/wake"
  open_desk
  sweep_spool
  exec 3<>"$spool/wake" 4<&0 </dev/null
  make_separator
  pass_requests <&4 >/dev/null 2>&1 &
  requests=$!
  exec 4<&-
  keep_watch >/dev/null 2>&1 &
  keeper=$!
  printf 'protocol=1\npid=%s\nclock=%s\nboot=%s\n' $$ "$(time_of_files)" "$(boot_id)" | send_frame hello
  handle_commands "$@"
  leave "the FIFO has ended"
}

# The arguments are the watched files: positional parameters are the only list in sh.
handle_commands() {
  while IFS= read -r event <&3; do
    case $event in
      '') [ "$owed" = no ] || scan ;;
      '!'*_SELF*) directories=changed ;;
      '!'*) look_at_files "$@" ;;
      '~_SELF') line_directories=changed ;;
      '~') look_at_lines ;;
      '^') look_at_signals ;;
      tick)
        ticking=yes
        kill -USR2 "$keeper"
        [ -p "$spool/wake" ] || leave "the spool was removed"
        [ "$owed" = no ] || scan
        # changes are noticed between ticks; this finds the ones that were missed
        ticks=$((ticks + 1))
        [ -n "$beat" ] && [ "$line_paths" = "$NL" ] && [ $((ticks % 5)) -ne 0 ] || look_at_everything "$@"
        watch_directories "$@"
        watch_line_directories
        keep_beat $#
        look_at_signals
        watch_signals
        look_at_room
        ;;
      .) poll_files "$@" ;;
      '=signal- '*)
        heard
        remove_signal "${event#=signal- }"
        ;;
      '=line+ '*)
        heard
        follow_lines "${event#=line+ }"
        ;;
      '=line- '*)
        heard
        unfollow_lines "${event#=line- }"
        ;;
      '=file+ '*)
        heard
        path=${event#=file+ }
        is_among "$path" "$@" || set -- "$@" "$path"
        watch_directories "$@"
        keep_beat $#
        path=${event#=file+ }
        fact_in "$NL$(facts_of "$path")$NL"
        tell_file
        ;;
      '=file- '*)
        heard
        path=${event#=file- }
        forget
        for each; do
          shift
          [ "$each" = "$path" ] || set -- "$@" "$each"
        done
        keep_beat $#
        ;;
      =*)
        heard
        obey ${event#=}
        ;;
      end) leave "nobody listens" ;;
    esac
  done
}

obey() {
  request=$1
  shift
  case $request in
    next)
      owed=yes
      scan
      ;;
    ack)
      enter_spool
      for name; do
        shift
        ! is_safe "$name" || set -- "$@" "$name"
      done
      [ $# -eq 0 ] || rm -f -- "$@"
      ;;
    reject) reject "$@" ;;
    clock) printf '__SCHMUX_SIGNAL__clock %s\t%s__END__\n' "$1" "$(time_of_files)" ;;
    ps) tell_processes "$@" ;;
    stopped) tell_stopped "$@" ;;
    signals) want_signals ;;
    bye)
      close_desk
      leave "asked to"
      ;;
  esac
}

scan() {
  enter_spool || return 0
  set +f
  set -- *
  set -f
  [ $# -gt 1 ] || [ -e "$1" ] || [ -h "$1" ] || return 0
  count=0 names=
  for name; do
    if ! is_safe "$name"; then
      tell_odd
    elif [ $count -le $batch_files ]; then
      names="$names $name"
      count=$((count + 1))
    fi
  done
  [ $count -gt 0 ] || return 0
  # more than one batch: oldest first
  [ $count -le $batch_files ] || names=$(ls -tr | grep -v '[^A-Za-z0-9._:@-]' | head -n $batch_files)
  tell_entries $names && owed=no
}

# False if there were none. What exceeds one batch is sent in the next.
tell_entries() {
  holds_nul=no
  ! holds_nul "$@" || holds_nul=yes
  facts_of "$@" | holds_nul=$holds_nul separator=$US largest=$largest_entry most=$batch_bytes awk "$encoder"'
    {
      cut = index($0, ENVIRON["separator"])
      name = substr($0, cut + 1)
      read_fact(substr($0, 1, cut - 1))
      bytes += size
      if (told > 0 && bytes > ENVIRON["most"] + 0) next
      told++
      if (!is_plain) refuse("not a plain file")
      else if (size > ENVIRON["largest"] + 0) refuse(size " bytes: more than " ENVIRON["largest"])
      else print_file("spool/" name, "./" name)
    }
    END {
      if (told > 0) print head "batch\t" told tail
      exit NR == 0
    }
    function refuse(why) { print head "spool/" encode(name) "\t- " why tail }'
}

tell_odd() {
  case $odd_names in *"/$name/"*) return 0 ;; esac
  # sent once, and no more than a screenful in total
  [ ${#odd_names} -lt 4000 ] || return 0
  odd_names=$odd_names$name/
  printf '%s\n' "$name" | send_frame odd
}

reject() {
  is_safe "$1" && enter_spool || return 0
  name=$1
  shift
  printf '%s\n' "$*" >"../rejected/$name.reason"
  mv -f -- "$name" "../rejected/$name"
}

# Whether a hook could write now: allocates a disk block and releases it, without starting a process.
look_at_room() {
  why=
  if ! printf '%s' "$room_block" >"$spool/room"; then
    why=$(dd if=/dev/zero of="$spool/room" bs=4096 count=1 2>&1 | sed -n 's/^dd: .*: //p')
  fi 2>/dev/null
  # "true", not ":": a failed redirection of ":" would end the shell
  true 2>/dev/null >"$spool/room"
  [ "$why" != "$room_told" ] || return 0
  room_told=$why
  printf '%s\n' "${why:-ok}" | send_frame home
}

# A plain name, which cannot leave its directory.
is_safe() {
  case $1 in '' | .* | *[!A-Za-z0-9._:@-]*) return 1 ;; esac
}

is_among() {
  wanted=$1
  shift
  for each; do [ "$each" != "$wanted" ] || return 0; done
  return 1
}

# Agents may wait here for an answer as long as this process lives. Requests that waited for another one are read again,
# those of agents that have ended are removed.
open_desk() {
  desk=${spool%/spool}/decide
  mkdir -p "$desk" && echo $$ >"$desk/ready" || return 0
  set +f
  for each in "$desk"/*.req "$desk"/*/*.req; do
    [ -e "$each" ] || continue
    id=${each#"$desk"/} id=${id%.req}
    if kill -0 "${id%%/*}"; then
      ln "$each" "$spool/new/again.${id%%/*}.${id##*/}"
    else
      case $id in */*) rm -rf "${each%/*}" ;; *) rm -f "$each" "$desk/$id.answer" ;; esac
    fi
  done 2>/dev/null
  set -f
}

# Nobody will answer any more: hooks that wait are let go.
close_desk() {
  rm -f "$desk/ready"
  set +f
  for each in "$desk"/*.answer; do [ ! -p "$each" ] || echo 1<>"$each"; done
  set -f
}

# Removes what hooks and "agtmux run" left when they were killed: a week old, and the process that its name tells is gone.
sweep_spool() {
  (cd "$spool/tmp" && find . -type f -mtime +7) 2>/dev/null | while IFS= read -r each; do
    each=${each#./}
    pid=${each#run.*.*.}
    pid=${pid%%.*}
    case $pid in '' | *[!0-9]*) continue ;; esac
    is_safe "$each" && ! kill -0 "$pid" 2>/dev/null && rm -f "$spool/tmp/$each"
  done
}

enter_spool() {
  cd "$spool/new" 2>/dev/null || { mkdir -p "$spool/new" "$spool/tmp" "$spool/rejected" && cd "$spool/new"; }
}

boot_id() {
  cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.boottime 2>/dev/null
}

# Passes each line in one write, with a prefix, so that a hook's wake-up at the same time cannot corrupt it.
pass_requests() {
  return_key=$(printf '\r')
  while IFS= read -r line; do
    line=${line%"$return_key"}
    [ ${#line} -gt 1000 ] || printf '=%s\n' "$line" >&3
  done
  echo end >&3
  # the watcher and also the keeper may have been killed
  while :; do
    pause
    kill -0 $$ || clear_after_death
  done
}
