import type { TargetItem } from "../../../core/protocol/daemon/targets.ts";
import { TargetDown } from "../../pane/target-down.tsx";
import { Field } from "../parts/field.tsx";

interface Props {
  targets: readonly TargetItem[];
  chosen: string;
  error: string | null;
  onChoose(target: string): void;
}

/** The host to start on; nothing to choose where there is one only. */
export function HostChoice({ targets, chosen, error, onChoose }: Props) {
  if (targets.length < 2 && error === null) return null;
  return (
    <>
      <Field label="Host" error={error}>
        {(control) => (
          <select {...control} value={chosen} onChange={(event) => onChoose(event.target.value)}>
            {(targets.length === 0 ? [{ name: "host", health: "ok" }] : targets).map(({ name, health }) => (
              <option key={name} value={name}>
                {health === "down" ? `${name} (does not answer)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TargetDown target={chosen} />
    </>
  );
}
