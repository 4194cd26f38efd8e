/** Help on the signals of squad. The same words work without `agtmux` before them. */
export const SQUAD_TOPICS: Record<string, string> = {
  "squad-signal": `agtmux squad-signal starting|working|needs_input|review|completing|complete|compacting|question|idle '<json>'|- [--strict]

Says how the agent here stands, with what it knows of its task; also as 'squad-signal …'. The payload is checked first: one that
does not fit ends with 2, says what is off where, and writes nothing. '-' reads it from standard input. Works while the daemon is
down, and outside tmux where a session id is known.

  starting     agentName sessionId project model gitBranch gitStatus
  working      taskId taskTitle approach
  needs_input  taskId question questionType (choice confirm text input clarification approval), options
  review       taskId taskTitle summary
  completing   taskId currentStep progress       (squad-step sends these)
  complete     taskId completionMode (review_required auto_proceed) summary quality
  compacting   reason contextSizeBefore estimatedAfter
  question     question questionType, options, timeout in seconds
  idle         nothing

  --strict     refuses fields that nobody knows; without it they are kept

Whose it is: sessionId of the payload, else SQUAD_SESSION_ID, CLAUDE_SESSION_ID or CLAUDE_CODE_SESSION_ID, else that of the last
'starting' in this pane, else SCHMUX_SESSION_ID. The signal is written to squad-signal-<session id>.json and squad-signal-tmux-<tmux session>.json
in /tmp (SQUAD_SIGNAL_DIR), and added to squad-timeline-… .jsonl beside them. schemas/squad-signal-schema.json has all fields.

Examples: squad-signal working '{"taskId":"t-1","taskTitle":"Add caching","approach":"Redis with a TTL"}'
          squad-signal question '{"question":"Migrate now?","questionType":"confirm","timeout":120}'
          jq -n '{taskId:"t-1",taskTitle:"Add caching",summary:["Added it"]}' | squad-signal review -`,
  "squad-signal-validate": `agtmux squad-signal-validate <type> '<json>'|- [--strict]

Checks a payload as 'squad-signal' would, and writes nothing: 0 when it fits, 2 with every fault when it does not.

Example: squad-signal-validate completing '{"taskId":"t-1","currentStep":"closing","progress":50}'`,
  "squad-step": `agtmux squad-step verifying|committing|closing|releasing|complete [--task ID]

Sends 'completing' with the progress of that step: 0, 25, 50, 75, 100. The task is --task, else SQUAD_TASK_ID, else that of the last
signal of this session or pane.

Example: squad-step verifying --task t-1`,
};
