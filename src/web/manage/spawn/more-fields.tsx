import { Field } from "../parts/field.tsx";
import type { SpawnField, SpawnValues } from "./spawn-values.ts";

interface Props {
  values: SpawnValues;
  set(field: SpawnField): (event: { target: { value: string } }) => void;
  errorOf(field: SpawnField): string | null;
}

/** What most agents start without. Open where something is wrong in it. */
export function MoreFields({ values, set, errorOf }: Props) {
  const isWrong = (["worktree", "session", "args"] as const).some((field) => errorOf(field) !== null);
  return (
    <details className="more" open={isWrong || undefined}>
      <summary className="more-title">Worktree, session, more words</summary>
      <Field
        label="Branch for a worktree of its own"
        hint="Of the repository at the workspace. The branch is made where there is none; your own checkout stays as it is."
        error={errorOf("worktree")}
      >
        {(control) => (
          <input
            {...control}
            className="mono"
            value={values.worktree}
            onChange={set("worktree")}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label="tmux session"
        hint="A new one, or a new window in one that is there. Empty: named after the workspace."
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
      <Field label="More words for the agent" hint="One a line, as its command takes them." error={errorOf("args")}>
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
