import { describe, expect, it } from "vitest";
import type { SpoolFile, Taken } from "../machine/machine.ts";
import { RemoteSpool, type SpoolWatcher } from "./remote-spool.ts";

describe("RemoteSpool", () => {
  it("[TG12] acknowledges entries only after they are taken, and then asks for more", () => {
    const { spool, said, attach } = remote();
    spool.start((files) => {
      said.push(`take ${files.map(({ name }) => name)}`);
      return { accepted: ["a"], rejected: [{ name: "b", fault: "no header" }] };
    });
    attach();
    spool.receive([file("a"), file("b")]);
    expect(said).toEqual(["next", "take a,b", "ack a", "reject b no header", "next"]);
  });

  it("[TG12] asks for nothing before a reader is there", () => {
    const early = remote();
    early.attach();
    expect(early.said).toEqual([]);
    early.spool.start(() => null);
    expect(early.said).toEqual(["next"]);
  });

  it("[TG30] while nothing can be stored, no more is kept than 16 MB", () => {
    const { spool, attach, disk } = remote();
    spool.start(disk.take);
    attach();
    disk.full = true;
    for (let number = 0; number < 9; number += 1)
      spool.receive([{ ...file(`${number}`), content: { ok: true, bytes: new Uint8Array(4 * 1024 * 1024) } }]);
    expect(disk.offered.at(-1)).toEqual(["0", "1", "2", "3"]);
  });

  it("[TG12, FT2] what could not be stored is neither acknowledged nor lost: it is offered again with what came since", () => {
    const { spool, said, attach, disk } = remote();
    spool.start(disk.take);
    attach();
    disk.full = true;
    spool.receive([file("a")]);
    spool.receive([file("b")]);
    spool.scan();
    expect(said).toEqual(["next"]);
    disk.full = false;
    spool.scan();
    spool.scan();
    expect(disk.offered).toEqual([["a"], ["a", "b"], ["a", "b"], ["a", "b"]]);
    expect(said).toEqual(["next", "ack a,b", "next"]);
  });

  it("[TG12] acknowledges nothing after a cut: entries without an ack are sent again", () => {
    const { spool, said, attach, disk } = remote();
    spool.start(disk.take);
    attach();
    disk.full = true;
    spool.receive([file("a")]);
    spool.detach();
    disk.full = false;
    spool.scan();
    expect(said).toEqual(["next"]);
    attach();
    spool.receive([file("a")]);
    expect(disk.offered).toEqual([["a"], ["a"]]);
    expect(said).toEqual(["next", "next", "ack a", "next"]);
  });

  it("[TG12] ignores entries that arrive after a cut, as the next watcher sends them again", () => {
    const { spool, said, attach, disk } = remote();
    spool.start(disk.take);
    attach();
    spool.detach();
    spool.receive([file("a")]);
    attach();
    spool.receive([file("b")]);
    expect(disk.offered).toEqual([["b"]]);
    expect(said).toEqual(["next", "next", "ack b", "next"]);
  });

  it("[TG12] takes nothing once it was stopped", () => {
    const { spool, said, attach, disk } = remote();
    spool.start(disk.take);
    attach();
    spool.stop();
    spool.receive([file("a")]);
    spool.scan();
    expect(disk.offered).toEqual([]);
    expect(said).toEqual(["next"]);
  });
});

function remote() {
  const said: string[] = [];
  const spool = new RemoteSpool();
  const watcher = (): SpoolWatcher => ({
    next: () => said.push("next"),
    ack: (names) => said.push(`ack ${names}`),
    reject: (name, reason) => said.push(`reject ${name} ${reason}`),
  });
  const disk = {
    full: false,
    offered: [] as string[][],
    take: (files: SpoolFile[]): Taken | null => {
      const names = files.map(({ name }) => name);
      disk.offered.push(names);
      return disk.full ? null : { accepted: names, rejected: [] };
    },
  };
  return { spool, said, disk, attach: () => spool.attach(watcher()) };
}

function file(name: string): SpoolFile {
  return { name, time: 1, key: `${name}@1`, content: { ok: true, bytes: new Uint8Array() } };
}
