import { type FormEvent, useRef, useState } from "react";
import type { TargetItem, TargetKind } from "../../../core/protocol/daemon/targets.ts";
import { preferences } from "../../common/preferences.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { Field } from "../parts/field.tsx";
import { addTargetCommand, BLANK_TARGET, newTarget, type TargetField, targetFaults, targetGaps } from "./new-target.ts";

const KINDS: Record<TargetKind, string> = {
  ssh: "Another machine, over ssh",
  local: "Another tmux server of this machine",
};

/** Adds a target; its health then shows in the list. */
export function AddHost({ onAdded }: { onAdded(): void }) {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const [values, setValues] = useState(BLANK_TARGET);
  const [gaps, setGaps] = useState<Partial<Record<TargetField, string>>>({});
  const { state, run, forget } = useAction<TargetItem>();
  const form = useRef<HTMLFormElement>(null);
  const faults = state.phase === "refused" ? targetFaults(state.fault) : null;
  const errorOf = (field: TargetField) => gaps[field] ?? faults?.fields[field] ?? null;
  const box = (field: TargetField) => ({
    className: "mono",
    value: values[field],
    autoCapitalize: "none",
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [field]: event.target.value });
      setGaps({ ...gaps, [field]: undefined });
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = targetGaps(values);
    setGaps(missing);
    if (Object.keys(missing).length > 0) forget();
    else if ((await run(() => client.addTarget(newTarget(values)))) !== null) {
      setValues({ ...BLANK_TARGET, kind: values.kind });
      onAdded();
    }
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form className="form" ref={form} noValidate onSubmit={(event) => void submit(event)} aria-label="Add a host">
      <fieldset className="choices">
        <legend className="visually-hidden">What to add</legend>
        {(Object.entries(KINDS) as [TargetKind, string][]).map(([kind, words]) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              checked={values.kind === kind}
              onChange={() => setValues({ ...values, kind })}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <Field label="Name" hint="As it is shown here: a-z, 0-9, _ and -." error={errorOf("name")}>
        {(control) => <input {...control} {...box("name")} required />}
      </Field>
      {values.kind === "ssh" && (
        <Field
          label="ssh host"
          hint="An alias of your ssh config, or user@host, that asks for no password. Empty: the name."
          error={errorOf("ssh_target")}
        >
          {(control) => <input {...control} {...box("ssh_target")} />}
        </Field>
      )}
      <Field label="tmux socket" hint="tmux -L NAME there. Empty: tmux's own default." error={errorOf("tmux_socket")}>
        {(control) => <input {...control} {...box("tmux_socket")} />}
      </Field>
      {asCommand && <CommandLine command={addTargetCommand(values)} />}
      {faults?.rest != null && <FaultLine what="Add host" fault={faults.rest} />}
      <div className="form-actions">
        <button type="submit" className="button primary" disabled={state.phase === "doing"}>
          Add host
        </button>
        <p className="quiet-words" role="status">
          {state.phase === "doing" && "Adding…"}
          {state.phase === "done" && `${state.report.name} was added; whether it answers shows in the list.`}
        </p>
      </div>
    </form>
  );
}
