import { createPublicKey, verify } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_PACK } from "../../core/pack/pack.ts";
import { type PackResult, readPack } from "../../core/pack/read-pack.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { writeWhole } from "./recorded-screens.ts";

/** In DER, an Ed25519 public key is these bytes and the key. */
const DER_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** The packs of this home: the one in use, and the one before it. */
export class Packs {
  private readonly folder: string;
  private readonly keys: readonly string[];

  constructor(home: string, keys: readonly string[]) {
    this.folder = join(home, "packs");
    this.keys = keys;
  }

  /** The path of the pack in use. */
  get file(): string {
    return this.path("current");
  }

  /** The pack in use; null if there is none. */
  current(): PackResult | null {
    const path = this.path("current");
    return existsSync(path) ? this.read(path) : null;
  }

  /** Reads any file as a pack. */
  read(path: string): PackResult {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > 4 * LONGEST_PACK)
      throw new Fault("E_INVALID_INPUT", `${path} is no file that can be read, or is too long for a pack`);
    return readPack(readFileSync(path, "utf8"), (body, signature) => this.isSigned(body, signature));
  }

  /** Makes this file the pack in use, and keeps the one before, if that is whole. */
  take(path: string): void {
    const text = readFileSync(path, "utf8");
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (this.current()?.ok) renameSync(this.path("current"), this.path("previous"));
    writeWhole(this.path("current"), text);
  }

  /** Goes back to the pack before, or to none. */
  undo(): PackResult | null {
    if (!existsSync(this.path("current")))
      throw new Fault("E_INVALID_INPUT", "no pack is in use: there is nothing to undo");
    if (existsSync(this.path("previous"))) renameSync(this.path("previous"), this.path("current"));
    else rmSync(this.path("current"));
    return this.current();
  }

  private path(which: "current" | "previous"): string {
    return join(this.folder, `${which}.json`);
  }

  private isSigned(body: string, signature: string): boolean {
    const sign = Buffer.from(signature, "base64");
    return this.keys.some((key) => {
      const der = Buffer.concat([DER_HEAD, Buffer.from(key, "base64")]);
      return verify(null, Buffer.from(body, "utf8"), createPublicKey({ key: der, format: "der", type: "spki" }), sign);
    });
  }
}
