import { describe, expect, it } from "vitest";
import type { LinePosition } from "../machine/machine.ts";
import { PIECE_BYTES } from "./line-reading.ts";
import { RemoteLines } from "./remote-lines.ts";

describe("RemoteLines", () => {
  it("[SR27] asks from the stored position, and on from what was read", () => {
    const { lines, said, texts, follow, tell } = remote();
    follow("/a", { file: "1.1", offset: 4 });
    expect(said).toEqual(["/a 1.1 4"]);
    tell("1.1", 3, "\ntwo\nthr");
    tell("1.1", 10, "ree\n");
    expect(said).toEqual(["/a 1.1 4", "/a 1.1 11", "/a 1.1 14"]);
    expect(texts).toEqual(["two", "three"]);
    lines.unfollow("/a");
    tell("1.1", 13, "\nunheard\n");
    expect([said.at(-1), texts.length]).toEqual(["- /a", 2]);
  });

  it("[SR27] after a cut it asks again from the stored position, and what was under way no longer counts", () => {
    const { lines, said, texts, follow, tell, answer, attach } = remote();
    follow("/a", { file: "1.1", offset: 0 });
    tell("1.1", 0, "one\ntw");
    const [late] = [answer.last()];
    lines.detach();
    lines.receive(late, { file: "1.1", offset: 5, bytes: Buffer.from("wo\n") });
    attach();
    expect(said.slice(-1)).toEqual(["/a 1.1 4"]);
    tell("1.1", 3, "\ntwo\n");
    expect(texts).toEqual(["one", "two"]);
  });

  it("[SR27] what was refused is asked for again by the next scan, and not before", () => {
    const { lines, said, texts, follow, tell, refuse } = remote();
    follow("/a", { file: "1.1", offset: 0 });
    refuse(true);
    tell("1.1", 0, "one\n");
    expect(said).toHaveLength(1);
    refuse(false);
    lines.scan();
    tell("1.1", 0, "one\ntwo\n");
    expect(said).toEqual(["/a 1.1 0", "/a 1.1 0", "/a 1.1 8"]);
    expect(texts).toEqual(["one", "two"]);
  });

  it("[SR27] a piece that was sent twice is told once", () => {
    const { lines, texts, follow, tell, answer } = remote();
    follow("/a", { file: "1.1", offset: 0 });
    const first = answer.last();
    tell("1.1", 0, "one\n");
    lines.receive(first, { file: "1.1", offset: 0, bytes: Buffer.from("one\n") });
    expect(texts).toEqual(["one"]);
  });

  it("[SR27] an answer that was lost is asked for again, the same", () => {
    const { lines, said, texts, follow, answer, tell } = remote();
    follow("/a", { file: "1.1", offset: 0 });
    const number = answer.last();
    for (let scan = 0; scan < 14; scan += 1) lines.scan();
    expect(said).toHaveLength(1);
    lines.scan();
    expect([said.length, answer.last()]).toEqual([2, number]);
    tell("1.1", 0, "one\n");
    expect(texts).toEqual(["one"]);
  });

  it("[SR27] a file that was replaced, or is another one in its middle, begins anew", () => {
    const { said, texts, follow, tell } = remote();
    follow("/a", { file: "1.1", offset: 40 });
    tell("2.2", 0, "uno\n");
    tell("2.2", 3, "xdue\n");
    expect(said).toEqual(["/a 1.1 40", "/a 2.2 4", "/a 2.2 0"]);
    tell("2.2", 0, "tre\nquattro\n");
    expect(texts).toEqual(["uno", "tre", "quattro"]);
  });

  it("[SR27] half a line that was erased again does not restart the file", () => {
    const { said, texts, follow, tell } = remote();
    follow("/a", { file: "1.1", offset: 0 });
    tell("1.1", 0, "one\ntw");
    tell("1.1", 0, "one\nf");
    expect(said.slice(-2)).toEqual(["/a 1.1 6", "/a 1.1 4"]);
    tell("1.1", 3, "\nfour\n");
    expect(texts).toEqual(["one", "four"]);
  });

  it("[SR27] files that are far behind come piece by piece, in turn; the others at once", () => {
    const { said, follow, tell, answer, nothing } = remote();
    for (const path of ["/a", "/b", "/c"]) follow(path, { file: "1.1", offset: 0 });
    expect(said).toEqual(["/a 1.1 0"]);
    const line = `${"x".repeat(PIECE_BYTES - 1)}\n`;
    tell("1.1", 0, line);
    expect(said.slice(1)).toEqual(["/b 1.1 0"]);
    tell("1.1", 0, "short\n");
    expect(said.slice(2)).toEqual(["/b 1.1 6", "/c 1.1 0"]);
    nothing(answer.last());
    expect(said.slice(4)).toEqual([`/a 1.1 ${PIECE_BYTES}`]);
  });

  it("[SR27] begins at the first whole line of the first piece", () => {
    const { said, texts, follow, tell } = remote();
    follow("/a", null);
    tell("1.1", 500, "of a line\nwhole\n");
    expect(said).toEqual(["/a null", "/a 1.1 516"]);
    expect(texts).toEqual(["whole"]);
  });
});

function remote() {
  const lines = new RemoteLines();
  const said: string[] = [];
  const texts: string[] = [];
  const numbers: number[] = [];
  let refusing = false;
  const attach = () =>
    lines.attach({
      followLines(number, path, reached) {
        numbers.push(number);
        said.push(reached === null ? `${path} null` : `${path} ${reached.file} ${reached.offset}`);
        return true;
      },
      unfollowLines: (path) => said.push(`- ${path}`),
    });
  attach();
  const answer = { last: () => numbers.at(-1) as number };
  return {
    lines,
    said,
    texts,
    attach,
    answer,
    follow: (path: string, from: LinePosition | null) =>
      lines.follow(path, from, (each) => {
        if (refusing) return false;
        texts.push(...each.map(({ text }) => text));
        return true;
      }),
    /** Replies to the last request. */
    tell: (file: string, offset: number, text: string) =>
      lines.receive(answer.last(), { file, offset, bytes: Buffer.from(text) }),
    nothing: (number: number) => lines.receive(number, null),
    refuse: (on: boolean) => {
      refusing = on;
    },
  };
}
