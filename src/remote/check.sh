# A check: "$command" in "$directory", in a window of its own of the tmux session "$session". What it is and how it ended is
# in the folder "$home/checks/$run", so that its result can be read by whoever comes later. A window in which it failed
# stays, until the check runs again. "$start_in" and "$window" are the directory and a name as tmux reads them in formats.

tmux_() {
  if [ -n "$socket" ]; then "$tmux" -L "$socket" -u "$@"; else "$tmux" -u "$@"; fi </dev/null
}

# Exit codes: 3 the directory is gone, 4 tmux gave no window (its words are on standard error).
start_check() {
  cd "$directory" 2>/dev/null || exit 3
  umask 077
  place=$home/checks/$run
  mkdir -p "$place" || exit 4
  mark=$(printf '%s %s' "$name" "$directory" | cksum | tr -d ' ')
  tmux_ list-panes -a -F '#{pane_id} #{@agtmux_check}' 2>/dev/null | while read -r pane its; do
    [ "$its" != "$mark" ] || tmux_ kill-pane -t "$pane"
  done
  # of earlier runs, and left behind
  for each in "$home"/checks/run.*; do
    [ "$(cat "$each/mark" 2>/dev/null)" != "$mark" ] || rm -rf "$each"
  done
  find "$home/checks" -name 'run.*' -mmin +1500 -exec rm -rf {} + 2>/dev/null
  printf %s "$command" >"$place/command"
  printf %s "$tmux" >"$place/tmux"
  printf %s "$mark" >"$place/mark"
  cat >"$place/run" <<'END'
# When the window is closed, only this process gets SIGHUP. It must die of it: then the kernel sends SIGHUP to the command.
# So the trap that keeps the result is in a process of its own.
[ -n "$1" ] || { sh "$0" inner; exit; }
place=${0%/*}
tmux=$(cat "$place/tmux")
ended() {
  trap '' HUP TERM
  [ -d "$place" ] || exit
  "$tmux" capture-pane -p -J -S -200 -t "$TMUX_PANE" >"$place/lines" 2>/dev/null
  printf '%s\n' "$1" >"$place/code"
  "$tmux" wait-for -S "agtmux-check-${place##*.}"
}
trap 'ended 129; exit' HUP TERM
command=$(cat "$place/command")
case ${SHELL##*/} in
  bash | zsh | fish | ksh | dash | sh) "$SHELL" -l -c "$command" ;;
  *) sh -c "$command" ;;
esac
code=$?
ended $code
[ $code -eq 0 ] || exec "${SHELL:-sh}"
END
  pane=$(tmux_ new-window -d -P -F '#{pane_id}' -t "=$session:" -n "$window" -c "$start_in" sh "$place/run") || exit 4
  printf %s "$pane" >"$place/pane"
  tmux_ set-option -p -t "$pane" @agtmux_check "$mark" 2>/dev/null
  exit 0
}

# Waits for its end, and prints its exit code and, after a separator, the end of what the window showed. With "$was_left",
# somebody has waited before, who may have been woken instead of us. Exit code 5: it has left no result.
await_check() {
  place=$home/checks/$run
  mark=$(cat "$place/mark" 2>/dev/null)
  [ -n "$mark" ] || exit 5
  [ -n "$was_left" ] || tmux_ wait-for "agtmux-check-${run##*.}"
  until [ -s "$place/code" ]; do
    its=$(tmux_ show-options -p -v -t "$(cat "$place/pane")" @agtmux_check 2>/dev/null)
    sleep 1
    [ "$its" = "$mark" ] || [ -s "$place/code" ] || exit 5
  done
  printf '%s\n\036' "$(cat "$place/code")"
  tail -c 20000 "$place/lines"
  exit 0
}
