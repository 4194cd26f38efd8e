import type { ClassifierStatus } from "../protocol/daemon/classify.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** Reports which classifier reads the screens of silent agents, and what data it sends off this machine. */
export function judgeClassifier(status: ClassifierStatus): DoctorCheck[] {
  const { classifier, fault, last_failure } = status;
  const found = wordsFor(status);
  if (fault !== null)
    return [
      check(
        "failed",
        `${found}. It cannot be asked: ${fault}`,
        'fix config.toml, or set classifier = "rules"; then agtmux daemon restart',
      ),
    ];
  if (last_failure !== null)
    return [
      check(
        "warning",
        `${found}. It failed last: ${last_failure.why}`,
        `rules do meanwhile; agtmux classify <ref> --provider ${classifier} tries it`,
      ),
    ];
  return [check("ok", found, null)];
}

function wordsFor({ classifier, where, model, leaves, budget }: ClassifierStatus): string {
  const calls = `${budget.spent} of ${budget.per_hour} calls this hour`;
  const asked = `${classifier}${model === null ? "" : ` (${model})`}, where rules do not know`;
  const excerpt = "up to 100 lines of a silent agent's screen, redacted,";
  switch (leaves) {
    case "nothing":
      return classifier === "off"
        ? "off: agents that do not speak stay unknown, and one that hangs is not noticed"
        : "rules over the screen; nothing leaves this machine";
    case "to_this_machine":
      return `${asked}; ${excerpt} go to ${where}, which is this machine; ${calls}`;
    case "to_a_command":
      return `${asked}; ${excerpt} go to '${where}', and wherever that sends them; ${calls}`;
    case "to_another_machine":
      return `${asked}; ${excerpt} leave this machine for ${where}; ${calls}`;
    default:
      return leaves satisfies never;
  }
}

function check(status: DoctorCheck["status"], found: string, advice: string | null): DoctorCheck {
  return { name: "classifier", status, found, advice };
}
