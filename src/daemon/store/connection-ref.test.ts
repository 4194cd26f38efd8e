import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isConnectionRef } from "../../core/ssh/connection-ref.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";

describe("isConnectionRef", () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-ref-"));
  let db: Database;

  beforeAll(() => {
    db = openDatabase(join(dir, "agtmux.db"));
  });
  afterAll(() => {
    db.close();
    rmSync(dir, { recursive: true });
  });

  const PLAIN = [
    "",
    "default",
    "vm1",
    "me@vm1.example.com",
    "ssh://me@vm1:2222",
    "vm1:2222",
    "/tmp/tmux-1000/default",
    "/home/jürgen/tmux.sock",
    "risk-box",
    "tokenizer-7",
    "[fe80::1%eth0]",
  ];
  const DANGEROUS = [
    "password",
    "vm1-Password1",
    "passwd:x",
    "SECRET",
    "token=abc",
    "token:abc",
    "https://user:pass@host",
    "user:pass@host",
    "user:p@ss@host",
    "-----BEGIN PRIVATE KEY-----",
    "PRIVATE_KEY",
    "api-key.x",
    "Bearer.abc",
    "vm1 secretless",
    "vm 1",
    "vm1\n",
    "vm1\u0000abc",
    "vm1\u00a0",
    "-oProxyCommand=sh",
    "-vm1",
    "a=b",
    "$(cat x)",
    "`id`",
    "a;b",
    "a\\b",
    "sk-ant-api03-abc",
    "ghp_abcdef",
    "github_pat_1",
    "xoxb-1",
    "AKIAIOSFODNN7EXAMPLE",
    "AIzaSyA",
    "eyJhbGci.eyJzdWIi.c2ln",
    "x".repeat(201),
  ];

  it.each(PLAIN)("[DB8] takes the name %j", (ref) => {
    expect([isConnectionRef(ref), isTakenByDatabase(ref)]).toEqual([true, true]);
  });

  it.each(DANGEROUS)("[DB8] refuses %j", (ref) => {
    expect([isConnectionRef(ref), isTakenByDatabase(ref)]).toEqual([false, false]);
  });

  it("[DB8] the code and the database agree on any text", () => {
    const parts = fc.oneof(
      fc.constantFrom(...PLAIN, ...DANGEROUS, ":", "@", "://", ".", "-", "_", "eyJ", "API", "key", "ſ", "K"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 4 }), (chosen) => {
        const ref = chosen.join("");
        expect(isTakenByDatabase(ref)).toBe(isConnectionRef(ref));
      }),
      { numRuns: 500 },
    );
  });

  function isTakenByDatabase(ref: string): boolean {
    try {
      db.prepare("INSERT OR REPLACE INTO targets VALUES ('t', 't', 'ssh', ?, 0, NULL, 'ok', 1, '')").run(ref);
      db.prepare("UPDATE targets SET tmux_socket = ?").run(ref);
      return true;
    } catch {
      return false;
    }
  }
});
