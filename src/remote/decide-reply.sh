# Gives one line to whatever waits for the answer "id" of an agent; an empty one ends it. Exit code 0: it was taken; 3: nothing
# waits there; 4: it was not taken, and will not be; 5: it was taken, and the agent refused it.
desk=$home/decide
pid=${id%%/*}
answer=$desk/$id.answer
kill -0 "$pid" 2>/dev/null || {
  rm -f "$desk/$pid.req" "$answer"
  exit 3
}

main() {
  case $id in
    */*) to_program ;;
    *) to_hook ;;
  esac
}

# A hook reads its FIFO, and removes it when it has the line.
to_hook() {
  [ -p "$answer" ] || exit 3
  # opened for reading, too, so that this does not block without a reader; kept open until the hook has it
  exec 3<>"$answer"
  printf '%s\n' "$line" >&3
  pause_while 40 [ -p "$answer" ] || exit 4
}

# A program looks for it in its directory. It takes the line by renaming it, so that it can be taken back until then.
to_program() {
  [ -d "$desk/$pid" ] || exit 3
  case $id in */a*) [ -e "$desk/$id.req" ] || exit 3 ;; esac
  # one rename into the directory, so that the program is told once
  printf '%s\n' "$line" >"$desk/$pid-${id#*/}.new" && mv "$desk/$pid-${id#*/}.new" "$answer" || exit 3
  pause_while 40 [ -e "$answer" ] || ! mv "$answer" "$desk/$pid-${id#*/}.new" 2>/dev/null || {
    rm -f "$desk/$pid-${id#*/}.new"
    exit 4
  }
  # a program that takes long over it tells by its own events what became of it
  pause_while 80 [ -e "$desk/$id.taken" ] || exit 0
  [ ! -e "$desk/$id.refused" ] || {
    rm -f "$desk/$id.refused"
    exit 5
  }
}

# False if the condition still holds after so many looks.
pause_while() {
  rounds=$1
  shift
  while "$@"; do
    [ $rounds -gt 0 ] || return 1
    rounds=$((rounds - 1))
    sleep 0.05
  done
}

main
