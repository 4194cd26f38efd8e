import { Field } from "../parts/field.tsx";
import { branchFor, worktreePath } from "./spawn-choices.ts";
import type { SpawnValues } from "./spawn-values.ts";

interface Props {
  values: SpawnValues;
  error: string | null;
  onChange(branch: string): void;
}

/** The branch for a worktree of its own, and a preview of where that will be. */
export function BranchField({ values: { workspace, worktree, prompt }, error, onChange }: Props) {
  const suggested = branchFor(prompt);
  const hint =
    worktree.trim() === "" ? (
      "Empty: the agent works in the folder as it is."
    ) : (
      <>
        Its own checkout, usually at <code>{worktreePath(workspace || "…", worktree)}</code>. The branch is made where
        there is none; yours stays as it is.
      </>
    );
  return (
    <>
      <Field label="Branch for a worktree of its own" hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            className="mono"
            value={worktree}
            onChange={(event) => onChange(event.target.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {suggested !== "" && suggested !== worktree && (
        <button type="button" className="button small mono suggested" onClick={() => onChange(suggested)}>
          Use {suggested}
        </button>
      )}
    </>
  );
}
