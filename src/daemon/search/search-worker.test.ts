import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { SearchWorker } from "./search-worker.ts";

it("[WK52] a thread that fails is told to who waits for it, and the next task starts another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bundle = join(folder, "worker.cjs");
  writeFileSync(
    bundle,
    `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ({ serial, task }) => {
      if (task.name === "dies") throw new Error("it fell");
      if (task.name === "refuses") parentPort.postMessage({ serial, ok: false, fault: "no" });
      else parentPort.postMessage({ serial, ok: true, answer: { agent: "claude", path: task.name } });
    });`,
  );
  const start = { database: "", ownHome: "", home: "", env: {}, exclude: [], keepMs: 1, mostBytes: 1 };
  const worker = new SearchWorker(bundle, start);
  onTestFinished(() => worker.stop());
  const locate = (name: string) => worker.ask({ type: "locate", name });
  expect(await locate("a")).toEqual({ agent: "claude", path: "a" });
  await expect(locate("refuses")).rejects.toThrow("no");
  const both = await Promise.allSettled([locate("dies"), locate("b")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await locate("c")).toEqual({ agent: "claude", path: "c" });
});
