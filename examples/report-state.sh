#!/bin/sh
# A program that reports its own state to agtmux: it tests, asks whether to deploy, and deploys.
# While it waits for your answer, 'agtmux' and the dashboard show its question.
#
# Run in a tmux pane: sh examples/report-state.sh "npm test" "npm run deploy"
if [ $# -ne 2 ]; then
  echo "usage: report-state.sh TEST-COMMAND DEPLOY-COMMAND" >&2
  exit 2
fi

# registers this pane and puts 'agtmux' on the PATH
eval "$(agtmux env)"

agtmux signal working "Testing"
if ! sh -c "$1"; then
  agtmux signal error "The tests failed"
  exit 1
fi

agtmux signal needs_input "The tests passed. Deploy now (y/n)?"
printf 'Deploy now (y/n)? '
read -r answer
if [ "$answer" != y ]; then
  agtmux signal completed "Tested, not deployed"
  exit
fi

agtmux signal working "Deploying"
if ! sh -c "$2"; then
  agtmux signal error "Deploying failed"
  exit 1
fi
# a line of output does the same as 'agtmux signal'; it must stand alone on its line
echo "--<[schmux:completed:Deployed]>--"
