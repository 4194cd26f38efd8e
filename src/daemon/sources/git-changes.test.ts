import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { changesOf } from "../../core/lists/who.ts";
import type { State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { silentLog } from "../base/test-log.ts";
import { GitChanges } from "./git-changes.ts";

describe("what is not committed where agents work", () => {
  it("[RS27] is counted when a turn or a tool has ended, and not while nothing ends", async () => {
    const place = new Place();
    await place.works("running");
    expect([place.scripts, place.told]).toEqual([1, ["0 files"]]);
    writeFileSync(join(place.dir, "cart.txt"), "one\nthree\nfour\n");
    writeFileSync(join(place.dir, "new file"), "x");
    await place.works("running", 5);
    expect(place.scripts).toBe(1);
    await place.works("running", 6);
    expect([place.scripts, place.told.at(-1)]).toEqual([2, "+2 -1 1 new"]);
    await place.works("running", 6);
    await place.works("completed");
    await place.works("idle");
    expect([place.scripts, place.told.length]).toEqual([3, 2]);
  });

  it("[RS27] is counted again when somebody turns to the agent, and of no other directory", async () => {
    const place = new Place();
    await place.works("idle");
    writeFileSync(join(place.dir, "cart.txt"), "by hand\n");
    await place.turnTo("%99");
    expect(place.scripts).toBe(1);
    await place.turnTo("%1");
    expect([place.scripts, place.told.at(-1)]).toEqual([2, "+1 -2"]);
  });

  it("[RS27] is that of the whole repository, wherever in it the agent works", async () => {
    const place = new Place();
    mkdirSync(join(place.dir, "new", "folder"), { recursive: true });
    await place.works("idle", null, 60_000, "new/folder");
    expect(place.told).toEqual(["0 files"]);
    writeFileSync(join(place.dir, "beside"), "x");
    writeFileSync(join(place.dir, "new", "folder", "below"), "x");
    await place.turnTo("%1");
    expect(place.told.at(-1)).toBe("2 new");
  });

  it("[RS27] counts at most once a second, and where each look is a login once a minute", async () => {
    const place = new Place();
    await place.works("running");
    place.waits.length = 0;
    await place.works("running", 1, 0);
    await place.works("completed", null, 0);
    expect([place.scripts, place.waits]).toEqual([1, [1_000]]);
    place.carrier = "window";
    await place.works("running", 2, 0);
    await place.works("completed", null, 0);
    expect(place.waits.at(-1)).toBe(60_000);
  });

  it("[RS27] runs no program that the repository names, and tells nothing where git could not do without", async () => {
    const place = new Place();
    const trap = join(place.dir, "trap");
    writeFileSync(trap, `#!/bin/sh\ntouch '${place.dir}/sprung'\ncat\n`);
    chmodSync(trap, 0o755);
    for (const name of ["core.fsmonitor", "diff.external", "diff.odd.textconv", "diff.odd.command", "core.pager"])
      place.git("config", name, trap);
    mkdirSync(join(place.dir, ".git", "hooks"), { recursive: true });
    writeFileSync(join(place.dir, ".git", "hooks", "post-index-change"), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    writeFileSync(join(place.dir, ".gitattributes"), "*.txt diff=odd filter=odd\n");
    writeFileSync(join(place.dir, "cart.txt"), "one\nthree\n");
    await place.works("idle");
    expect(place.told).toEqual(["+1 -1 2 new"]);
    place.git("config", "filter.odd.clean", trap);
    await place.works("running");
    await place.works("completed");
    expect([place.told.at(-1), existsSync(join(place.dir, "sprung"))]).toEqual([null, false]);
  });

  it("[RS27] tells nothing outside of repositories, and leaves a directory that hangs alone for ten minutes", async () => {
    const place = new Place();
    rmSync(join(place.dir, ".git"), { recursive: true });
    await place.works("idle");
    expect([place.scripts, place.told]).toEqual([1, []]);
    place.isHanging = true;
    for (const state of ["running", "idle", "running", "idle"] as const) await place.works(state);
    expect(place.scripts).toBe(2);
    await place.works("running", null, 600_000);
    await place.works("idle");
    expect(place.scripts).toBe(3);
  });
});

/** A real repository with one commit, a real shell, and a clock that the test moves. */
class Place {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-git-")));
  readonly told: (string | null)[] = [];
  readonly waits: number[] = [];
  scripts = 0;
  isHanging = false;
  carrier: "channel" | "window" = "channel";
  private now = 1_000_000;
  private item: PaneItem = testPane({});
  private due = () => {};
  private readonly changes: GitChanges;

  constructor() {
    onTestFinished(() => rmSync(this.dir, { recursive: true }));
    this.git("init", "-q");
    writeFileSync(join(this.dir, "cart.txt"), "one\ntwo\n");
    this.git("add", ".");
    this.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "begin");
    const place = this;
    this.changes = new GitChanges({
      target: "host",
      machine: {
        get carrier() {
          return place.carrier;
        },
        runScript: async (input) => {
          this.scripts += 1;
          if (this.isHanging) throw new Error("took too long");
          return { code: 0, stderr: "", stdout: execFileSync("sh", ["-s"], { input, encoding: "utf8" }) };
        },
      },
      panes: () => [this.item],
      learn: (item, changes) => {
        this.told.push(changes && (changesOf(changes) || `${changes.files} files`));
        this.item = { ...item, doing: item.doing && { ...item.doing, changes } };
      },
      clock: { now: () => this.now },
      log: silentLog(),
      after: (ms, then) => {
        this.waits.push(ms);
        this.due = then;
        return () => {
          this.due = () => {};
        };
      },
    });
  }

  git(...args: readonly string[]): void {
    execFileSync("git", args, { cwd: this.dir });
  }

  /** The agent is in that state, with a tool that was begun at that time; then so much time passes. */
  async works(state: State, toolAt: number | null = null, laterMs = 60_000, below = ""): Promise<void> {
    const directory = { path: join(this.dir, below), source: "hook", from: "x", at: 1 } as const;
    const tool =
      toolAt === null ? null : ({ name: "Bash", argument: null, source: "hook", from: "x", at: toolAt } as const);
    const none = { task: null, words: null, branch: null };
    const doing = { ...none, directory, tool, changes: this.item.doing?.changes ?? null };
    this.item = testPane({}, { doing, state });
    this.changes.follow({ changed: [this.item], removed: [] });
    if (laterMs > 0) await this.pass(laterMs);
  }

  /** Somebody turns to that pane; then a minute passes. */
  async turnTo(paneId: string): Promise<void> {
    this.changes.lookAgain(new Set([paneId]));
    await this.pass(60_000);
  }

  private async pass(ms: number): Promise<void> {
    this.now += ms;
    this.due();
    await setImmediate();
  }
}
