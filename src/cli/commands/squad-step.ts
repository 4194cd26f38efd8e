import { Fault } from "../../core/protocol/fault.ts";
import { SQUAD_STEPS, type SquadStep } from "../../core/protocol/squad.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { recall } from "../squad/memory.ts";
import { sendSignal } from "../squad/send-signal.ts";
import { findSender, type Sender } from "../squad/sender.ts";

const STEPS = Object.keys(SQUAD_STEPS) as SquadStep[];

/** A `completing` signal with the progress that the step stands for. */
export function squadStepCommand(args: string[], context: Context): void {
  const { positionals, values } = readOptions("squad-step", args, {
    allowPositionals: true,
    options: { task: { type: "string" } },
  });
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

/** What this session, else this pane, last said it is at. */
function lastTask({ keys }: Sender, home: string): string | null {
  const known = [keys.session, keys.pane].map((key) => (key === null ? null : recall(home, key)?.task_id));
  return known.find((task) => task != null) ?? null;
}
