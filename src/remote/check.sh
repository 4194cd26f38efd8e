# Runs "$command" in "$directory", in a window of its own of the tmux session "$session", and waits for its end. Prints its
# exit code and, after a separator, the end of what the window showed. A window in which it failed stays, until the check
# runs again. Exit codes: 3 the directory is gone, 4 tmux gave no window (its words are on standard error).

tmux_() {
  if [ -n "$socket" ]; then "$tmux" -L "$socket" -u "$@"; else "$tmux" -u "$@"; fi </dev/null
}

cd "$directory" 2>/dev/null || exit 3
umask 077
mkdir -p "$home/checks"
# left by one that was killed
find "$home/checks" -name 'run.*' -mmin +1500 -exec rm -rf {} + 2>/dev/null
place=$(mktemp -d "$home/checks/run.XXXXXX") || exit 4
trap 'rm -rf "$place"' EXIT
mark=$(printf '%s %s' "$name" "$directory" | cksum | tr -d ' ')
channel=agtmux-check-${place##*.}
printf %s "$command" >"$place/command"
printf %s "$tmux" >"$place/tmux"
printf %s "$channel" >"$place/channel"
cat >"$place/run" <<'END'
place=${0%/*}
tmux=$(cat "$place/tmux")
ended() {
  trap '' HUP TERM
  "$tmux" capture-pane -p -J -S -200 -t "$TMUX_PANE" >"$place/lines" 2>/dev/null
  printf '%s\n' "$1" >"$place/code"
  "$tmux" wait-for -S "$(cat "$place/channel")"
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
tmux_ list-panes -a -F '#{pane_id} #{@agtmux_check}' 2>/dev/null | while read -r pane its; do
  [ "$its" != "$mark" ] || tmux_ kill-pane -t "$pane"
done
pane=$(tmux_ new-window -d -P -F '#{pane_id}' -t "=$session:" -n "check $name" -c "$directory" sh "$place/run") || exit 4
tmux_ set-option -p -t "$pane" @agtmux_check "$mark" 2>/dev/null
tmux_ wait-for "$channel" || exit 4
printf '%s\n\036' "$(cat "$place/code")"
tail -c 20000 "$place/lines"
exit 0
