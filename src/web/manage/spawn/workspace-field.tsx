import { useId } from "react";
import { Field } from "../parts/field.tsx";

interface Props {
  target: string;
  folders: readonly string[];
  value: string;
  error: string | null;
  onChange(folder: string): void;
}

/** The folder that the agent works in: one of the recent ones, or any other. */
export function WorkspaceField({ target, folders, value, error, onChange }: Props) {
  const listId = useId();
  return (
    <>
      <Field
        label="Workspace"
        hint={`A folder on ${target}: the whole path, or one that begins with ~/.`}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className="mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      {folders.length > 0 && (
        <section className="recent" aria-labelledby={listId}>
          <h3 id={listId}>Recent folders</h3>
          {folders.map((folder) => (
            <button
              key={folder}
              type="button"
              className="button small mono"
              aria-pressed={value === folder}
              onClick={() => onChange(folder)}
            >
              {folder}
            </button>
          ))}
        </section>
      )}
    </>
  );
}
