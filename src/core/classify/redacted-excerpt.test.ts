import { describe, expect, it } from "vitest";
import { redactedExcerpt } from "./redacted-excerpt.ts";
import { shown } from "./test-excerpt.ts";

const clean = (text: string) => redactedExcerpt(shown(text)).lines.join("\n");

describe("redactedExcerpt", () => {
  it("[NK5] a key that the pane's edge has broken goes in both rows", () => {
    const key = "sk-ant-api03-AbCdEf0123456789-xyzXYZ0123456789";
    for (let cut = 1; cut < key.length; cut += 1) {
      const told = clean(`${"the key ".padEnd(80 - cut)}${key.slice(0, cut)}\n│ ${key.slice(cut)} is used │`);
      const pieces = [key.slice(Math.max(8, cut)), key.slice(12, cut)].filter((piece) => piece.length >= 6);
      for (const piece of pieces) expect(told).not.toContain(piece);
    }
  });

  it("[NK5] a private key goes as a block of rows, and other rows stay", () => {
    const block = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0B\n-----END PRIVATE KEY-----";
    expect(clean(`before\n${block}\nafter [y/n]`)).toBe("before\n[redacted]\nafter [y/n]");
    expect(clean("nothing secret\n  in two rows")).toBe("nothing secret\n  in two rows");
  });
});
