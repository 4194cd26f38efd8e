import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { unhandledCalls } from "./calls.ts";
import { claimAmong } from "./claim-among.ts";

const panes = [
  testPane({ pane_id: "%1" }, asking(1)),
  testPane({ pane_id: "%2", target: "vm.host", member: "vm" }, asking(2)),
];
const calls = unhandledCalls(panes, () => 0);

describe("claimAmong", () => {
  it("[UI13] a page rings for the calls that it was given", async () => {
    const client = { claim: async () => ({ schema_version: 1 as const, claimed: ["a2"] }) };
    expect(await claimAmong(client, calls)).toEqual([calls[1]]);
  });

  it("[FL23] a page that cannot ask rings for its own daemon's calls, and for no other member's", async () => {
    const client = { claim: () => Promise.reject(new Error("this page may only look")) };
    expect(await claimAmong(client, calls)).toEqual([calls[0]]);
  });
});
