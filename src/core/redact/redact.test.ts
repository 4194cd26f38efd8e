import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

describe("redact", () => {
  it("[RD8] keeps the structure and replaces the values of secret keys and secret-looking texts", () => {
    expect(
      redact({
        tool: "Bash",
        env: { GITHUB_TOKEN: "abc", HOME: "/home/me" },
        usage: { input_tokens: 12, tokens: [1, 2] },
        headers: [
          { name: "Authorization", value: "abc" },
          { name: "Host", value: "x" },
        ],
        argv: ["login", "--password", "hunter2", "-v"],
        text: "key sk-ant-abcdefghijklmnop end",
        password: null,
        secret: { deep: ["a", 1, true] },
        "sk-ant-abcdefghijklmnop": 1,
      }),
    ).toEqual({
      tool: "Bash",
      env: { GITHUB_TOKEN: "[redacted]", HOME: "/home/me" },
      usage: { input_tokens: 12, tokens: [1, 2] },
      headers: [
        { name: "Authorization", value: "[redacted]" },
        { name: "Host", value: "x" },
      ],
      argv: ["login", "--password", "[redacted]", "-v"],
      text: "key [redacted] end",
      password: null,
      secret: { deep: ["[redacted]", "[redacted]", true] },
      "[redacted]": 1,
    });
  });

  it("[RD8] leaves the value it was given as it was", () => {
    const given = { password: "x", list: [{ token: "y" }] };
    redact(given);
    expect(given).toEqual({ password: "x", list: [{ token: "y" }] });
  });

  it("[RD8] never throws: cycles, excessive depth or size and non-JSON values become words in brackets", () => {
    const circle: { n: number; self?: unknown } = { n: 1 };
    circle.self = circle;
    expect(redact(circle)).toEqual({ n: 1, self: "[circular]" });

    let deep: unknown = "bottom";
    for (let depth = 0; depth < 5000; depth++) deep = [deep];
    expect(JSON.stringify(redact(deep))).toContain("[too deep]");

    expect((redact(new Array(100_000).fill(0)) as unknown[]).length).toBeLessThanOrEqual(50_001);
    expect((redact("x".repeat(3_000_000)) as string).endsWith("x[too long]")).toBe(true);
    expect(redact(new Array(6).fill("x".repeat(1_000_000)))).toContain("[too much]");

    const hostile = {
      get boom() {
        throw new Error("no");
      },
    };
    expect(redact([hostile, 1n, Symbol("s"), () => 1, new Uint8Array(2)])).toEqual([
      "[unreadable]",
      "1",
      "[symbol]",
      "[function]",
      "[binary]",
    ]);
    expect(redact(new Error("token=abc"))).toMatchObject({ name: "Error", message: "token=[redacted]" });
  });

  it("[RD8] the same object twice is not a cycle, and a key named __proto__ stays a key", () => {
    const shared = { a: 1 };
    expect(redact([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
    const clean = redact(JSON.parse('{"__proto__": {"password": "x"}}')) as object;
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"password":"[redacted]"}}');
  });

  it("[RD8] gives JSON for any value, and the same again when applied to its own answer", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withTypedArray: true, withNullPrototype: true }),
        (value) => {
          const once = redact(value);
          expect(() => JSON.stringify(once)).not.toThrow();
          expect(redact(once)).toEqual(once);
        },
      ),
    );
  });
});
