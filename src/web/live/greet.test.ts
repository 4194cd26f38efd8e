import { describe, expect, it } from "vitest";
import type { GreetRequest } from "../../core/protocol/devices.ts";
import { Devices } from "../../daemon/devices.ts";
import { openMemoryStore } from "../../daemon/store/memory-store.ts";
import { greet } from "./greet.ts";
import { secretOf } from "./secret.ts";

const HOST = "127.0.0.1:7433";

/** The daemon's own half, and what was said to whoever stands there. */
function daemon(asHost = HOST) {
  const devices = new Devices(openMemoryStore(), { now: () => 1 });
  const said: string[] = [];
  const transport = async (_method: string, path: string, { body = "" } = {}) => {
    said.push(`${path} ${body}`);
    return devices.greet(JSON.parse(body) as GreetRequest, asHost);
  };
  return { devices, said, transport, ...devices.admit("phone") };
}

describe("greet", () => {
  it("[SC11] gets from the daemon that knows the key a pass that the daemon takes for it", async () => {
    const { devices, key, id, transport } = daemon();
    const pass = await greet(await secretOf(key), transport, HOST);
    expect(devices.holderOf(pass, HOST)).toBe(id);
  });

  it("[SC11] what does not know the key proves nothing, whatever it answers, and is told nothing of the key", async () => {
    const { key } = daemon();
    const secret = await secretOf(key);
    const said: string[] = [];
    for (const answer of [{}, null, { boot: "00".repeat(16), proof: "00".repeat(32) }, { proof: undefined }]) {
      const impostor = async (...words: unknown[]) => {
        said.push(JSON.stringify(words));
        return answer ?? {};
      };
      await expect(greet(secret, impostor, HOST)).rejects.toMatchObject({ code: "E_NOT_PROVEN" });
    }
    expect(said.join()).not.toContain(key);
  });

  it("[SC11] a proof that the daemon gave for another address, passed on, is none", async () => {
    const { key, transport } = daemon("127.0.0.1:45231");
    await expect(greet(await secretOf(key), transport, HOST)).rejects.toMatchObject({ code: "E_NOT_PROVEN" });
  });

  it("[SC11] without cryptography, which pages have over https and on this machine, the key itself is shown", async () => {
    const never = () => Promise.reject(new Error("asked"));
    expect(await greet({ type: "plain", id: "k", key: "k" }, never, HOST)).toBe("k");
  });
});
