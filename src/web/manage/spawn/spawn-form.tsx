import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Client } from "../../../client/client.ts";
import type { Spawned, SpawnedItem } from "../../../core/protocol/actions/spawn.ts";
import { preferences } from "../../common/preferences.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useFleet, useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { Field } from "../parts/field.tsx";
import { useLoaded } from "../parts/use-asked.ts";
import { AgentTiles } from "./agent-tiles.tsx";
import { BranchField } from "./branch-field.tsx";
import { HostChoice } from "./host-choice.tsx";
import { MoreFields } from "./more-fields.tsx";
import { PresetChoice } from "./preset-choice.tsx";
import { presetValues, recentFolders } from "./spawn-choices.ts";
import { SpawnResult } from "./spawn-result.tsx";
import {
  BLANK,
  type SpawnField,
  type SpawnValues,
  spawnCommand,
  spawnFaults,
  spawnGaps,
  spawnRequest,
} from "./spawn-values.ts";
import { WorkspaceField } from "./workspace-field.tsx";

const EVERY_MS = 10_000;
const askTargets = (client: Client) => client.targets();
const askPresets = (client: Client) => client.presets();
const askAdapters = (client: Client) => client.adapters();

interface Props {
  spawned: readonly SpawnedItem[];
  /** Initial values, for "the same again"; a new object each time that is asked for. */
  given: SpawnValues | null;
  onSpawned(): void;
}

/** Starts an agent: choices first, boxes for the rest. Errors are shown at what they belong to. */
export function SpawnForm({ spawned, given, onSpawned }: Props) {
  const { client } = useLive();
  const panes = useFleet()?.panes;
  const asCommand = useStore(preferences.asCommand);
  const [values, setValues] = useState(BLANK);
  const [writesOwn, setWritesOwn] = useState(false);
  const [gaps, setGaps] = useState<Partial<Record<SpawnField, string>>>({});
  const { state, run, forget } = useAction<Spawned>();
  const targets = useLoaded(askTargets, EVERY_MS).value?.items ?? [];
  const presets = useLoaded(askPresets, EVERY_MS).value?.items ?? [];
  const known = useLoaded(askAdapters, EVERY_MS).value?.items;
  const agents = known?.filter(({ enabled }) => enabled) ?? [];
  const isOther = writesOwn || (values.agent !== "" && !agents.some(({ name }) => name === values.agent));
  const form = useRef<HTMLFormElement>(null);
  const faults = state.phase === "refused" ? spawnFaults(state.fault, values) : null;
  const errorOf = (field: SpawnField) => gaps[field] ?? faults?.fields[field] ?? null;
  const put = (field: SpawnField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setGaps((before) => ({ ...before, [field]: undefined }));
  };
  const set = (field: SpawnField) => (event: { target: { value: string } }) => put(field, event.target.value);
  const fill = useCallback(
    (filled: SpawnValues) => {
      setValues(filled);
      setWritesOwn(false);
      setGaps({});
      forget();
      form.current?.querySelector<HTMLElement>("textarea")?.focus();
    },
    [forget],
  );
  useEffect(() => {
    if (given !== null) fill(given);
  }, [given, fill]);
  const folders = useMemo(
    () => recentFolders(spawned, panes?.values() ?? [], values.target),
    [spawned, panes, values.target],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = spawnGaps(values);
    setGaps(missing);
    if (Object.keys(missing).length > 0) forget();
    else if ((await run(() => client.spawn(spawnRequest(values)))) !== null) {
      // a branch has one worktree and a prompt is used once; the rest stays for the next agent in the same place
      setValues({ ...values, worktree: "", prompt: "" });
      onSpawned();
    }
    // the fields are marked invalid a frame later
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"]')?.focus(),
    );
  };
  return (
    <form className="form" ref={form} noValidate onSubmit={(event) => void submit(event)} aria-label="Spawn an agent">
      <PresetChoice presets={presets} onChoose={(preset) => fill(presetValues(preset))} />
      <AgentTiles
        agents={agents}
        chosen={values.agent}
        isOther={isOther}
        error={errorOf("agent")}
        onChoose={(agent) => {
          setWritesOwn(false);
          put("agent", agent);
        }}
        onOther={(command) => {
          setWritesOwn(true);
          put("agent", command);
        }}
      />
      <HostChoice
        targets={targets}
        chosen={values.target}
        error={errorOf("target")}
        onChoose={(name) => put("target", name)}
      />
      <WorkspaceField
        target={values.target}
        folders={folders}
        value={values.workspace}
        error={errorOf("workspace")}
        onChange={(folder) => put("workspace", folder)}
      />
      <Field label="Prompt" hint="The agent's first prompt; may be empty." error={errorOf("prompt")}>
        {(control) => <textarea {...control} rows={3} value={values.prompt} onChange={set("prompt")} />}
      </Field>
      <BranchField values={values} error={errorOf("worktree")} onChange={(branch) => put("worktree", branch)} />
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
