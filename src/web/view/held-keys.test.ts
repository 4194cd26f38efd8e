import { describe, expect, it } from "vitest";
import { heldKey, heldWords } from "./held-keys.ts";

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, more = {}) => heldKey({ ...PLAIN, key, ...more });

describe("heldKey", () => {
  it("[UI24] letters are held as they are, others by tmux's names", () => {
    expect(["a", "É", " ", "😀"].map((key) => pressed(key))).toEqual([
      { text: "a" },
      { text: "É" },
      { text: " " },
      { text: "😀" },
    ]);
    expect(["Enter", "Escape", "Backspace", "ArrowUp", "PageDown"].map((key) => pressed(key))).toEqual([
      { key: "Enter" },
      { key: "Escape" },
      { key: "BSpace" },
      { key: "Up" },
      { key: "NPage" },
    ]);
    expect(pressed("Tab", { shiftKey: true })).toEqual({ key: "BTab" });
    expect(pressed("Enter", { shiftKey: true })).toEqual({ key: "Enter" });
    expect(pressed("Enter", { altKey: true })).toEqual({ key: "M-Enter" });
    expect(pressed(" ", { ctrlKey: true })).toEqual({ key: "C-Space" });
    expect(pressed("c", { ctrlKey: true })).toEqual({ key: "C-c" });
    expect(pressed("x", { altKey: true })).toEqual({ key: "M-x" });
    expect(pressed("@", { ctrlKey: true, altKey: true })).toEqual({ text: "@" });
  });

  it("[UI24] the browser's own shortcuts, and modifiers alone, are not held", () => {
    expect([pressed("Shift"), pressed("F5"), pressed("Dead"), pressed("r", { metaKey: true })]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("[UI24] people see what they typed", () => {
    const keys = [..."wait"].map((key) => ({ text: key }));
    expect(heldWords([...keys, { key: "Enter" }, { key: "Up" }])).toBe("wait⏎⟨Up⟩");
  });
});
