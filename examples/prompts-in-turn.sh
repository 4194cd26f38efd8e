#!/bin/sh
# Gives an agent one prompt after the other: each as soon as the agent has finished the one before.
# Stops if the agent asks you something, fails, ends, or works for longer than two hours.
#
# Run: sh examples/prompts-in-turn.sh claude "Fix the failing test" "Update the docs" "Commit everything"
if [ $# -lt 2 ]; then
  echo "usage: prompts-in-turn.sh AGENT PROMPT…" >&2
  exit 2
fi
agent=$1
shift

for prompt in "$@"; do
  agtmux wait "$agent" --state completed,idle,waiting,error --timeout 2h || exit
  # --if-state: types nothing if the agent asks something or has failed.
  # --wait accepted: otherwise the next 'agtmux wait' could still see the end of the turn before.
  agtmux send "$agent" --text "$prompt" --if-state completed,idle --wait accepted || exit
done
agtmux wait "$agent" --state completed,idle,waiting,error --timeout 2h
