import { describe, expect, it } from "vitest";
import type { FileLook } from "../machine/machine.ts";
import { type FileWatcher, RemoteFiles } from "./remote-files.ts";

const LOOK: FileLook = { text: "working\n", time: 1, stamp: "1" };

describe("RemoteFiles", () => {
  it("[SR7] a file is requested at once, or as soon as a watcher is there", () => {
    const { files, said, attach } = remote();
    files.watch("/a", () => undefined);
    expect(said).toEqual([]);
    attach();
    files.watch("/b", () => undefined);
    expect(said).toEqual(["+ /a", "+ /b"]);
  });

  it("[TG12, SR6] after a cut every file is asked for again: one that changed meanwhile is told", () => {
    const { files, said, attach } = remote();
    files.watch("/a", () => undefined);
    attach();
    files.detach();
    files.watch("/b", () => undefined);
    files.unwatch("/a");
    expect(said).toEqual(["+ /a"]);
    attach();
    expect(said).toEqual(["+ /a", "+ /b"]);
  });

  it("[SR7] a file's content goes only to the newest listener of its path", () => {
    const { files, said, attach } = remote();
    attach();
    const heard: string[] = [];
    files.watch("/a", () => heard.push("old a"));
    files.watch("/a", ({ text }) => heard.push(`a ${text.trim()}`));
    files.watch("/b", () => heard.push("b"));
    files.receive("/a", LOOK);
    files.receive("/c", LOOK);
    expect(heard).toEqual(["a working"]);
    // requested twice: the new listener needs the current content
    expect(said).toEqual(["+ /a", "+ /a", "+ /b"]);
  });

  it("[SR7] a file that is missing, or no longer wanted, is not reported", () => {
    const { files, said, attach } = remote();
    attach();
    const heard: FileLook[] = [];
    files.watch("/a", (look) => heard.push(look));
    files.receive("/a", null);
    files.unwatch("/a");
    files.receive("/a", LOOK);
    expect(heard).toEqual([]);
    expect(said).toEqual(["+ /a", "- /a"]);
  });

  it("[SR6] content under way at a cut still counts; after the stop nothing does", () => {
    const { files, attach } = remote();
    attach();
    const heard: FileLook[] = [];
    files.watch("/a", (look) => heard.push(look));
    files.detach();
    files.receive("/a", LOOK);
    files.stop();
    files.receive("/a", LOOK);
    expect(heard).toEqual([LOOK]);
  });
});

function remote() {
  const said: string[] = [];
  const files = new RemoteFiles();
  const watcher = (): FileWatcher => ({
    watchFile: (path) => {
      said.push(`+ ${path}`);
      return true;
    },
    unwatchFile: (path) => said.push(`- ${path}`),
  });
  return { files, said, attach: () => files.attach(watcher()) };
}
