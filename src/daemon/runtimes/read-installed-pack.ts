import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NO_PACK, type PackAgents, packAgents } from "../../core/pack/pack-agents.ts";
import { readPack } from "../../core/pack/read-pack.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";

/** The pack of agent files in use; with a fault, agtmux's own files are. */
export interface InstalledPack extends PackAgents {
  path: string;
  version: number | null;
  fault: string | null;
}

/** In DER, an Ed25519 public key is these bytes and the key. */
const DER_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** Reads the pack that was taken last. A damaged one harms nothing. */
export function readInstalledPack(folder: string, keys: readonly string[]): InstalledPack {
  const path = join(folder, "current.json");
  const without = (fault: string | null) => ({ ...NO_PACK, path, version: null, fault });
  try {
    const result = readPack(readFileSync(path, "utf8"), (body, signature) => isSignedBy(keys, body, signature));
    if (!result.ok) return without(result.fault);
    return { ...packAgents(result), path, version: result.pack.version, fault: null };
  } catch (error) {
    return without((error as NodeJS.ErrnoException).code === "ENOENT" ? null : messageOf(error));
  }
}

function isSignedBy(keys: readonly string[], body: string, signature: string): boolean {
  const [bytes, sign] = [Buffer.from(body, "utf8"), Buffer.from(signature, "base64")];
  return keys.some((key) => {
    const der = Buffer.concat([DER_HEAD, Buffer.from(key, "base64")]);
    return verify(null, bytes, createPublicKey({ key: der, format: "der", type: "spki" }), sign);
  });
}
