import { describe, expect, it } from "vitest";
import type { FileLook } from "./machine.ts";
import { SharedFiles } from "./shared-files.ts";

describe("files that several listen to", () => {
  it("[RS26] each hears every change from the present one on, and the file is watched until the last one leaves", () => {
    const watched = new Map<string, (look: FileLook) => void>();
    const files = new SharedFiles({
      watch: (path, onLook) => void watched.set(path, onLook),
      unwatch: (path) => void watched.delete(path),
    });
    const heard: string[] = [];
    const [one, two] = ["one", "two"].map((name) => (look: FileLook) => void heard.push(`${name} ${look.text}`)) as [
      (look: FileLook) => void,
      (look: FileLook) => void,
    ];
    const write = (text: string) => watched.get("/HEAD")?.({ text, time: 0, stamp: text });
    files.watch("/HEAD", one);
    write("a");
    files.watch("/HEAD", two);
    write("b");
    files.unwatch("/HEAD", one);
    files.unwatch("/HEAD", one);
    write("c");
    expect(heard).toEqual(["one a", "two a", "one b", "two b", "two c"]);
    files.unwatch("/HEAD", two);
    expect(watched.size).toBe(0);
  });
});
