import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatRef, parseRef, type Ref } from "./refs.ts";

const sessionName = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    "%12",
    "%1",
    "%",
    "%zz",
    "%2F",
    "a/b",
    "a:b",
    "a b",
    "ünïcode 世界",
    "👩‍💻",
    "\x12",
    "..",
    "@1",
    "%25",
  ),
  fc.string({ unit: fc.constantFrom("%", "/", ":", "1", "2", " ", "@"), minLength: 1, maxLength: 8 }),
);
const number = fc.nat().map(String);
const paneRef = fc.record<Extract<Ref, { type: "pane" }>>({
  type: fc.constant("pane"),
  target: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,10}$/),
  session: sessionName,
  window: fc.oneof(
    number,
    number.map((id) => `@${id}`),
  ),
  pane: fc.oneof(
    number,
    number.map((id) => `%${id}`),
  ),
});
const runtimeRef = fc.record<Extract<Ref, { type: "runtime" }>>({
  type: fc.constant("runtime"),
  runtime_id: fc.stringMatching(/^[A-Za-z0-9_-]{1,22}$/),
});

function faultOf(text: string): string {
  const parsed = parseRef(text);
  if (parsed.ok) throw new Error(`${text} parses`);
  return parsed.fault;
}

describe("refs", () => {
  it("[RF1] runtime:<id> and pane:<target>/<session>/<window>/<pane> parse", () => {
    expect(parseRef("runtime:abc_DEF-9")).toEqual({ ok: true, ref: { type: "runtime", runtime_id: "abc_DEF-9" } });
    expect(parseRef("pane:vm1/work/@3/%12")).toEqual({
      ok: true,
      ref: { type: "pane", target: "vm1", session: "work", window: "@3", pane: "%12" },
    });
  });

  it("[RF1] anything else does not, and the answer says why", () => {
    expect(faultOf("claude")).toMatch(/neither runtime:<id> nor pane:/);
    expect(faultOf("")).toMatch(/neither/);
    expect(faultOf("runtime:")).toMatch(/no runtime id/);
    expect(faultOf("runtime:a/b")).toMatch(/no runtime id/);
    expect(faultOf("pane:host/work/@1")).toMatch(/has 3 parts where .* has 4/);
    expect(faultOf("pane:host/a/b/@1/%2")).toMatch(/has 5 parts/);
  });

  it("[RF1] any text gives a ref or a reason, and only runtime: and pane: give a ref", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `pane:${rest}`),
        ),
        (text) => {
          const parsed = parseRef(text);
          if (!parsed.ok) expect(parsed.fault.length).toBeGreaterThan(0);
          else expect(text).toMatch(/^(runtime|pane):/);
        },
      ),
    );
  });

  it("[SC22] a ref is one plain word to every shell, whatever the session is called", () => {
    const odd = fc.string({
      unit: fc.constantFrom("'", "!", "(", ")", "*", "~", "$", ";", "`", '"', "\\", " ", "a", "!!"),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.oneof(sessionName, odd), (session) => {
        const ref: Ref = { type: "pane", target: "host", session, window: "@1", pane: "%1" };
        let text: string;
        try {
          text = formatRef(ref);
        } catch {
          return; // half of a character
        }
        expect(text).toMatch(/^[A-Za-z0-9_./:@%-]+$/);
        expect(parseRef(text)).toEqual({ ok: true, ref });
      }),
    );
  });

  it("[RF1] a window is @id or an index, a pane is %id or an index", () => {
    for (const window of ["@0", "@31", "0", "7"])
      expect(parseRef(`pane:host/s/${window}/%1`)).toMatchObject({ ref: { window } });
    for (const pane of ["%0", "%31", "0", "7"])
      expect(parseRef(`pane:host/s/@1/${pane}`)).toMatchObject({ ref: { pane } });
    for (const window of ["%1", "main", "@", "-1", "1.5"])
      expect(faultOf(`pane:host/s/${encodeURIComponent(window)}/%1`)).toMatch(/is not a window/);
    for (const pane of ["@1", "left", "-1", "$1"]) expect(faultOf(`pane:host/s/@1/${pane}`)).toMatch(/is not a pane/);
  });

  it("[RF1] session names come back exactly, those that look like pane ids included", () => {
    fc.assert(
      fc.property(sessionName, (session) => {
        const text = formatRef({ type: "pane", target: "host", session, window: "@1", pane: "%2" });
        expect(text.split("/")).toHaveLength(4);
        expect(parseRef(text)).toMatchObject({ ok: true, ref: { session } });
      }),
      { numRuns: 500 },
    );
  });

  it("[RF1] formatting a ref and parsing it gives the same ref", () => {
    fc.assert(
      fc.property(fc.oneof(paneRef, runtimeRef), (ref) => {
        expect(parseRef(formatRef(ref))).toEqual({ ok: true, ref });
      }),
      { numRuns: 500 },
    );
  });

  it("[RF1] [FL14] a target name is a-z or 0-9, then a-z, 0-9, _ or -; one of another member has two with a dot between", () => {
    for (const target of ["host", "vm1", "0", "a-b_c", "laptop.host"])
      expect(parseRef(`pane:${target}/s/@1/%1`)).toMatchObject({ ref: { target } });
    for (const target of ["Host", "-a", "_a", "a.b.c", "a.", ".b", "a.B", "a b", "ü"])
      expect(faultOf(`pane:${encodeURIComponent(target)}/s/@1/%1`)).toMatch(/is not a target name/);
  });

  it("[RF1] an empty or badly percent-encoded part does not parse", () => {
    for (const text of ["pane:/s/@1/%1", "pane:host//@1/%1", "pane:host/s//%1", "pane:host/s/@1/"])
      expect(faultOf(text)).toMatch(/empty or badly percent-encoded/);
    for (const session of ["%", "%z1", "%FF", "a%2"])
      expect(faultOf(`pane:host/${session}/@1/%1`)).toMatch(/empty or badly percent-encoded/);
  });
});
