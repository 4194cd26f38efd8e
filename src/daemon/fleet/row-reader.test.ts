import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { MemberList } from "../../core/fleet/member-list.ts";
import { rowText } from "../../core/fleet/member-row.ts";
import { silentLog } from "../base/test-log.ts";
import type { FleetChange } from "../publish/fleet.ts";
import { RowReader } from "./row-reader.ts";
import { TestServer } from "./test-link.ts";

const RECORD = {
  ...{ fleet_version: 1, readable_by: 1, member_id: "id", agtmux_version: "1.0.0", log_epoch: "e", generation: 1 },
  ...{ beat_ms: 1_000, share: "words" as const },
};

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const [server, members] = [new TestServer(), new MemberList()];
  const told: string[] = [];
  const publish = ({ changed, removed }: FleetChange) => {
    told.push(...changed.map(({ ref, message, reason_code }) => `${ref} ${reason_code ?? message}`));
    told.push(...removed.map(({ target, pane_id }) => `${target} ${pane_id} gone`));
  };
  const clock = { now: () => Date.now() };
  const reader = new RowReader({ own: { member: "me", person: null }, members, clock, log: silentLog(), publish });
  const put = (pane: string, n: number, message: string) =>
    server.link().put("agtmux_panes_vm", `host.${pane.slice(1)}`, row(pane, n, message));
  const hear = (names = ["me", "vm"]) => {
    for (const name of names) members.hear(name, RECORD, Date.now());
  };
  afterEach(() => reader.stop());
  return { server, members, reader, told, put, hear };
}

function row(pane: string, n: number, message: string): string {
  return rowText(testPane({ pane_id: pane }, { message }), { generation: 1, n }, "words");
}

const REF = "pane:vm.host/main/@1/%1";

describe("RowReader", () => {
  it("[FL13] reads everything of a member when it hears of it, and then what changes; its own rows it does not read", async () => {
    const { server, reader, told, put, hear } = setUp();
    await put("%1", 1, "one");
    hear();
    reader.update(server.link());
    await vi.advanceTimersByTimeAsync(1);
    await put("%1", 2, "two");
    expect(told).toEqual([`${REF} one`, `${REF} two`]);
  });

  it("[FL13] after a new connection a pane that went meanwhile is gone", async () => {
    const { server, reader, told, put, hear } = setUp();
    await put("%1", 1, "one");
    await put("%2", 1, "here");
    hear();
    reader.update(server.link());
    await vi.advanceTimersByTimeAsync(1);
    reader.disconnect();
    server.cut();
    await server.link().purge("agtmux_panes_vm", "host.1");
    told.length = 0;
    reader.update(server.link());
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["vm.host %1 gone"]);
  });

  it("[FL15] a member that falls silent shows so by the reader's own timer, and as before when it is heard again", async () => {
    const { server, reader, told, put, hear } = setUp();
    await put("%1", 1, "one");
    hear();
    reader.update(server.link());
    await vi.advanceTimersByTimeAsync(2_999);
    expect(told).toEqual([`${REF} one`]);
    await vi.advanceTimersByTimeAsync(2);
    expect(told.at(-1)).toBe(`${REF} member_unreachable`);
    hear(["vm"]);
    reader.update(server.link());
    expect(told.at(-1)).toBe(`${REF} one`);
  });

  it("[FL2] the panes of a member that left are gone", async () => {
    const { server, reader, told, put, hear, members } = setUp();
    await put("%1", 1, "one");
    hear();
    reader.update(server.link());
    await vi.advanceTimersByTimeAsync(1);
    members.hear("vm", null, Date.now());
    reader.update(server.link());
    expect(told.at(-1)).toBe("vm.host %1 gone");
  });

  it("[FL13] a member's rows are read anew if its record names a newer one than was told", async () => {
    const { server, reader, members, told, put, hear } = setUp();
    await put("%1", 1, "one");
    const link = server.link();
    let [follows, isStale] = [0, true];
    const follow: typeof link.follow = (bucket, listener) => {
      follows += 1;
      return link.follow(bucket, { ...listener, entry: (entry) => (isStale ? undefined : listener.entry(entry)) });
    };
    hear();
    reader.update({ ...link, follow });
    await vi.advanceTimersByTimeAsync(1);
    expect([follows, told]).toEqual([1, []]);
    members.hear("vm", { ...RECORD, revision: 1 }, Date.now());
    reader.update({ ...link, follow });
    isStale = false;
    await vi.advanceTimersByTimeAsync(3_000);
    reader.update({ ...link, follow });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(follows).toBe(2);
    expect(told[0]).toBe(`${REF} one`);
  });

  it("[FL13] a member's rows are read again if their sum is another than its record says, and seldom if that is in vain", async () => {
    const { server, reader, members, told, put, hear } = setUp();
    await put("%1", 1, "one");
    const link = server.link();
    let reads = 0;
    const read: typeof link.read = (bucket) => {
      reads += 1;
      return link.read(bucket);
    };
    const beat = async (revision: number, sum: number) => {
      members.hear("vm", { ...RECORD, revision, sum }, Date.now());
      reader.update({ ...link, read });
      await vi.advanceTimersByTimeAsync(1);
    };
    hear();
    await beat(1, 1);
    // a row took the number of another one, which the server had shown and taken back
    server.storeUnheard("agtmux_panes_vm", "host.1", row("%1", 2, "two"));
    await put("%2", 3, "three");
    await beat(3, 5);
    expect([reads, told.at(-1)]).toEqual([1, `${REF} two`]);
    await beat(3, 5);
    expect(reads).toBe(1);
    for (let beats = 0; beats < 20; beats += 1) await beat(3, 6);
    expect(reads).toBe(6);
  });
});
