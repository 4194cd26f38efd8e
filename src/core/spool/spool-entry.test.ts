import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSpoolEntry, parseSpoolEntry, type SpoolEntry } from "./spool-entry.ts";

const parse = (text: string) => parseSpoolEntry(new TextEncoder().encode(text));

describe("parseSpoolEntry", () => {
  it("[SP1] reads the header in any order and the payload as given", () => {
    const text =
      'agtmux1\tevent=Stop\tpid=555\ttmux=/tmp/tmux-0/default,1234,0\tpane=%3\tagent=claude\tnew=1\tnoise\n{"a":\n1}\n';
    expect(parse(text)).toEqual({
      ok: true,
      entry: {
        agent: "claude",
        event: "Stop",
        pane: "%3",
        tmux: "/tmp/tmux-0/default,1234,0",
        pid: 555,
        start: null,
        session: null,
        payload: '{"a":\n1}\n',
      },
    });
  });

  it("[SP1] takes an empty value for none, the first of a repeated key, and a value with an equals sign", () => {
    expect(parse("agtmux1\tagent=a\tevent=b\tpane=\tpid=\tsession=x=y\tsession=z\tstart=77\n")).toEqual({
      ok: true,
      entry: { agent: "a", event: "b", pane: null, tmux: null, pid: null, start: "77", session: "x=y", payload: "" },
    });
  });

  it.each([
    ["", 'the header line has no end, expected a line "agtmux1\\tagent=…\\tevent=…" and the payload'],
    [
      "agtmux1\tagent=a\tevent=b",
      'the header line has no end, expected a line "agtmux1\\tagent=…\\tevent=…" and the payload',
    ],
    ["agtmux2\tagent=a\tevent=b\n", 'the file starts with "agtmux2", expected "agtmux1"'],
    [`{"${"x".repeat(99)}\n`, `the file starts with "{"${"x".repeat(38)}…", expected "agtmux1"`],
    ["agtmux1\tevent=b\n", "agent is missing, expected one or more of A-Z a-z 0-9 _ . : -"],
    ["agtmux1\tagent=a\tevent=\n", "event is missing, expected one or more of A-Z a-z 0-9 _ . : -"],
    ["agtmux1\tagent=a b\tevent=c\n", 'agent is "a b", expected one or more of A-Z a-z 0-9 _ . : -'],
    ["agtmux1\tagent=a\tevent=b\tpane=3\n", 'pane is "3", expected %N, a tmux pane id'],
    ["agtmux1\tagent=a\tevent=b\tpid=0\n", 'pid is "0", expected a positive integer'],
    ["agtmux1\tagent=a\tevent=b\tpid=1e3\n", 'pid is "1e3", expected a positive integer'],
  ])("[SP1] says what is wrong with %j", (text, fault) => {
    expect(parse(text)).toEqual({ ok: false, fault });
  });

  it("[SP1] decodes a payload that is not UTF-8 leniently", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode("agtmux1\tagent=a\tevent=b\n"), 0xff, 0x41]);
    expect(parseSpoolEntry(bytes)).toMatchObject({ ok: true, entry: { payload: "\ufffdA" } });
  });

  it("[SP1] reads what formatSpoolEntry writes", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,12}$/);
    const value = fc.option(fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[\t\n]/.test(text)));
    const entry: fc.Arbitrary<SpoolEntry> = fc.record({
      agent: name,
      event: name,
      pane: fc.option(fc.nat().map((id) => `%${id}`)),
      tmux: value,
      pid: fc.option(fc.integer({ min: 1, max: 4_194_304 })),
      start: value,
      session: value,
      payload: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(entry, (written) => {
        expect(parse(formatSpoolEntry(written))).toEqual({ ok: true, entry: written });
      }),
    );
  });

  it("[SP1] writes a tab or line break in a value as a blank, so that the header stays whole", () => {
    const entry = {
      agent: "a",
      event: "b",
      pane: null,
      tmux: null,
      pid: null,
      start: null,
      session: "x\ty\nz",
      payload: "",
    };
    expect(parse(formatSpoolEntry(entry))).toMatchObject({ ok: true, entry: { session: "x y z" } });
  });

  it("[TM11] takes any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, headed) => {
        const text = headed ? [...new TextEncoder().encode("agtmux1\tagent=a\tevent=b\n"), ...bytes] : bytes;
        expect(typeof parseSpoolEntry(Uint8Array.from(text)).ok).toBe("boolean");
      }),
    );
  });
});
