import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startListening } from "./listen-script.ts";

it.each(["lines", "all"] as const)(
  "[TX5] a link that is gone before the script has said where it listens leaves no FIFO there: %s",
  async (kind) => {
    const dir = mkdtempSync(join(tmpdir(), "agtmux-listen-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const watcher = watch(dir);
    onTestFinished(() => watcher.close());
    // the FIFO may be gone again before a look at the directory would find it
    const made = once(watcher, "change");
    const program = startListening((script) => spawn("sh", ["-c", script, "sh", dir]), kind);
    program.stdout.destroy();
    await made;
    program.stdin.end();
    await vi.waitFor(() => expect(readdirSync(dir)).toEqual([]), { timeout: 60_000 });
  },
);
