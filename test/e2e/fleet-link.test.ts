import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import { openPanesBucket } from "../../src/daemon/fleet/fleet-session.ts";
import { startNats } from "../support/nats.ts";
import { until } from "../support/sandbox.ts";

it("[FL12] a connection over which the server tells no more of a bucket ends, and says so", async () => {
  const nats = await startNats();
  const link = await connectNats({ urls: [nats.url], name: "one", creds: null, caPath: null });
  await link.openBucket("rows", { maxBytes: 1_000_000, mayPurge: true });
  await link.put("rows", "first", "1");
  const heard: string[] = [];
  await link.follow("rows", { entry: ({ key }) => heard.push(key), ready: () => heard.push("ready") });
  await link.put("rows", "second", "2");
  await until(() => heard.length === 3);
  expect(heard).toEqual(["first", "ready", "second"]);
  expect(await link.read("rows")).toEqual([
    { key: "first", text: "1", revision: 1 },
    { key: "second", text: "2", revision: 2 },
  ]);
  // as when a server of a cluster ends that is not the one we are connected to
  const admin = await connect({ servers: [nats.url] });
  const { consumers } = await jetstreamManager(admin, { timeout: 60_000 });
  const [fed] = await consumers.list("KV_rows").next();
  expect(await consumers.delete("KV_rows", fed?.name ?? "")).toBe(true);
  await admin.close();
  expect(await link.closed).toBe("the server tells no more of rows");
});

it("[FL31] a server reserves what a bucket may grow to; without room for it, or with a full one, it is said in words with what helps", async () => {
  const nats = await startNats("", "20MB");
  const link = await connectNats({ urls: [nats.url], name: "one", creds: null, caPath: null });
  await openPanesBucket(link, "one");
  await openPanesBucket(link, "two");
  await expect(openPanesBucket(link, "three")).rejects.toThrow(
    /no room for the bucket agtmux_panes_three, for which it reserves 8 MB .*: let it store more \(max_file/,
  );
  await link.openBucket("small", { maxBytes: 4_096, mayPurge: true });
  await link.put("small", "first", "x".repeat(3_500));
  const { bytes, maxBytes } = await link.bytesOf("small");
  expect([bytes > 3_500, maxBytes]).toEqual([true, 4_096]);
  await expect(link.put("small", "second", "x".repeat(3_500))).rejects.toThrow(
    "its bucket small is full: the server's admin gives it more with 'nats stream edit KV_small --max-bytes=…'",
  );
  await link.close();
});
