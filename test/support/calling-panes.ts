import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Delivery, NotifyStatus } from "../../src/core/protocol/notify/notify.ts";
import { query } from "./event-log.ts";
import type { Sandbox } from "./sandbox.ts";
import { drop } from "./spool-drop.ts";

export function writeConfig(box: Sandbox, text: string): void {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), text, { mode: 0o600 });
}

/** Panes whose programs call for attention through the spool, as a hook would. */
export class CallingPanes {
  readonly ids: readonly string[];
  private readonly box: Sandbox;
  private readonly server: string;

  constructor(box: Sandbox, count: number) {
    this.box = box;
    const first = box.session("callers", "exec cat");
    const more = Array.from({ length: count - 1 }, () =>
      box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "callers:", "exec cat"),
    );
    this.ids = [first, ...more];
    this.server = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
  }

  call(pane: number, event: "needs_input" | "error" | "completed" | "working", message: string): void {
    drop(this.box, { agent: "schmux", event, pane: this.ids[pane] ?? "", tmux: this.server, payload: message });
  }
}

/** The outbox as it is on disk, oldest first. */
export function outbox(box: Sandbox): Delivery[] {
  return query<{ delivery: string }>(box, "SELECT delivery FROM outbox ORDER BY rowid").map(
    ({ delivery }) => JSON.parse(delivery) as Delivery,
  );
}

export function notifyStatus(box: Sandbox): Promise<NotifyStatus> {
  return box.json<NotifyStatus>("notify", "status", "--json");
}
