import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listenerIn, nameOf, portTaken, programOf } from "./port-holder.ts";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D09 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 9117
   1: 0100007F:1D0A 0100007F:A1B2 01 00000000:00000000 00:00000000 00000000  1000        0 9118`;

it("[SC12] finds the program that listens in the machine's own list", () => {
  expect(listenerIn(TABLE, 7433)).toEqual({ uid: 1001, inode: "9117" });
  // a connection is not a listener
  expect(listenerIn(TABLE, 7434)).toBeNull();
  expect(listenerIn("", 7433)).toBeNull();
  expect(nameOf(1001, "root:x:0:0::/root:/bin/sh\nbob:x:1001:1001::/home/bob:/bin/sh\n")).toBe("bob");
  expect(nameOf(7, "")).toBe("a user without a name");
});

it("[SC12] a process of ours is named, and where nobody is known it says so", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  expect(portTaken({ host: "127.0.0.1", port: (server.address() as AddressInfo).port }, 8)).toMatch(
    new RegExp(
      `^port \\d+ is taken by \\S.* \\(pid ${process.pid}\\) of \\S+ \\(uid ${process.getuid?.()}\\): the dashboard is on 8`,
    ),
  );
  expect(portTaken({ host: "127.0.0.1", port: 1 }, 8)).toContain("taken by somebody else");
  // the two addresses may have different holders
  const { port } = server.address() as AddressInfo;
  expect(portTaken({ host: "::1", port }, port)).toMatch(`[::1]:${port} is taken by somebody else`);
});

it("[SC12] our own daemon is named as such, and other programs by their file", () => {
  expect(programOf("/opt/node\0/home/me/agtmux/dist/daemon.cjs\0")).toBe("another agtmux daemon");
  expect([programOf("/usr/bin/python3\0-m\0http.server\0"), programOf("")]).toEqual(["python3", "a process"]);
});
