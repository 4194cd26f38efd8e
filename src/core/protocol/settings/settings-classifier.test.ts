import { describe, expect, it } from "vitest";
import { ClassifierKey, ClassifierUrl, CommandWords, isLoopback } from "./settings-classifier.ts";

describe("settings of the classifier", () => {
  it.each(["", "env:OPENAI_API_KEY", "file:/etc/key", "file:~/.keys/llm"])("[NT6] %j says where the key is", (text) => {
    expect(ClassifierKey.parse(text)).toBe(text);
  });

  it.each(["sk-ant-abcdefghijkl", "env:1A", "env:A B", "file:key", "FILE:/x"])(
    "[NT6] %j is refused, and not repeated in the fault",
    (text) => {
      const read = ClassifierKey.safeParse(text);
      expect(read.error?.issues[0]?.message).toMatch(/never written here/);
      expect(JSON.stringify(read.error?.issues)).not.toContain(`${text}"`);
    },
  );

  it.each(["", "https://llm.example.com/v1", "http://127.0.0.1:11434/v1", "http://[::1]:8080", "http://localhost"])(
    "[NK5] %j is an address that a screen may be sent to",
    (text) => {
      expect(ClassifierUrl.parse(text)).toBe(text);
    },
  );

  it.each([
    "http://llm.example.com/v1",
    "http://127.0.0.1.evil.com",
    "http://localhost.evil.com",
    "http://127.0.0.1@evil.com",
    "https://me:pw@llm.example.com",
    "https://x/v1?key=abc",
    "ftp://x",
    "llm.example.com",
    "https://",
  ])("[NK5] %j is not", (text) => {
    expect(ClassifierUrl.safeParse(text).success).toBe(false);
  });

  it("[NK5] knows what stays on this machine", () => {
    expect(["http://localhost:1/v1", "https://127.1.2.3/"].map(isLoopback)).toEqual([true, true]);
    expect(["https://llm.example.com", "http://128.0.0.1"].map(isLoopback)).toEqual([false, false]);
  });

  it.each([
    ["", []],
    ["claude -p", ["claude", "-p"]],
    [`  codex exec --config 'a b="c"'  ""`, ["codex", "exec", "--config", 'a b="c"', ""]],
    [`a"b c"d`, ["ab cd"]],
  ])("[NK5] %j are words", (line, words) => {
    expect(CommandWords.parse(line)).toEqual(words);
    expect(CommandWords.parse(words.filter((word) => word !== ""))).toEqual(words.filter((word) => word !== ""));
  });

  it("[NK5] a quote that is not closed is a fault", () => {
    expect(CommandWords.safeParse("claude 'p").error?.issues[0]?.message).toBe("a quote is not closed");
  });
});
