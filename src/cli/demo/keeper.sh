# Runs the daemon of a demo and removes everything when the demo command ends: its standard input closes then, even
# after a kill. $1 node, $2 the daemon's bundle, $3 tmux's socket name, $4 its socket, $5 the demo's directory.
"$1" "$2" </dev/null >/dev/null 2>"$5/daemon.err" &
daemon=$!
cat >/dev/null
kill "$daemon" 2>/dev/null
(sleep 10 & nap=$!; trap 'kill "$nap"' TERM; wait "$nap" && kill -9 "$daemon") 2>/dev/null &
late=$!
wait "$daemon"
kill "$late" 2>/dev/null
there=$(tmux -L "$3" list-panes -a -F '#{pid} #{pane_pid}' 2>/dev/null)
tmux -L "$3" kill-server 2>/dev/null
# these processes may still write while they exit; at most 3 s, because unreaped zombies never disappear
tries=0
for pid in $there; do
  while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 30 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
done
for attempt in 1 2 3 4 5; do
  # opening the pipe unblocks a writer that waits for a reader
  for pipe in "$5"/home/pipes/*; do
    [ ! -p "$pipe" ] || : <>"$pipe"
  done
  rm -f "$4"
  rm -rf "$5" 2>/dev/null && [ ! -e "$4" ] && exit 0
  sleep 0.2
done
exit 1
