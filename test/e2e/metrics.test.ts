import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask } from "../support/http.ts";
import { sandbox, until } from "../support/sandbox.ts";

const LINE = /^(?:# (?:HELP|TYPE) agtmux_\w+ .+|agtmux_\w+(?:\{\w+="[^"\\\n]*"(?:,\w+="[^"\\\n]*")*\})? -?[\d.e+-]+)$/;

it("[DM35] /metrics is in Prometheus' format, follows the panes, and wants the token over TCP", async () => {
  const box = sandbox();
  const pane = await box.startDaemon().then(() => box.registered("work"));
  const overSocket = { socketPath: join(box.home, "agtmuxd.sock") };
  const read = async () => (await ask(overSocket, { path: "/metrics" })).text;
  box.type(pane, "agtmux signal error broken");
  await until(async () => /^agtmux_panes\{state="error"\} 1$/m.test(await read()), read);
  const text = await read();
  expect(text.endsWith("\n")).toBe(true);
  expect(
    text
      .trimEnd()
      .split("\n")
      .filter((line) => !LINE.test(line)),
  ).toEqual([]);
  expect(Number(/^agtmux_events_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(Number(/^agtmux_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
  expect(text).toMatch(/^agtmux_target_up\{target="host"\} 1$/m);
  for (const queue of ["spool", "binding", "broadcast", "notifications"])
    expect(text).toContain(`agtmux_queue_length{queue="${queue}"} `);

  const { port } = await box.status();
  const overTcp = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  expect((await overTcp({})).status).toBe(401);
  const token = readFileSync(join(box.home, "token"), "utf8").trim();
  const answer = await overTcp({ authorization: `Bearer ${token}` });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(await answer.text()).toContain("agtmux_info{version=");
});

it("[DM35] daemon status shows how the daemon fares, for people and programs", async () => {
  const box = sandbox();
  const { vitals } = await box.startDaemon();
  expect(vitals?.open_files).toBeGreaterThan(5);
  const { stdout } = await box.agtmux(["daemon", "status"]);
  expect(stdout).toMatch(/^memory {5}\d+ MiB, \d+ of \d+ files open$/m);
  expect(stdout).toMatch(/^lag {8}\d+ ms, \d+ ms at most in the last minutes$/m);
  expect(stdout).toMatch(/^events {5}\d+, [\d.]+ a second, \d+ waiting$/m);
  await box.agtmux(["daemon", "stop"]);
  expect((await box.status()).vitals).toBe(null);
});
