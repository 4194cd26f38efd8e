import { homedir } from "node:os";
import { join } from "node:path";
import { isUsablePath } from "../../core/adapter/own-path.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Home } from "../base/home.ts";
import type { Problems } from "../base/problems.ts";
import type { Store } from "../store/store.ts";
import type { Target } from "../targets/target.ts";
import type { RemoteFile, RemotePlace } from "./remote-files.ts";
import { Search, type ToldFile } from "./search.ts";

const BYTES_PER_MB = 1_048_576;

interface OpenSearchDeps {
  home: Home;
  settings: Settings;
  store: Store;
  problems: Problems;
  panes(): readonly PaneItem[];
  targets(): readonly Target[];
}

/** Builds the search; its thread is started later. */
export function openSearch({ home, settings, store, problems, panes, targets }: OpenSearchDeps): Search {
  const person = homedir();
  return new Search({
    isOn: settings.search,
    bundle: join(__dirname, "search.cjs"),
    start: {
      database: home.search,
      ownHome: home.dir,
      home: person,
      env: { ...process.env },
      exclude: settings.search_exclude.map((folder) => folder.replace(/^~(?=$|\/)/, person)),
      keepMs: settings.search_keep,
      mostBytes: settings.search_size * BYTES_PER_MB,
    },
    told: () => toldFiles(store, panes(), targets()),
    elsewhere: () => filesElsewhere(store, panes(), targets()),
    problems,
  });
}

/** Files that agents on this machine have told, those that have ended first. */
function toldFiles(store: Store, panes: readonly PaneItem[], targets: readonly Target[]): ToldFile[] {
  const here = targets.filter(({ isLocal }) => isLocal);
  const files = filesOf(store, panes, here).map(({ file, pane }) => ({ ...file, pane }));
  return files.sort((a, b) => Number(a.pane !== null) - Number(b.pane !== null));
}

/** Files of agents over ssh, those that are alive first; none where each look would be a login. */
function filesElsewhere(store: Store, panes: readonly PaneItem[], targets: readonly Target[]) {
  const others = targets.filter(({ isLocal }) => !isLocal);
  const reached = others.filter((target) => {
    const { health, carrier } = target.item();
    return health !== "down" && carrier === "channel";
  });
  const files = filesOf(store, panes, reached).map(({ file, pane, row, target }) => ({
    ...{ ...file, runs: undefined, target: row.target_id, pane, ended_at: row.ended_at },
    runScript: (...script: Parameters<typeof target.runScript>) => target.runScript(...script),
  }));
  files.sort((a, b) => Number(b.ended_at === null) - Number(a.ended_at === null));
  return { targets: others.map(({ name }) => name), files, places: placesOf(reached, files) };
}

/** Each machine by the first of its targets. */
function placesOf(targets: readonly Target[], files: readonly RemoteFile[]): RemotePlace[] {
  const hostOf = new Map(targets.map((target) => [target.name, target.actionTarget().host]));
  const first = targets.filter(
    ({ name }, n) => targets.findIndex((each) => hostOf.get(each.name) === hostOf.get(name)) === n,
  );
  return first.map((target) => ({
    target: target.name,
    runScript: (...script) => target.actionTarget().runScript(...script),
    told: files.flatMap((file) => (hostOf.get(file.target) === hostOf.get(target.name) ? [file.path] : [])),
  }));
}

/** Files that agents of these targets have told. */
function filesOf(store: Store, panes: readonly PaneItem[], targets: readonly Target[]) {
  const byName = new Map(targets.map((target) => [target.name, target.actionTarget()]));
  const paneOf = new Map(panes.map(({ runtime_id, ref }) => [runtime_id, ref]));
  return store.runtimes(0).flatMap((row) => {
    const target = byName.get(row.target_id);
    if (target === undefined) return [];
    const metadata = target.metadataOf(row);
    const conversation = target.adapterOf(row.agent_type)?.conversation;
    const path = conversation?.path(metadata) ?? null;
    if (path === null || !isUsablePath(path)) return [];
    const pane = row.ended_at === null ? (paneOf.get(row.runtime_id) ?? null) : null;
    const runs = conversation?.runOf === undefined ? undefined : conversation.runPath?.(path, "*");
    return [{ file: { agent: row.agent_type, path, directory: metadata.cwd, runs }, pane, row, target }];
  });
}
