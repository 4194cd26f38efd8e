import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { descendants } from "../../../test/support/process-tree.ts";
import { until } from "../../../test/support/sandbox.ts";
import { handOverService, readInherited } from "./hand-over.ts";
import { descriptorOf, portOf } from "./loopback.ts";

it.each([
  ["17:7433:3,4", { from: 17, port: 7433, v4: 3, v6: 4 }],
  ["17:7433:3", { from: 17, port: 7433, v4: 3, v6: null }],
  ["", null],
  ["7433:3,4", null],
  ["17:7433:3,x", null],
])("[DM22] sockets that are told as %j", (word, inherited) => {
  expect(readInherited(word)).toEqual(inherited);
});

it("[DM22] where systemd cannot be told, the next daemon is ended: systemd starts another", async () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-next-"));
  const program = join(dir, "next.cjs");
  writeFileSync(program, "setInterval(() => {}, 1_000)");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    rmSync(dir, { recursive: true });
  });
  const before = descendants(process.pid).length;
  const request = { node: process.execPath, program, args: [], env: {}, cwd: dir };
  const inherited = { port: portOf(server), v4: descriptorOf(server) as number, v6: null };
  expect(await handOverService(request, inherited, join(dir, "nobody-listens"))).toBeNull();
  await until(() => descendants(process.pid).length === before);
});
