import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Queue, QueuedPrompt } from "../../core/protocol/actions/queue.ts";
import { AuditLog } from "../actions/audit-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { Inbox } from "./inbox.ts";

const ME = { uid: 1, user: "me", via: "cli" as const };
const SESSION = "w-1234";

function open() {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-inbox-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const root = join(dir, ".schmux");
  mkdirSync(join(root, "signal"), { recursive: true });
  const store = openMemoryStore();
  const status_file = join(root, "signal", SESSION);
  const registration = {
    session_id: SESSION,
    workspace_id: "w",
    workspace: dir,
    status_file,
    pane_id: "%1",
    tmux_server_pid: 1,
  };
  store.transact(() => store.remember(`session@host:${SESSION}`, JSON.stringify(registration)));
  const runScript = (script: string) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      execFile("sh", ["-c", script], (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  const audit = new AuditLog(store, { now: () => 1 });
  const inbox = new Inbox({ store, audit, targetOf: () => ({ runScript: runScript as never, health: () => "ok" }) });
  return { inbox, root, store, file: join(root, "inbox", SESSION) };
}

const QUEUE: Queue = {
  ...{ runtime_id: "r", ref: "pane:host/w/@1/%1", target: "host", pane_id: "%1", agent: "generic" },
  ...{ paused: false, version: 1, prompts: [] },
};

function message(id: string, text: string): QueuedPrompt {
  const state = { kind: "waiting" as const };
  return {
    id,
    text,
    after: null,
    keep: false,
    allow_changes: false,
    channel: "inbox",
    added_at: 0,
    added_by: ME,
    state,
  };
}

describe("Inbox", () => {
  it("[QU12] a message is written whole, once, and not over an unread one; nothing of ours is left", async () => {
    const { inbox, root, store, file } = open();
    const odd = 'it\'s "odd" $HOME `x`\nof two lines';
    await inbox.put(message("id-1", odd), QUEUE);
    expect(readFileSync(file, "utf8")).toBe(`${odd}\n`);
    await expect(inbox.put(message("id-2", "later"), QUEUE)).rejects.toMatchObject({ code: "E_INBOX" });
    rmSync(file);
    // asked again after a crash: it was there, though it is read by now
    await inbox.put(message("id-1", odd), QUEUE);
    expect(readdirSync(join(root, "inbox"))).not.toContain(SESSION);
    await inbox.put(message("id-2", "later"), QUEUE);
    expect(readFileSync(file, "utf8")).toBe("later\n");
    for (const id of ["id-1", "id-2"]) await inbox.forget(message(id, ""), QUEUE);
    expect(readdirSync(join(root, "inbox"))).toEqual([SESSION]);
    expect(store.audit(0, 10).map(({ outcome, request }) => [outcome, request.verb])).toContainEqual([
      "done",
      "deliver",
    ]);
  });

  it("[QU12] no link is followed, and a session id that leads elsewhere is none", async () => {
    const { inbox, root, store } = open();
    const elsewhere = join(root, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(root, "inbox"));
    await expect(inbox.put(message("id-1", "x"), QUEUE)).rejects.toMatchObject({ code: "E_INBOX" });
    rmSync(join(root, "inbox"));
    mkdirSync(join(root, "inbox"));
    writeFileSync(join(elsewhere, "target"), "mine");
    symlinkSync(join(elsewhere, "target"), join(root, "inbox", SESSION));
    await expect(inbox.put(message("id-1", "x"), QUEUE)).rejects.toMatchObject({ code: "E_INBOX" });
    expect([readdirSync(elsewhere), readFileSync(join(elsewhere, "target"), "utf8")]).toEqual([["target"], "mine"]);
    store.transact(() => store.forget(`session@host:${SESSION}`));
    expect(inbox.isAt("host", "%1")).toBe(false);
  });
});
