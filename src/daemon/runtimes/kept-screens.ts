import { createHash } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UnknownScreen } from "../../core/agent-file/unknown-screen.ts";
import { redactText } from "../../core/redact/redact.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { makePrivateDirectory } from "../base/private-directory.ts";

/** A screen that no cue of its agent fits. */
export interface Unrecognised {
  rows: readonly string[];
  title: string;
  /** Whether the pane still shows it. */
  isStill(): boolean;
}

interface KeptScreensDeps {
  folder: string;
  clock: Clock;
  log: Log;
  after(ms: number, then: () => void): void;
}

/** A screen that passes by is nothing that a person would want to report. */
const STAYS_MS = 30_000;
const MOST_SCREENS = 50;
const MOST_ROWS = 200;
const LONGEST_ROW = 1_000;

/** Keeps unknown screens of known agents, without secrets, for `agtmux adapters report`. Only if the user asked for it. */
export class KeptScreens {
  private readonly deps: KeptScreensDeps;

  constructor(deps: KeptScreensDeps) {
    this.deps = deps;
  }

  saw(agent: string, version: string | null, screen: Unrecognised): void {
    this.deps.after(STAYS_MS, () => {
      if (screen.isStill()) this.keep(agent, version, screen);
    });
  }

  private keep(agent: string, version: string | null, { rows, title }: Unrecognised): void {
    const { folder, clock, log } = this.deps;
    const lines = rows.slice(0, MOST_ROWS).map((row) => redactText(row.slice(0, LONGEST_ROW)).trimEnd());
    const digest = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
    const kept: UnknownScreen = { agent, version, seen_at: clock.now(), title: redactText(title), lines };
    const path = join(folder, `${agent}-${digest}.json`);
    try {
      makePrivateDirectory(folder);
      writeFileSync(`${path}.part`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${path}.part`, path);
      this.removeOldest();
    } catch (error) {
      log.warn({ path, err: String(error) }, "an unknown screen could not be kept");
    }
  }

  private removeOldest(): void {
    const paths = readdirSync(this.deps.folder).map((name) => join(this.deps.folder, name));
    const byAge = paths.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at);
    for (const { path } of byAge.slice(MOST_SCREENS)) rmSync(path);
  }
}
