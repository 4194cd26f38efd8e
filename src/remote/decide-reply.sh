# Gives one line to the hook with this pid; an empty one ends it. Exit code 0: the hook has taken it.
answer=$home/decide/$pid.answer
[ -p "$answer" ] || exit 3
kill -0 "$pid" 2>/dev/null || {
  rm -f "$answer"
  exit 3
}
# opened for reading, too, so that this does not block without a reader
printf '%s\n' "$line" 1<>"$answer"
rounds=0
while [ -p "$answer" ]; do
  rounds=$((rounds + 1))
  [ $rounds -lt 40 ] || exit 4
  sleep 0.05
done
