import { Fault } from "../../core/protocol/base/fault.ts";
import { SQUAD_STEPS, type SquadStep } from "../../core/protocol/squad/squad.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { recall } from "../squad/memory.ts";
import { sendSignal } from "../squad/send-signal.ts";
import { findSender, type Sender } from "../squad/sender.ts";
import { SQUAD_STEP } from "../tables/squad-step.ts";

const STEPS = Object.keys(SQUAD_STEPS) as SquadStep[];

/** Sends a `completing` signal with the progress of this step. */
export function squadStepCommand(args: string[], context: Context): void {
  const { positionals, values } = readOptions(SQUAD_STEP, args);
  const step = STEPS.find((each) => each === positionals[0]);
  if (step === undefined || positionals.length > 1)
    throw new Fault("E_USAGE", `squad-step wants one of ${STEPS.join(", ")}, not "${positionals.join(" ")}"`);
  const sender = findSender(context.home, null);
  const taskId = values.task || process.env.SQUAD_TASK_ID || lastTask(sender, context.home);
  if (!taskId)
    throw new Fault(
      "E_USAGE",
      "squad-step knows no task: give --task ID, set SQUAD_TASK_ID, or send a signal with a taskId before. Nothing was sent",
    );
  const data = {
    taskId,
    currentStep: step,
    progress: SQUAD_STEPS[step],
    stepsCompleted: STEPS.slice(0, STEPS.indexOf(step)),
    stepsRemaining: STEPS.slice(STEPS.indexOf(step) + 1),
  };
  sendSignal("completing", data, sender, context);
}

/** Returns the last task id signalled in this session, else in this pane. */
function lastTask({ keys }: Sender, home: string): string | null {
  const known = [keys.session, keys.pane].map((key) => (key === null ? null : recall(home, key)?.task_id));
  return known.find((task) => task != null) ?? null;
}
