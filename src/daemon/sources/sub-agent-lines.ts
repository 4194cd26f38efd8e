import { z } from "zod";
import type { Reading, SecondSource } from "../../core/adapter/adapter.ts";
import { WORK_ONLY } from "../../core/adapter/evidence.ts";
import { isUsablePath } from "../../core/adapter/own-path.ts";
import type { KeyValueWrite } from "../pipeline/pipeline.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import { type FollowedLine, type LineFollow, LinePosition } from "../targets/machine/machine.ts";

/** How many sub-agents of one conversation are followed: those that were named last. */
const MOST = 32;
/** A sub-agent's id, which becomes part of a path. */
const ID = /^[\w-]{1,80}$/;
/** No file has this identity, so it is read from its beginning. */
const BEGINNING: LinePosition = { file: "", offset: 0 };

/** A conversation, and the file in which its agent keeps it. */
export interface ParentFile {
  path: string;
  source: SecondSource;
  /** The agent's own id of the conversation. */
  session: string | undefined;
  /** Stores the readings of lines of a sub-agent's file; false if that failed. */
  take(readings: { reading: Reading; line: FollowedLine; path: string }[], writes: readonly KeyValueWrite[]): boolean;
}

/** Reads from sub-agents' own files what they use, which counts for the conversation that started them. */
export class SubAgentLines {
  private readonly deps: { target: string; lines: LineFollow; store: Store };
  /** Paths that are followed, by sub-agent, by path of the conversation. */
  private readonly followed = new Map<string, Map<string, readonly string[]>>();

  constructor(deps: SubAgentLines["deps"]) {
    this.deps = deps;
  }

  /** Goes on with the sub-agents that were named before. */
  watch(parent: ParentFile): void {
    const stored = this.deps.store.recall(this.idsKey(parent.path));
    for (const id of (stored === null ? null : readStored(z.array(z.string()), stored)) ?? []) this.follow(parent, id);
  }

  /** Finds sub-agents in lines of a conversation; returns what is to be stored with those lines. */
  learn(parent: ParentFile, lines: readonly Pick<FollowedLine, "text">[]): KeyValueWrite[] {
    const { subAgents } = parent.source;
    if (subAgents === undefined) return [];
    const named = lines.flatMap(({ text }) => [...text.matchAll(subAgents.named)].map(([, id = ""]) => id));
    return this.name(parent, named);
  }

  /** As `learn`, for sub-agents whose ids an event has told. */
  name(parent: ParentFile, named: readonly string[]): KeyValueWrite[] {
    if (parent.source.subAgents === undefined) return [];
    const isNew = (id: string) => ID.test(id) && this.followed.get(parent.path)?.has(id) !== true;
    const news = [...new Set(named)].filter(isNew);
    if (news.length === 0) return [];
    const forgotten = news.flatMap((id) => this.follow(parent, id));
    const ids = [...(this.followed.get(parent.path)?.keys() ?? [])];
    return [...forgotten, [this.idsKey(parent.path), JSON.stringify(ids)]];
  }

  /** Follows none of them any more, and returns what is to be forgotten if the conversation is over. */
  unwatch(path: string): KeyValueWrite[] {
    const followed = this.followed.get(path);
    if (followed === undefined) return [];
    this.followed.delete(path);
    return [[this.idsKey(path), null], ...[...followed.values()].flatMap((paths) => this.unfollow(paths))];
  }

  private follow(parent: ParentFile, id: string): KeyValueWrite[] {
    const { lines, store } = this.deps;
    const { path: transcript, source, session: session_id } = parent;
    const paths = source.subAgents?.paths(id, { transcript, ...(session_id !== undefined && { session_id }) }) ?? [];
    const usable = paths.filter(isUsablePath);
    const followed = this.followed.get(transcript) ?? new Map<string, readonly string[]>();
    this.followed.set(transcript, followed);
    followed.set(id, usable);
    const forgotten: KeyValueWrite[] = [];
    for (const [oldest, theirs] of followed) {
      if (followed.size <= MOST) break;
      followed.delete(oldest);
      forgotten.push(...this.unfollow(theirs));
    }
    for (const path of usable) {
      const stored = store.recall(this.placeKey(path));
      const from = (stored === null ? null : readStored(LinePosition, stored)) ?? BEGINNING;
      const read = usageReader(parent, id);
      lines.follow(path, from, (news, next) => {
        const readings = news.flatMap((line) => read(line.text).map((reading) => ({ reading, line, path })));
        // a sub-agent may have others of its own
        const writes = this.learn(parent, news);
        return parent.take(readings, [...writes, [this.placeKey(path), JSON.stringify(next)]]);
      });
    }
    return forgotten;
  }

  private unfollow(paths: readonly string[]): KeyValueWrite[] {
    return paths.map((path) => {
      this.deps.lines.unfollow(path);
      return [this.placeKey(path), null];
    });
  }

  private placeKey(path: string): string {
    return `place@${this.deps.target}:${path}`;
  }

  private idsKey(path: string): string {
    return `sub-agents@${this.deps.target}:${path}`;
  }
}

/** Reads only what a sub-agent's calls used: they belong to the conversation, but tell nothing of its context or model. */
function usageReader({ source, session: session_id }: ParentFile, id: string): (text: string) => Reading[] {
  let model: string | null = null;
  return (text) =>
    source.read(text).flatMap(({ usage, at, source: kind, event_type }) => {
      model = usage?.model ?? model;
      if (usage?.call === undefined) return [];
      const { call, limits } = usage;
      const own = { ...call, id: call.in_session ? `${id}:${call.id}` : call.id, model: call.model ?? model };
      return [
        {
          source: kind,
          event_type,
          message: "",
          evidence: WORK_ONLY,
          run: { id, parent: session_id ?? "" },
          usage: { call: own, ...(limits !== undefined && { limits }) },
          ...(at !== undefined && { at }),
          ...(session_id !== undefined && { session_id }),
        },
      ];
    });
}
