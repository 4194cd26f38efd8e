import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { endLeftClients, LocalClients } from "./local-clients.ts";

describe("clients of tmux that were started here", () => {
  it("[TX5] a client left behind is ended, but not another process with its pid", async () => {
    const dir = directory();
    const [left, other] = [sleeper(), sleeper()];
    new LocalClients(dir).note(left);
    writeFileSync(join(dir, String(other.pid)), "another boot 1");
    writeFileSync(join(dir, "4194304"), "one that is gone");
    endLeftClients(dir);
    const [, signal] = await once(left, "exit");
    expect(signal).toBe("SIGTERM");
    expect(other.exitCode ?? other.signalCode).toBeNull();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("[TX5] one that ends by itself is forgotten", async () => {
    const dir = directory();
    const client = sleeper();
    new LocalClients(dir).note(client);
    expect(readdirSync(dir)).toEqual([String(client.pid)]);
    client.kill();
    await once(client, "exit");
    expect(readdirSync(dir)).toEqual([]);
  });

  it("[TX5, FT2] a record that cannot be removed does no harm", async () => {
    const dir = directory();
    const client = sleeper();
    new LocalClients(dir).note(client);
    const path = join(dir, String(client.pid));
    rmSync(path);
    mkdirSync(join(path, "in the way"), { recursive: true });
    client.kill();
    await once(client, "exit");
    expect(() => endLeftClients(dir)).not.toThrow();
    expect(readdirSync(dir)).toEqual([String(client.pid)]);
  });
});

function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-clients-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function sleeper() {
  const child = spawn("sleep", ["60"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
