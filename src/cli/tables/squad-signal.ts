import type { SquadType } from "../../core/protocol/squad/squad.ts";
import type { CommandTable, Options } from "./command-table.ts";

export const STRICT_OPTION = {
  strict: { does: "Refuse fields that agtmux does not know. Without it, they are kept." },
} as const satisfies Options;

export const SQUAD_SIGNAL = {
  name: "squad-signal",
  summary: "report an agent's state with details of its task",
  usage: ["agtmux squad-signal <type> '<json>'|- [options]", "squad-signal <type> '<json>'|- [options]"],
  about: `Reports the state of the agent here, with details of its task. The payload is checked first: if it does not fit, the command ends with
exit code 2, says what is wrong and where, and writes nothing. A payload of - is read from standard input. It also works while the daemon
is down, and outside tmux if a session id is known. schemas/squad-signal-schema.json describes all fields.`,
  arguments: [
    {
      words: {
        starting: "agentName, sessionId, project, model, gitBranch, gitStatus",
        working: "taskId, taskTitle, approach",
        needs_input: "taskId, question, questionType (choice, confirm, approval; any other asks for a text), options",
        review: "taskId, taskTitle, summary",
        completing: "taskId, currentStep, progress (squad-step sends these; steps of your own work too)",
        complete: "taskId, completionMode (such as review_required), summary, quality",
        compacting: 'reason, contextSizeBefore, estimatedAfter (numbers, or texts such as "180k")',
        question: "question, questionType, options, timeout in seconds",
        idle: "no fields",
      } satisfies Record<SquadType, string>,
    },
    {},
  ],
  options: STRICT_OPTION,
  notes: `The session is the sessionId of the payload, or else SQUAD_SESSION_ID, CLAUDE_SESSION_ID or CLAUDE_CODE_SESSION_ID, or else that of the
last 'starting' in this pane, or else SCHMUX_SESSION_ID.

The signal is written to squad-signal-<session id>.json and squad-signal-tmux-<tmux session>.json in /tmp (SQUAD_SIGNAL_DIR), and added to
squad-timeline-….jsonl beside them.`,
  examples: [
    `squad-signal working '{"taskId":"t-1","taskTitle":"Add caching","approach":"Redis with a TTL"}'`,
    `squad-signal question '{"question":"Migrate now?","questionType":"confirm","timeout":120}'`,
    `jq -n '{taskId:"t-1",taskTitle:"Add caching",summary:["Added it"]}' | squad-signal review -`,
  ],
} as const satisfies CommandTable;
