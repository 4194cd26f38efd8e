const GUARDS = `  --if-runtime ID          only if this very run of the agent is still there
  --if-state S,…           only if it is in one of these states
  --if-updated-within SPAN only if its state changed so lately
  --force-stale            also if it has changed since it was looked at`;

const REFS = `A ref is runtime:<id> or pane:<target>/<session>/<window>/<pane>, as 'agtmux list panes' shows them, or any name that only
one answers to: claude, vm1/api, work:1.0, %12. Where several do, they are listed and nothing is done.`;

/** Help on what is done to agents. */
export const ACTION_TOPICS: Record<string, string> = {
  attach: `agtmux attach <ref> [--if-state S,…] [--if-runtime ID] [--if-updated-within SPAN] [--force-stale] [--print] [--json]

Brings you to the pane: from a pane of the same tmux by switching to it, from outside by attaching, on another machine over ssh.
From a pane of another tmux it opens a window there. It needs no agent in the pane.

${REFS}

${GUARDS}
  --print                  print the command instead of running it

Examples: agtmux attach claude
          agtmux attach vm1/api`,
  questions: `agtmux questions [--all] [--target T] [--json]

What agents ask of you, oldest first: approvals, choices, plain questions, whether they tell it by a hook, a squad signal or only on
their screen. Each with its choices; the numbers are those that 'agtmux answer' takes.

  --all                    also what was answered, here or at the agent itself, what has expired or was followed by another question
  --target T               only on this target

Examples: agtmux questions
          agtmux questions --json | jq -r '.items[] | .ref + " " + .text'`,
  answer: `agtmux answer <ref|question-id> <choice|words> [--text TEXT] [--text-file FILE|-] [--choice C …] [--wait accepted|STATE] [--timeout SPAN]
              [--idempotency-key KEY] [--if-runtime ID] [--if-state S,…] [--if-updated-within SPAN] [--force-stale] [--json]

Answers what an agent asks, whatever way it asks it: a choice by its number, its label or how that begins; yes, no or always for an
approval (yes is once, never "don't ask again"); words of your own where it takes them, which with an approval are a no and why. In the agent's
dialog exactly its keys are pressed, while it is the same dialog; where it waits at its prompt the answer is typed there. What is no
choice is refused with the choices, and nothing is pressed. Without an answer it shows the question. - is words from standard input.

${REFS}

  --choice C               one of several that may be picked, or for each part of a question; may be repeated
  --text TEXT              these words, even if they look like a choice
  --text-file FILE         the words in a file
  --wait accepted          until the agent has taken it; at most 30s, or --timeout
  --wait STATE             until it is in that state afterwards
  --idempotency-key KEY    a second call with this key within a day does nothing, and reports what the first one did
${GUARDS}

Examples: agtmux answer claude yes
          agtmux answer vm1/api 2
          agtmux answer codex "No, take the other folder"
          agtmux answer %12 --choice 1 --choice 3`,
  classify: `agtmux classify <ref> [--provider rules|openai|anthropic|command] [--json]

Has the last 100 lines of a pane read, and prints the state that they show, how sure that is, the words on the screen that show it,
what the agent said last and what it offers to choose from. It changes nothing: the daemon does the same by itself with agents that
have said nothing for 5 minutes and whose screen does not move (nudge_after, nudge_quiet).

${REFS}

  --provider P             this one alone. Without it rules are asked, and where they do not know whoever the setting classifier
                           names. Only openai, anthropic and command are told anything, redacted; 'agtmux doctor' says who and where

Exit codes: 85 none is switched on, 86 its settings do not suffice, 87 its calls of this hour are spent, 88 it did not answer as it
should. A screen that tells nothing is no fault: it is unknown.

Examples: agtmux classify claude
          agtmux classify %12 --provider openai
          agtmux classify vm1/api --json | jq -r .verdict.state`,
  next: `agtmux next [--print]

Brings you to the agent that has waited longest for you; from there, to the one after. Says so when nobody waits.

In tmux: bind-key N run-shell 'agtmux next'

Example: agtmux next`,
  send: `agtmux send <ref> --text TEXT|--file FILE|--keys 'KEY …' [--no-enter] [--wait accepted|STATE] [--timeout SPAN]
            [--idempotency-key KEY] [--over-draft] [--allow-changes] [--if-runtime ID] [--if-state S,…] [--if-updated-within SPAN]
            [--force-stale] [--json]

Types for an agent and says how far that came: typed, submitted, accepted, and how it is known. Without --text, --file and --keys
the text is read from standard input. Several lines go as one paste. Each step looks again whether it still is the same agent in the
same pane, in the same command as the keys; if not, nothing more is typed. Refused: in copy mode, where a shell is there instead of the
agent, over what somebody has typed and not sent, where panes are synchronised, a text where an approval is waited for.

${REFS}

  --keys 'KEY …'           keys as tmux names them (C-c Up Enter y) instead of a text; Enter only where it is among them
  --no-enter               leave the text in the input box
  --wait accepted          until the agent has begun with it (by its hook, its files or its screen)
  --wait STATE             until it is in that state afterwards: --wait completed
  --timeout SPAN           of the wait; 30s for accepted, 10m for a state
  --idempotency-key KEY    a second call with this key within a day sends nothing, and reports what the first one did
  --over-draft             also behind what somebody has typed
  --allow-changes          also a text that the agent is known to spoil (Claude Code and Copilot turn tabs into blanks)
${GUARDS}

Examples: agtmux send claude --text "go on"
          agtmux send vm1/api --keys '1' --if-state waiting_approval
          git diff | agtmux send codex --wait completed --timeout 10m`,
  complete: `agtmux complete <ref> [--wait accepted|STATE] [--timeout SPAN] [--if-runtime ID] [--if-state S,…] [--if-updated-within SPAN] [--force-stale] [--json]

Tells an agent to bring its task to an end: it is sent the words of the setting complete_text (/squad:complete), as 'agtmux send'
would. That it is completing shows at once, as a squad signal that is marked as provisional; what the agent says itself takes its
place, and if it says nothing within provisional_ttl, what was known before holds again.

${REFS}

${GUARDS}
  --wait accepted|STATE    until the agent has begun, or is in that state
  --timeout SPAN           of --wait

Example: agtmux complete claude --wait completed --timeout 10m`,
  "view-output": `agtmux view-output <ref> [--lines N] [--ansi] [--if-runtime ID] [--if-state S,…] [--if-updated-within SPAN] [--json]

Prints the last lines of a pane, also those that have scrolled away: 100 unless --lines says otherwise. --ansi keeps colours.

${REFS}

Example: agtmux view-output claude --lines 30`,
  kill: `agtmux kill <ref> [--signal INT|TERM|KILL] [--yes] [--if-runtime ID] [--if-state S,…] [--if-updated-within SPAN] [--force-stale] [--json]

Signals the agent's process group after asking, and says whether it has ended. INT, the default, interrupts: many agents go on. TERM
asks them to end, KILL ends them. Never signals the shell of the pane. What you are asked about is what is signalled, or nothing.

${REFS}

${GUARDS}
  --yes                    without asking; needed where there is no terminal

Example: agtmux kill claude --signal TERM`,
  audit: `agtmux audit [--since SPAN|TIME] [--json]

What was done to agents through agtmux, newest last: who, what, on whom, the outcome, how far a text came, what spawn, dispose and
resume made, removed and typed, and what was refused and why.
What is typed in a terminal of the dashboard is one line for as long as it goes on: by whom, where and how much, never what.
Texts are cut short and cleaned of secrets. Kept for as long as events are (keep_metadata).

Examples: agtmux audit --since 1h
          agtmux audit --json | jq '.items[] | select(.outcome == "refused")'`,
};
