import type { WatchedPiece } from "../../../core/signals/watcher-frame.ts";
import type { LineFollow, LinePosition } from "../machine/machine.ts";
import { LineReading, PIECE_BYTES, type TakeLines } from "./line-reading.ts";

/** The part of the watcher that followed files use. */
interface LineWatcher {
  /** False for a path that cannot be requested. */
  followLines(number: number, path: string, reached: LinePosition | null): boolean;
  unfollowLines(path: string): void;
}

interface Followed {
  path: string;
  reading: LineReading;
  /** Number of the current request; replies to others are ignored. Null without one. */
  number: number | null;
  /** Scans since the last reply. */
  silentScans: number;
}

/** A lost reply is requested again after this many scans. */
const PATIENT_SCANS = 15;

/** Follows growing files of another machine through the watcher there. */
export class RemoteLines implements LineFollow {
  private readonly followed = new Map<string, Followed>();
  /** Files with possibly much to read. Requested one by one, else everything else would wait behind them. */
  private readonly behind = new Set<Followed>();
  private catchingUp: Followed | null = null;
  private watcher: LineWatcher | null = null;
  private lastNumber = 0;

  follow(path: string, from: LinePosition | null, take: TakeLines): void {
    this.forget(path);
    const followed = { path, reading: new LineReading(from, take), number: null, silentScans: 0 };
    this.followed.set(path, followed);
    this.catchUp(followed);
  }

  unfollow(path: string): void {
    this.forget(path);
    this.watcher?.unfollowLines(path);
    this.askNext();
  }

  attach(watcher: LineWatcher): void {
    this.watcher = watcher;
    for (const followed of this.followed.values()) {
      followed.reading.goBack();
      this.catchUp(followed);
    }
  }

  detach(): void {
    this.watcher = null;
    this.behind.clear();
    this.catchingUp = null;
    for (const followed of this.followed.values()) followed.number = null;
  }

  receive(number: number, piece: WatchedPiece | null): void {
    const followed = [...this.followed.values()].find((each) => each.number === number);
    if (followed === undefined) return;
    followed.silentScans = 0;
    if (this.catchingUp === followed) this.catchingUp = null;
    if (piece !== null) this.add(followed, piece);
    this.askNext();
  }

  /** The watcher there scans by itself. This requests again what was refused here. */
  scan(): void {
    for (const followed of this.followed.values()) {
      followed.silentScans += 1;
      if (this.behind.has(followed)) continue;
      if (followed.number === null) this.catchUp(followed);
      else if (followed.silentScans >= PATIENT_SCANS) this.ask(followed, followed.number);
    }
  }

  stop(): void {
    this.followed.clear();
    this.detach();
  }

  private add(followed: Followed, piece: WatchedPiece): void {
    const { reading } = followed;
    followed.number = null;
    let outcome = reading.add(piece);
    // the file starts anew, and this is its beginning
    if (outcome === "misfit" && piece.offset === 0 && reading.reached?.offset === 0) outcome = reading.add(piece);
    if (outcome === "refused" || this.followed.get(followed.path) !== followed) return;
    if (outcome === "misfit" || piece.bytes.length >= PIECE_BYTES) this.catchUp(followed);
    else this.ask(followed, this.newNumber());
  }

  private catchUp(followed: Followed): void {
    if (this.watcher === null) return;
    this.behind.add(followed);
    this.askNext();
  }

  private askNext(): void {
    for (const followed of this.behind) {
      if (this.catchingUp !== null) return;
      this.behind.delete(followed);
      if (this.ask(followed, this.newNumber())) this.catchingUp = followed;
    }
  }

  /** The requested position also acknowledges everything before it. */
  private ask(followed: Followed, number: number): boolean {
    followed.number = number;
    followed.silentScans = 0;
    return this.watcher?.followLines(number, followed.path, followed.reading.reached) ?? false;
  }

  private newNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  private forget(path: string): void {
    const followed = this.followed.get(path);
    if (followed === undefined) return;
    this.followed.delete(path);
    this.behind.delete(followed);
    if (this.catchingUp === followed) this.catchingUp = null;
  }
}
