import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { silentLog } from "../base/test-log.ts";
import type { FileLook } from "../targets/machine/machine.ts";
import { SharedFiles } from "../targets/machine/shared-files.ts";
import { GitBranches } from "./git-branches.ts";

describe("branches of agents' directories", () => {
  it("[RS26] one script finds the repositories of all, above them, beside a worktree, and under any name", async () => {
    const place = new Place();
    const odd = place.repository("it's a $(touch no) \\ repo!", "odd");
    const main = place.repository("main", "trunk");
    mkdirSync(join(place.dir, "tree", "deep"), { recursive: true });
    const worktree = join(main, ".git", "worktrees", "tree");
    mkdirSync(worktree, { recursive: true });
    writeFileSync(join(worktree, "HEAD"), "ref: refs/heads/side\n");
    writeFileSync(join(place.dir, "tree", ".git"), `gitdir: ${worktree}\n`);
    const alone = join(place.dir, "alone");
    mkdirSync(alone);
    const directories = [odd, join(main, "src"), join(place.dir, "tree", "deep"), alone, "relative", "/w\nx"];
    place.works(...directories);
    await place.look();
    expect(place.scripts).toBe(1);
    expect(place.told).toEqual(["%1 odd", "%2 trunk", "%3 side"]);
  });

  it("[RS26] what is no repository tells nothing: pipes, long files, files that name others", async () => {
    const place = new Place();
    const [pipe, long, names] = ["pipe", "long", "names"].map((name) => join(place.dir, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [pipe, long, names]) mkdirSync(each);
    execFileSync("mkfifo", [join(pipe, ".git")]);
    writeFileSync(join(long, ".git"), `gitdir: ${"x".repeat(1_000_000)}`);
    const secret = join(place.dir, "secret");
    mkdirSync(secret);
    writeFileSync(join(secret, "HEAD"), "a password\n");
    writeFileSync(join(names, ".git"), `gitdir: ${secret}\n`);
    place.works(pipe, long, names);
    await place.look();
    expect([place.scripts, place.told]).toEqual([1, []]);
  });

  it("[SC29] a path with a line break in it says nothing of another directory", async () => {
    const place = new Place();
    const [own, other, evil] = ["own", "other", "evil"].map((name) => place.repository(name, name)) as [
      string,
      string,
      string,
    ];
    const odd = join(place.dir, "odd\ngit-head 2 ", evil, ".git");
    mkdirSync(odd, { recursive: true });
    writeFileSync(join(odd, "HEAD"), "ref: refs/heads/odd\n");
    const link = place.repository("link", "link");
    rmSync(join(link, ".git"), { recursive: true });
    symlinkSync(odd, join(link, ".git"));
    const sign = place.repository(`sign\u2028git-head 2 ${"x"}`, "sign");
    place.works(own, other, link, sign);
    await place.look();
    expect(place.told).toEqual(["%1 own", "%2 other", "%4 sign"]);
  });

  it("[RS26] looks again at most once a minute, and only if the agent there has done something", async () => {
    const place = new Place();
    const directory = join(place.dir, "new");
    mkdirSync(directory);
    place.works(directory);
    await place.look();
    place.repository("new", "first");
    for (let second = 0; second < 59; second += 1) await place.later(1_000);
    place.updated();
    await place.later(500);
    expect([place.scripts, place.told]).toEqual([1, []]);
    await place.later(1_000);
    expect([place.scripts, place.told]).toEqual([2, ["%1 first"]]);
    for (let minute = 0; minute < 5; minute += 1) await place.later(60_000);
    expect(place.scripts).toBe(2);
    rmSync(join(directory, ".git"), { recursive: true });
    place.updated();
    await place.later(60_000);
    expect([place.scripts, place.told.at(-1)]).toEqual([3, "%1 null"]);
  });

  it("[RS26] a machine that does not answer changes nothing, and one that takes one channel is asked less", async () => {
    const place = new Place();
    place.works(place.repository("main", "trunk"));
    place.isDown = true;
    await place.look();
    expect(place.told).toEqual([]);
    place.isDown = false;
    await place.later(60_000);
    expect(place.told).toEqual(["%1 trunk"]);
    place.carrier = "window";
    place.updated();
    await place.later(120_000);
    expect(place.scripts).toBe(2);
  });
});

/** Real directories and a real shell; a clock, and files that are read when the test says so. */
class Place {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-git-")));
  readonly told: string[] = [];
  scripts = 0;
  isDown = false;
  carrier: "channel" | "window" = "channel";
  private now = 1_000_000;
  private items: PaneItem[] = [];
  private readonly branches: GitBranches;

  constructor() {
    onTestFinished(() => rmSync(this.dir, { recursive: true }));
    const place = this;
    const watch = (path: string, onLook: (look: FileLook) => void) =>
      onLook({ text: readFileSync(path, "utf8"), time: 5, stamp: "5" });
    this.branches = new GitBranches({
      machine: {
        sharedFiles: new SharedFiles({ watch, unwatch: () => undefined }),
        get carrier() {
          return place.carrier;
        },
        clockOffset: () => 0,
        runScript: async (input) => {
          this.scripts += 1;
          if (this.isDown) throw new Error("not reached");
          return { code: 0, stderr: "", stdout: execFileSync("sh", ["-s"], { input, encoding: "utf8" }) };
        },
      },
      panes: () => this.items,
      learn: (item, branch) => {
        this.told.push(`${item.identity.pane_id} ${branch?.name ?? null}`);
        this.items = this.items.map((each) => (each === item ? withBranch(item, branch) : each));
      },
      clock: { now: () => this.now },
      log: silentLog(),
    });
  }

  repository(name: string, branch: string): string {
    const directory = join(this.dir, name);
    mkdirSync(join(directory, ".git"), { recursive: true });
    mkdirSync(join(directory, "src"), { recursive: true });
    writeFileSync(join(directory, ".git", "HEAD"), `ref: refs/heads/${branch}\n`);
    return directory;
  }

  works(...directories: readonly string[]): void {
    this.items = directories.map((path, index) => {
      const directory = { path, source: "hook", from: "x", at: 1 } as const;
      const doing = { task: null, tool: null, words: null, directory, branch: null, changes: null };
      return testPane({ pane_id: `%${index + 1}` }, { doing, updated_at: 1 });
    });
  }

  updated(): void {
    this.items = this.items.map((item) => ({ ...item, updated_at: this.now }));
  }

  async look(): Promise<void> {
    this.branches.observe();
    await setImmediate();
  }

  async later(ms: number): Promise<void> {
    this.now += ms;
    this.branches.retry();
    await setImmediate();
  }
}

function withBranch(item: PaneItem, branch: NonNullable<PaneItem["doing"]>["branch"]): PaneItem {
  return { ...item, doing: item.doing && { ...item.doing, branch } };
}
