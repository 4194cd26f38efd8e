import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { channelText, withoutChannel } from "./channel-text.ts";

const BEFORE = `# my own settings
markers = "all"  # every pane

# the phone
[notify.channels.phone]
kind = "ntfy"
topic = "env:T"

[[notify.rules]]
channels = ["phone"]
delay = "1s"

# for both
[[notify.rules]]
channels = ["phone", "desk"]

# not to be lost
[notify.channels.desk] # here
kind = "desktop"
# the end`;

describe("channelText", () => {
  it("[CL34] is TOML, whatever the values hold", () => {
    const text = channelText("a-b", { kind: "webhook", url: 'x"\\y' }, [
      { channels: ["a-b"], only_if_unwatched: false },
    ]);
    expect(parse(text)).toEqual({
      notify: {
        channels: { "a-b": { kind: "webhook", url: 'x"\\y' } },
        rules: [{ channels: ["a-b"], only_if_unwatched: false }],
      },
    });
  });
});

describe("withoutChannel", () => {
  it("[CL34] takes out the channel and the rules for it alone; every other line stays as it was", () => {
    expect(withoutChannel(BEFORE, "phone")).toBe(`# my own settings
markers = "all"  # every pane

# for both
[[notify.rules]]
channels = ["phone", "desk"]

# not to be lost
[notify.channels.desk] # here
kind = "desktop"
# the end`);
    expect(withoutChannel(BEFORE, "team")).toBe(null);
  });

  it("[CL34] a removed channel leaves the file as it was, byte for byte", () => {
    const added = `${BEFORE}\n\n${channelText("team", { kind: "slack", url: "env:S" }, [{ channels: ["team"] }])}`;
    expect(withoutChannel(added, "team")?.trimEnd()).toBe(BEFORE);
  });
});
