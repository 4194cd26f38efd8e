import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { GreetRequest } from "../../core/protocol/daemon/devices.ts";
import { Devices } from "../../daemon/access/devices.ts";
import { openMemoryStore } from "../../daemon/store/memory-store.ts";
import { secretOf } from "./secret.ts";
import { verifyDaemon } from "./verify-daemon.ts";

const HOST = "127.0.0.1:7433";

/** The daemon's side, and a record of what was sent to it. */
function daemon(asHost = HOST) {
  const devices = new Devices(openMemoryStore(), { now: () => 1 });
  const said: string[] = [];
  const transport = async (_method: string, path: string, { body = "" } = {}) => {
    said.push(`${path} ${body}`);
    return devices.greet(JSON.parse(body) as GreetRequest, asHost);
  };
  return { devices, said, showing: () => transport, ...devices.admit("phone") };
}

describe("verifyDaemon", () => {
  it("[SC11] gets from the daemon that knows the key a pass that the daemon takes for it", async () => {
    const { devices, key, id, showing } = daemon();
    const pass = await verifyDaemon(await secretOf(key), showing, HOST);
    expect(devices.holderOf(pass, HOST)).toBe(id);
  });

  it("[SC11] a server without the key cannot prove anything, and learns nothing of the key", async () => {
    const { key } = daemon();
    const secret = await secretOf(key);
    const said: string[] = [];
    for (const answer of [null, {}, { boot: "00".repeat(16), proof: "00".repeat(32) }, { proof: undefined }]) {
      const impostor = async (...words: unknown[]) => {
        said.push(JSON.stringify(words));
        return answer;
      };
      await expect(verifyDaemon(secret, () => impostor, HOST)).rejects.toMatchObject({ code: "E_NOT_PROVEN" });
    }
    expect(said.join()).not.toContain(key);
  });

  it("[SC11] a proof that the daemon gave for another address is rejected", async () => {
    const { key, showing } = daemon("127.0.0.1:45231");
    await expect(verifyDaemon(await secretOf(key), showing, HOST)).rejects.toMatchObject({ code: "E_NOT_PROVEN" });
  });

  it("[SC11, SC13] through a proxy it names what breaks the proof there, and on this machine not", async () => {
    const secret = await secretOf(daemon().key);
    const told = (host: string) =>
      verifyDaemon(secret, () => async () => ({}), host).catch(({ message }: Error) => message);
    expect(await told("agents.example.com")).toMatch(/proxy .* Host/);
    for (const host of [HOST, "localhost:7433", "[::1]:7433"]) expect(await told(host)).not.toMatch(/proxy/);
    expect(await told("127.0.0.1.example.com")).toMatch(/proxy/);
  });

  it("[SC11, WB19] without cryptography the key itself is shown, and is good once the daemon has taken it", async () => {
    const shown: unknown[] = [];
    const showing = (pass: string | null) => async (method: string, path: string) => {
      shown.push([pass, method, path]);
      if (pass !== "k") throw new Fault("E_UNAUTHORIZED", "no");
    };
    expect(await verifyDaemon({ type: "plain", id: "k", key: "k" }, showing, HOST)).toBe("k");
    const junk = (key: string) => verifyDaemon({ type: "plain", id: key, key }, showing, HOST);
    await expect(junk("junk")).rejects.toMatchObject({ code: "E_DEVICE_NOT_FOUND" });
    await expect(junk("€\n")).rejects.toMatchObject({ code: "E_DEVICE_NOT_FOUND" });
    expect(shown).toEqual([
      ["k", "GET", "/v1/health"],
      ["junk", "GET", "/v1/health"],
    ]);
    const away = () => () => Promise.reject(new Fault("E_DAEMON_DOWN", "away"));
    await expect(verifyDaemon({ type: "plain", id: "k", key: "k" }, away, HOST)).rejects.toMatchObject({
      code: "E_DAEMON_DOWN",
    });
  });
});
