import { Field } from "../parts/field.tsx";
import type { SpawnField, SpawnValues } from "./spawn-values.ts";

interface Props {
  values: SpawnValues;
  set(field: SpawnField): (event: { target: { value: string } }) => void;
  errorOf(field: SpawnField): string | null;
}

/** Options that most agents start without. Opens when one of them has an error. */
export function MoreFields({ values, set, errorOf }: Props) {
  const isWrong = (["session", "args"] as const).some((field) => errorOf(field) !== null);
  return (
    <details className="more" open={isWrong || undefined}>
      <summary className="more-title">Session, arguments</summary>
      <Field
        label="tmux session"
        hint="A new session, or an existing one, which gets a new window. Empty: named after the workspace."
        error={errorOf("session")}
      >
        {(control) => (
          <input
            {...control}
            className="mono"
            value={values.session}
            onChange={set("session")}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="More arguments for the agent" hint="One per line, as on its command line." error={errorOf("args")}>
        {(control) => (
          <textarea
            {...control}
            className="mono"
            rows={2}
            value={values.args}
            onChange={set("args")}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </details>
  );
}
