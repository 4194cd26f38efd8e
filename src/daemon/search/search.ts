import type { z } from "zod";
import { AGENTS, adapterOf } from "../../core/agents/registry.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { SearchReport, SearchRequest } from "../../core/protocol/search/search.ts";
import { archivesElsewhere } from "../../core/search/archive-script.ts";
import type { Problems } from "../base/problems.ts";
import { removeIndex } from "./index-database.ts";
import type { AgentFile } from "./index-file.ts";
import { type RemoteFile, RemoteFiles, type RemotePlace } from "./remote-files.ts";
import { SearchWorker } from "./search-worker.ts";
import type { WorkerStart } from "./worker-messages.ts";

/** A file of an agent that agtmux knows; the pane in which it is alive. */
export interface ToldFile extends AgentFile {
  pane: string | null;
}

export interface SearchDeps {
  isOn: boolean;
  bundle: string;
  start: WorkerStart;
  /** Files that agents on this machine have named. */
  told(): ToldFile[];
  /** Targets over ssh, and as far as they can be reached now, the files that agents there have named, and one target of each machine. */
  elsewhere(): { targets: string[]; files: (RemoteFile & { pane: string | null })[]; places: RemotePlace[] };
  problems: Problems;
}

/** Searches the conversations of agents on this machine and over ssh. The index and all work on it are in a thread of its own. */
export class Search {
  private readonly deps: SearchDeps;
  private readonly worker: SearchWorker;
  private readonly remote: RemoteFiles;

  constructor(deps: SearchDeps) {
    this.deps = deps;
    this.worker = new SearchWorker(deps.bundle, deps.start);
    this.remote = new RemoteFiles({
      ...{ worker: this.worker, archives: archivesElsewhere(AGENTS), now: () => Date.now() },
      ...{ exclude: deps.start.exclude, keepMs: deps.start.keepMs },
    });
  }

  async find(request: z.output<typeof SearchRequest>): Promise<SearchReport> {
    this.refuseIfOff();
    const told = this.deps.told();
    const live = told.filter(({ pane }) => pane !== null);
    const { hits, ...rest } = await this.worker
      .ask({ type: "search", wanted: request, live: live.map(fileOf) })
      .catch(unusable);
    // the next search finds what others have written meanwhile
    if (request.until === undefined) void this.scan();
    const alive = [...live, ...this.deps.elsewhere().files];
    const paneOf = new Map(alive.map(({ target = "", path, pane }) => [`${target} ${path}`, pane]));
    return {
      schema_version: 1,
      hits: hits.map(({ path, target, ...hit }) => ({
        ...hit,
        target: target === "" ? null : target,
        is_sub_agent: adapterOf(hit.agent)?.conversation?.runOf?.(path) !== undefined,
        pane: paneOf.get(`${target} ${path}`) ?? null,
      })),
      ...rest,
    };
  }

  /** The file of a conversation in the index. */
  async locate(name: string): Promise<AgentFile | null> {
    this.refuseIfOff();
    return this.worker.ask({ type: "locate", name }).catch(unusable);
  }

  /** Brings the index up to date. */
  async scan(): Promise<void> {
    const { isOn, start, told, problems } = this.deps;
    if (!isOn) return removeIndex(start.database);
    try {
      const { targets, files, places } = this.deps.elsewhere();
      await this.worker.ask({ type: "scan", told: told().map(fileOf), targets });
      await this.remote.read(files, places);
      problems.clear("E_SEARCH");
    } catch (error) {
      problems.raise("E_SEARCH", `conversations are not indexed: ${messageOf(error)}`);
    }
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private refuseIfOff(): void {
    if (!this.deps.isOn) throw new Fault("E_SEARCH", "the search is switched off: set search = on to switch it on");
  }
}

function fileOf({ agent, path, directory, runs }: ToldFile): AgentFile {
  return { agent, path, directory, runs };
}

function unusable(error: unknown): never {
  throw new Fault("E_SEARCH", `the index cannot be used: ${messageOf(error)}`);
}
