import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import type { Client } from "../../../client/client.ts";
import type { Spawned } from "../../../core/protocol/spawn.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useFleet, useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { preferences } from "../../shell/preferences.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { Field } from "../parts/field.tsx";
import { useAsked } from "../parts/use-asked.ts";
import { MoreFields } from "./more-fields.tsx";
import { SpawnResult } from "./spawn-result.tsx";
import { BLANK, type SpawnField, spawnCommand, spawnFaults, spawnGaps, spawnRequest } from "./spawn-values.ts";

const askTargets = (client: Client) => client.targets();
const askAdapters = (client: Client) => client.adapters();

/** Who, where and with what words. Each refusal of the daemon stands at the box that it is about. */
export function SpawnForm({ onSpawned }: { onSpawned(): void }) {
  const { client } = useLive();
  const panes = useFleet()?.panes;
  const asCommand = useStore(preferences.asCommand);
  const [values, setValues] = useState(BLANK);
  const [gaps, setGaps] = useState<Partial<Record<SpawnField, string>>>({});
  const { state, run, forget } = useAction<Spawned>();
  const targets = useAsked(askTargets).value?.items ?? [];
  const agents = useAsked(askAdapters).value?.items.filter(({ enabled }) => enabled) ?? [];
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const faults = state.phase === "refused" ? spawnFaults(state.fault) : null;
  const errorOf = (field: SpawnField) => gaps[field] ?? faults?.fields[field] ?? null;
  const set = (field: SpawnField) => (event: { target: { value: string } }) => {
    setValues({ ...values, [field]: event.target.value });
    setGaps({ ...gaps, [field]: undefined });
  };
  const places = useMemo(
    () =>
      [
        ...new Set(
          [...(panes?.values() ?? [])]
            .filter(({ identity }) => identity.target === values.target)
            .map(({ cwd }) => cwd),
        ),
      ].sort(),
    [panes, values.target],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = spawnGaps(values);
    setGaps(missing);
    if (Object.keys(missing).length > 0) forget();
    else if ((await run(() => client.spawn(spawnRequest(values)))) !== null) {
      // a branch has one worktree, and a prompt is given once; who spawns again does so in the same place
      setValues({ ...values, worktree: "", prompt: "" });
      onSpawned();
    }
    // a frame later the boxes know
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form className="form" ref={form} noValidate onSubmit={(event) => void submit(event)} aria-label="Spawn an agent">
      <Field label="Agent" hint="An agent, a model that one of them runs, or any command." error={errorOf("agent")}>
        {(control) => (
          <input
            {...control}
            list={`${id}-agents`}
            value={values.agent}
            onChange={set("agent")}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <datalist id={`${id}-agents`}>
        {agents.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      <Field label="Host" error={errorOf("target")}>
        {(control) => (
          <select {...control} value={values.target} onChange={set("target")}>
            {(targets.length === 0 ? [{ name: "host", health: "ok" }] : targets).map(({ name, health }) => (
              <option key={name} value={name}>
                {health === "down" ? `${name} (does not answer)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Workspace"
        hint={`A directory on ${values.target}: the whole path, or one that begins with ~/.`}
        error={errorOf("workspace")}
      >
        {(control) => (
          <input
            {...control}
            className="mono"
            list={`${id}-places`}
            value={values.workspace}
            onChange={set("workspace")}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <datalist id={`${id}-places`}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <Field label="Prompt" hint="What the agent begins with; it may stay empty." error={errorOf("prompt")}>
        {(control) => <textarea {...control} rows={3} value={values.prompt} onChange={set("prompt")} />}
      </Field>
      <MoreFields values={values} set={set} errorOf={errorOf} />
      {asCommand && <CommandLine command={spawnCommand(values)} />}
      {faults?.rest != null && <FaultLine what="Spawn" fault={faults.rest} />}
      <div className="form-actions">
        <button type="submit" className="button primary" disabled={state.phase === "doing"}>
          {state.phase === "doing" ? "Spawning…" : "Spawn agent"}
        </button>
        <p className="quiet-words" role="status">
          {state.phase === "doing" && "Making the workspace and starting the agent; a large repository takes a while."}
        </p>
      </div>
      {state.phase === "done" && <SpawnResult spawned={state.report} />}
    </form>
  );
}
