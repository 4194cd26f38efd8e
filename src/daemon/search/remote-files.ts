import { NO_FILE, type Place, type ReadPart, readPart, readScript } from "../../core/conversation/read-script.ts";
import { type ArchivedFile, archiveScript, readArchives } from "../../core/search/archive-script.ts";
import { byteLength } from "../../core/text/byte-length.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { type AgentFile, isExcluded } from "./index-file.ts";
import type { NewLines } from "./read-new-lines.ts";
import type { SearchWorker } from "./search-worker.ts";

const BYTES_AT_ONCE = 256 * 1024;
/** Of one target; the rest is read the next time. */
const BYTES_PER_ROUND = 8 * 1024 * 1024;
const BYTES_PER_LOOK = 64 * 1024;
const TIMEOUT_MS = 30_000;
const DAY_MS = 86_400_000;
/** What an agent wrote at its end may come a little later. */
const SETTLED_MS = 60_000;

/** A file that an agent over ssh has named. */
export interface RemoteFile extends AgentFile {
  target: string;
  /** Null if the agent is alive. */
  ended_at: number | null;
  runScript: ActionTarget["runScript"];
}

/** A machine over ssh whose conversations can be listed, by one of its targets. */
export interface RemotePlace extends Pick<RemoteFile, "target" | "runScript"> {
  /** Files that agents of any target of the machine have told. */
  told: readonly string[];
}

interface RemoteFilesDeps {
  worker: Pick<SearchWorker, "ask">;
  archives: Parameters<typeof readArchives>[1];
  exclude: readonly string[];
  keepMs: number;
  now(): number;
}

/** Reads the conversations of agents over ssh for the index: of each file only what was added since the last time. */
export class RemoteFiles {
  private readonly deps: RemoteFilesDeps;
  private reading: Promise<unknown> | null = null;

  constructor(deps: RemoteFilesDeps) {
    this.deps = deps;
  }

  /** Resolves when all were read, or as much as is read at a time. A target that fails is read the next time. */
  async read(files: readonly RemoteFile[], places: readonly RemotePlace[] = []): Promise<void> {
    const targets = [...new Set([...files, ...places].map(({ target }) => target))];
    const readings = () =>
      targets.map((name) =>
        this.readTarget(
          files.filter(({ target }) => target === name),
          places.find(({ target }) => target === name),
        ),
      );
    this.reading ??= Promise.allSettled(readings()).finally(() => {
      this.reading = null;
    });
    await this.reading;
  }

  /** Files that agents have told come first, then all others that are there. */
  private async readTarget(told: readonly RemoteFile[], place: RemotePlace | undefined): Promise<void> {
    let left = BYTES_PER_ROUND;
    const seen = new Set<string>();
    const read = async (files: readonly RemoteFile[]) => {
      for (const file of files) {
        if (left <= 0) return;
        if (!seen.has(file.path)) left -= await this.readFile(file, left);
        seen.add(file.path);
      }
    };
    await read(told);
    if (place !== undefined && left > 0) await read(await this.findOthers(place));
  }

  /** Files that nobody has told and that have grown since they were read; those that are gone leave the index. */
  private async findOthers({ target, runScript, ...place }: RemotePlace): Promise<RemoteFile[]> {
    const { worker, archives, keepMs } = this.deps;
    const script = archiveScript(archives, keepMs / DAY_MS);
    const { code, stdout } = await runScript(script, { timeoutMs: TIMEOUT_MS });
    if (code !== 0) return [];
    const { files, covers } = readArchives(stdout, archives);
    const known = new Map((await worker.ask({ type: "known", target })).map((each) => [each.path, each]));
    const told = new Set(place.told);
    const there = new Set(files.map(({ path }) => path));
    for (const { agent, path } of known.values())
      if (covers?.(path) === true && !there.has(path) && !told.has(path))
        await worker.ask({ type: "forget", file: { agent, path, target } });
    const isNew = ({ path, size }: ArchivedFile) => !told.has(path) && known.get(path)?.size !== size;
    return files.filter(isNew).map(({ agent, path }) => ({ agent, path, target, runScript, ended_at: null }));
  }

  /** Returns how many bytes were read; a look counts as some, too. */
  private async readFile({ runScript, ended_at, ...file }: RemoteFile, most: number): Promise<number> {
    const { worker, exclude, now } = this.deps;
    if (file.directory !== undefined && isExcluded(file.directory, exclude)) return 0;
    const known = await worker.ask({ type: "place", file });
    if (known?.is_excluded === 1) return 0;
    const isRead = known !== null && known.offset >= known.size;
    if (isRead && ended_at !== null && known.changed_at > ended_at + SETTLED_MS) return 0;
    let place: Place = known === null ? FROM_START : { file: known.file, offset: known.offset };
    let isAnother = known === null;
    for (let bytes = BYTES_PER_LOOK; ; ) {
      const { code, stdout } = await runScript(readScript(file.path, place, BYTES_AT_ONCE), { timeoutMs: TIMEOUT_MS });
      if (code === NO_FILE && known !== null) await worker.ask({ type: "forget", file });
      const part = code === 0 ? readPart(stdout, BYTES_AT_ONCE) : null;
      if (part === null) return bytes;
      if (!part.continues) {
        // it is another file by now
        if (isAnother) return bytes;
        [place, isAnother] = [FROM_START, true];
        continue;
      }
      const isMore = await worker.ask({ type: "add", file, read: linesOf(part, place.offset, isAnother, now()) });
      bytes += part.next.offset - place.offset;
      if (!isMore || bytes >= most) return bytes;
      [place, isAnother] = [part.next, false];
    }
  }
}

const FROM_START: Place = { file: null, offset: 0 };

function linesOf({ lines, next, has_more }: ReadPart, from: number, isAnother: boolean, now: number): NewLines {
  let start = from;
  return {
    lines: lines.map((text) => {
      const line = { text, start };
      start += byteLength(text) + 1;
      return line;
    }),
    isAnother,
    known: { file: next.file, offset: next.offset, mark: "", size: next.offset + (has_more ? 1 : 0), changed_at: now },
    hasMore: has_more,
  };
}
