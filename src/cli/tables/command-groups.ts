import { ADAPTERS } from "./adapters.ts";
import { ANSWER } from "./answer.ts";
import { ATTACH } from "./attach.ts";
import { AUDIT } from "./audit.ts";
import { CHECK } from "./check.ts";
import { CLASSIFY } from "./classify.ts";
import type { CommandTable } from "./command-table.ts";
import { COMPLETE } from "./complete.ts";
import { COMPLETIONS } from "./completions.ts";
import { CONFIG } from "./config.ts";
import { DAEMON } from "./daemon.ts";
import { DEBUG } from "./debug.ts";
import { DEMO } from "./demo.ts";
import { DEVICES } from "./devices.ts";
import { DIFF } from "./diff.ts";
import { DISPOSE } from "./dispose.ts";
import { DOCTOR } from "./doctor.ts";
import { ENV } from "./env.ts";
import { EXPLAIN } from "./explain.ts";
import { FINISH } from "./finish.ts";
import { FLEET } from "./fleet.ts";
import { HELP } from "./help.ts";
import { HUB } from "./hub.ts";
import { INTEGRATE } from "./integrate.ts";
import { INTERRUPT } from "./interrupt.ts";
import { KILL } from "./kill.ts";
import { LIST } from "./list.ts";
import { LOG } from "./log.ts";
import { MCP } from "./mcp.ts";
import { NEXT } from "./next.ts";
import { NOTIFY } from "./notify.ts";
import { OVERVIEW } from "./overview.ts";
import { PAIR } from "./pair.ts";
import { QUESTIONS } from "./questions.ts";
import { QUEUE } from "./queue.ts";
import { RESUME } from "./resume.ts";
import { RULES } from "./rules.ts";
import { RUN } from "./run.ts";
import { SEARCH } from "./search.ts";
import { SEEN } from "./seen.ts";
import { SEND } from "./send.ts";
import { SERVICE } from "./service.ts";
import { SIGNAL } from "./signal.ts";
import { SNOOZE } from "./snooze.ts";
import { SPAWN } from "./spawn.ts";
import { SQUAD_SIGNAL } from "./squad-signal.ts";
import { SQUAD_SIGNAL_VALIDATE } from "./squad-signal-validate.ts";
import { SQUAD_STEP } from "./squad-step.ts";
import { STATUSLINE } from "./statusline.ts";
import { TARGET } from "./target.ts";
import { TELL } from "./tell.ts";
import { TOKEN } from "./token.ts";
import { UNDO } from "./undo.ts";
import { UNINSTALL } from "./uninstall.ts";
import { USAGE } from "./usage.ts";
import { VIEW_OUTPUT } from "./view-output.ts";
import { WAIT } from "./wait.ts";
import { WAKE } from "./wake.ts";
import { WATCH } from "./watch.ts";

/** All commands, in the order of help and documents. Only help and completions load this. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly CommandTable[]>> = {
  "See your agents": [
    ...[OVERVIEW, LIST, WATCH, WAIT, EXPLAIN, VIEW_OUTPUT, LOG, SEARCH, DIFF, CHECK, CLASSIFY, USAGE, STATUSLINE],
  ],
  "Act on agents": [
    ...[
      ATTACH,
      NEXT,
      QUESTIONS,
      ANSWER,
      SEND,
      QUEUE,
      TELL,
      COMPLETE,
      INTERRUPT,
      UNDO,
      FINISH,
      KILL,
      SEEN,
      SNOOZE,
      RULES,
      WAKE,
      AUDIT,
    ],
  ],
  "Start and end agents": [SPAWN, DISPOSE, RESUME, RUN],
  "Report from a pane": [ENV, SIGNAL, SQUAD_SIGNAL, SQUAD_SIGNAL_VALIDATE, SQUAD_STEP],
  "Set up": [
    DAEMON,
    SERVICE,
    INTEGRATE,
    MCP,
    ADAPTERS,
    TARGET,
    FLEET,
    HUB,
    DOCTOR,
    CONFIG,
    NOTIFY,
    PAIR,
    DEVICES,
    TOKEN,
    UNINSTALL,
  ],
  "Help and tools": [HELP, COMPLETIONS, DEMO, DEBUG],
};

export const COMMANDS: readonly CommandTable[] = Object.values(COMMAND_GROUPS).flat();
