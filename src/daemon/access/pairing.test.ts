import { describe, expect, it } from "vitest";
import { asFault } from "../../core/protocol/base/fault.ts";
import { Pairing } from "./pairing.ts";

const MINUTE = 60_000;

function setUp() {
  const clock = { at: 1_000, now: () => clock.at };
  const pairing = new Pairing(clock);
  return {
    clock,
    pairing,
    /** The outcome of trying a code. */
    tried(code: string): string {
      try {
        pairing.redeem(code);
        return "let in";
      } catch (error) {
        return asFault(error).code;
      }
    },
  };
}

describe("Pairing", () => {
  it("[AP42] the link carries a code that is good once", () => {
    const { pairing, tried } = setUp();
    const opened = pairing.open("https://agents.example.com");
    expect(opened).toEqual({
      schema_version: 1,
      code: expect.stringMatching(/^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/),
      link: `https://agents.example.com/#pair=${opened.code}`,
      plain_link: null,
      expires_at: 1_000 + 10 * MINUTE,
    });
    expect(tried(opened.code)).toBe("let in");
    expect(tried(opened.code)).toBe("E_PAIRING_CODE");
  });

  it("[AP42] a code is good for ten minutes, and not after", () => {
    const { clock, pairing, tried } = setUp();
    const late = pairing.open("http://x");
    clock.at = late.expires_at;
    expect(tried(late.code)).toBe("E_PAIRING_CODE");
    const just = pairing.open("http://x");
    clock.at = just.expires_at - 1;
    expect(tried(just.code)).toBe("let in");
  });

  it("[AP42] wrong codes leave the open one valid, and are a problem while it is open", () => {
    const { clock, pairing, tried } = setUp();
    const { code, expires_at } = pairing.open("http://x");
    for (let turn = 0; turn < 9; turn += 1) expect(tried("")).toBe("E_PAIRING_CODE");
    expect(pairing.problems()).toEqual([]);
    clock.at += 1;
    for (let turn = 0; turn < 1_000; turn += 1) tried("AAAA-AAAA-AAAA");
    expect(pairing.problems()).toEqual([
      { code: "E_PAIRING_CODE", message: expect.stringMatching(/^1009 wrong pairing codes.*still good/), since: 1_000 },
    ]);
    clock.at = expires_at;
    expect(pairing.problems()).toEqual([]);
    clock.at = expires_at - 1;
    expect(tried(code)).toBe("let in");
    expect(pairing.problems()).toEqual([]);
  });

  it("[AP42] a typed code may have blanks, dashes and any case", () => {
    const { pairing, tried } = setUp();
    const { code } = pairing.open("http://x");
    expect(tried(` ${code.toLowerCase().replaceAll("-", " ")}`)).toBe("let in");
  });

  it("[AP42] without an open code, or with one that another has replaced, nobody is let in", () => {
    const { pairing, tried } = setUp();
    expect(tried("AAAA-AAAA-AAAA")).toBe("E_PAIRING_CODE");
    const [before, now] = [pairing.open("http://x"), pairing.open("http://x")];
    expect(tried(before.code)).toBe("E_PAIRING_CODE");
    expect(tried(now.code)).toBe("let in");
  });

  it("[AP4] links of the dashboard are long, good once, for ten minutes, and several at a time", () => {
    const { clock, pairing, tried } = setUp();
    const [first, second, late] = [1, 2, 3].map(() => pairing.openLink("http://x"));
    expect(first?.link).toMatch(/^http:\/\/x\/#pair=[a-f0-9]{32}$/);
    const typed = pairing.open("http://x");
    for (const opened of [second, first, typed])
      expect([tried(opened?.code ?? ""), tried(opened?.code ?? "")]).toEqual(["let in", "E_PAIRING_CODE"]);
    clock.at = late?.expires_at ?? 0;
    expect(tried(late?.code ?? "")).toBe("E_PAIRING_CODE");
    const links = Array.from({ length: 21 }, () => pairing.openLink("http://x").code);
    expect([tried(links[0] ?? ""), tried(links[1] ?? ""), tried(links[20] ?? "")]).toEqual([
      "E_PAIRING_CODE",
      "let in",
      "let in",
    ]);
  });

  it("[AP48] nothing that was open still works after the token was replaced", () => {
    const { pairing, tried } = setUp();
    const codes = [pairing.open("http://x").code, pairing.openLink("http://x").code];
    pairing.void();
    expect(codes.map(tried)).toEqual(["E_PAIRING_CODE", "E_PAIRING_CODE"]);
  });
});
