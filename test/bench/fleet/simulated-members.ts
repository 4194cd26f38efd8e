import { MEMBERS_BUCKET, paneKey, panesBucket } from "../../../src/core/fleet/fleet-names.ts";
import { rowText } from "../../../src/core/fleet/member-row.ts";
import { FLEET_VERSION, type MemberRecord } from "../../../src/core/protocol/fleet/fleet.ts";
import { connectNats } from "../../../src/daemon/fleet/connect-nats.ts";
import type { FleetLink } from "../../../src/daemon/fleet/fleet-link.ts";
import { testPane } from "../../support/test-pane.ts";

const BEAT_MS = 5_000;
/** Enough for their panes: the server reserves it. */
const BUCKET_BYTES = 4 * 1024 * 1024;
const WORK = {
  task: { text: "Make the build green again", source: "hook", from: "codex.PreToolUse", at: 1 },
  tool: { name: "Bash", argument: "cargo build --workspace", source: "hook", from: "codex.PreToolUse", at: 1 },
  words: { text: "I look at the errors first. ".repeat(10), source: "hook", from: "codex.PreToolUse", at: 1 },
  directory: { path: "/home/me/world", source: "hook", from: "codex.PreToolUse", at: 1 },
  branch: null,
  changes: null,
} as const;

/** Members without daemons: what these would tell the server, over one connection. */
export class SimulatedMembers {
  private readonly link: FleetLink;
  private readonly names: string[];
  private readonly panesEach: number;
  private beating: NodeJS.Timeout | null = null;
  private number = 0;

  static async join(url: string, count: number, panesEach: number): Promise<SimulatedMembers> {
    const link = await connectNats({ urls: [url], name: "simulated", creds: null, caPath: null });
    const members = new SimulatedMembers(link, count, panesEach);
    await link.openBucket(MEMBERS_BUCKET, { maxBytes: BUCKET_BYTES, mayPurge: false });
    for (const name of members.names)
      await link.openBucket(panesBucket(name), { maxBytes: BUCKET_BYTES, mayPurge: true });
    for (let pane = 0; pane < panesEach; pane += 1)
      await Promise.all(members.names.map((name) => members.tell(name, pane, "at first")));
    await members.beat();
    members.beating = setInterval(() => void members.beat(), BEAT_MS);
    return members;
  }

  private constructor(link: FleetLink, count: number, panesEach: number) {
    this.link = link;
    this.names = Array.from({ length: count }, (_, index) => `m${index}`);
    this.panesEach = panesEach;
  }

  /** Changes one pane after the other; returns the row's text once the server has it. */
  change(message: string): Promise<string> {
    this.number += 1;
    const name = this.names[this.number % this.names.length] as string;
    return this.tell(name, Math.floor(this.number / this.names.length) % this.panesEach, message);
  }

  async leave(): Promise<void> {
    if (this.beating !== null) clearInterval(this.beating);
    await this.link.close();
  }

  private async tell(name: string, pane: number, message: string): Promise<string> {
    this.number += 1;
    const item = testPane(
      { session_name: "work", pane_id: `%${pane}` },
      { agent: "codex", message, since: Date.now(), updated_at: Date.now(), doing: WORK, state_version: this.number },
    );
    const text = rowText(item, { generation: 1, n: this.number }, "words");
    await this.link.put(panesBucket(name), paneKey("host", `%${pane}`), text);
    return text;
  }

  private async beat(): Promise<void> {
    const record = (name: string): MemberRecord => ({
      ...{ fleet_version: FLEET_VERSION, readable_by: 1, member_id: name, agtmux_version: "1.0.0", log_epoch: "e" },
      ...{ generation: 1, beat_ms: BEAT_MS, share: "words", allow: ["look"] },
    });
    await Promise.all(this.names.map((name) => this.link.put(MEMBERS_BUCKET, name, JSON.stringify(record(name)))));
  }
}
