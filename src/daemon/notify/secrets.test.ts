import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Secrets } from "./secrets.ts";

describe("Secrets", () => {
  it("[NT6] are read from the environment or a file, each time anew", () => {
    const dir = mkdtempSync(join(tmpdir(), "agtmux-secrets-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const path = join(dir, "token");
    writeFileSync(path, "first-token\n", { mode: 0o600 });
    const secrets = new Secrets({ NAME: " by-name " });
    expect([secrets.read("env:NAME"), secrets.read(`file:${path}`)]).toEqual(["by-name", "first-token"]);
    writeFileSync(path, "second-token");
    expect(secrets.read(`file:${path}`)).toBe("second-token");
  });

  it("[NT6] a file that others may read is a lasting fault that says how to protect it", () => {
    const dir = mkdtempSync(join(tmpdir(), "agtmux-secrets-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const path = join(dir, "token");
    writeFileSync(path, "s3cret");
    chmodSync(path, 0o644);
    const secrets = new Secrets({});
    expect(() => secrets.read(`file:${path}`)).toThrow(expect.objectContaining({ lasting: true }));
    expect(secrets.faultOf(`file:${path}`)).toBe(`${path} is open to others: run chmod 600 ${path}`);
  });

  it("[NT6] a missing secret is a lasting fault that says where it was looked for", () => {
    const secrets = new Secrets({ EMPTY: "" });
    for (const [reference, words] of [
      ["env:EMPTY", "no EMPTY"],
      ["env:NONE", "no NONE"],
      ["file:/no/such/file", "/no/such/file"],
      ["literal", "env:NAME or file:PATH"],
    ] as const) {
      expect(() => secrets.read(reference)).toThrow(expect.objectContaining({ lasting: true }));
      expect(secrets.faultOf(reference)).toContain(words);
    }
  });

  it("[NT6] a channel's error message contains no secret, in any encoding", () => {
    const secrets = new Secrets({ TOKEN: "a/b+c d=e", TINY: "no" });
    secrets.read("env:TOKEN");
    secrets.read("env:TINY");
    const text = "no: a/b+c d=e a%2Fb%2Bc%20d%3De a%2Fb%2Bc+d%3De";
    expect(secrets.scrub(text)).toBe("no: ••• ••• •••");
  });

  it("[NT6] an error message contains no path of a secret address, nor a part of it", () => {
    const secrets = new Secrets({ HOOK: "https://chat.example.com/hooks/s3cr3t%20w0rd?token=q7w8e9r0&v=1" });
    secrets.read("env:HOOK");
    for (const [text, clean] of [
      ["Cannot POST /hooks/s3cr3t%20w0rd?token=q7w8e9r0&v=1", "Cannot POST •••"],
      ["no /hooks/s3cr3t%20w0rd here", "no ••• here"],
      ["no s3cr3t w0rd, no s3cr3t%20w0rd", "no •••, no •••"],
      ['{"path":"\\/hooks\\/s3cr3t%20w0rd"}', '{"path":"•••"}'],
      ["q7w8e9r0 is no token, v=1", "••• is no token, v=1"],
      ["chat.example.com answered", "chat.example.com answered"],
    ] as const)
      expect(secrets.scrub(text)).toBe(clean);
  });
});
