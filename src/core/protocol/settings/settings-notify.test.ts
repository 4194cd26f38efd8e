import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";
import { readNotify } from "./settings-notify.ts";

const read = (fileText: string) => readSettings({ flag: {}, environment: {}, fileText, filePath: "config.toml" });
const faultsOf = (text: string) => {
  const result = read(text);
  return result.ok ? [] : result.faults;
};

describe("[notify] in config.toml", () => {
  it("[NT2] channels and rules are read, with what nobody said", () => {
    const result = read(`
      [notify.channels.phone]
      kind = "ntfy"
      topic = "env:NTFY_TOPIC"
      token = "file:~/.config/ntfy-token"
      [notify.channels.team]
      kind = "webhook"
      url = "https://hooks.example.com/a?b=c"
      secret = "env:HOOK_SECRET"
      [[notify.rules]]
      channels = ["phone", "push"]
      kinds = ["done"]
      delay = "2m"
      quiet_hours = "22:00-07:00"
    `);
    if (!result.ok) throw new Error(result.faults.join("\n"));
    expect(result.settings.notify).toEqual({
      channels: {
        phone: { kind: "ntfy", url: "https://ntfy.sh", topic: "env:NTFY_TOPIC", token: "file:~/.config/ntfy-token" },
        team: { kind: "webhook", url: "https://hooks.example.com/a?b=c", secret: "env:HOOK_SECRET" },
      },
      rules: [
        {
          channels: ["phone", "push"],
          kinds: ["done"],
          delay: 120_000,
          quiet_hours: { from: 1320, to: 420 },
          only_if_unwatched: true,
          cooldown: 60_000,
        },
      ],
      timeout: 10_000,
    });
    const rows = result.rows.filter(({ name }) => name.startsWith("notify."));
    expect(rows.map(({ name, value, origin }) => [name, value, origin])).toEqual([
      ["notify.channels.phone", "ntfy", "file"],
      ["notify.channels.team", "webhook", "file"],
      ["notify.rules.0", "phone, push", "file"],
    ]);
  });

  it("[NT6] a secret written out is refused, with what to write instead, and is not repeated", () => {
    const literal = {
      telegram: 'token = "123456:AAliteral"\nchat_id = 5',
      slack: 'url = "https://hooks.slack.com/services/T0/B0/AAliteral"',
      discord: 'url = "https://discord.com/api/webhooks/1/AAliteral"',
      webhook: 'url = "https://x.example"\nsecret = "AAliteral"',
      ntfy: 'topic = "t"\ntoken = "tk_AAliteral"',
    };
    for (const [kind, words] of Object.entries(literal)) {
      const faults = faultsOf(`[notify.channels.x]\nkind = "${kind}"\n${words}`);
      expect(faults, kind).toEqual([
        expect.stringMatching(/^config\.toml, line \d: notify\.channels\.x\.\w+: .*"env:NAME" or "file:/),
      ]);
      expect(faults.join()).not.toContain("AAliteral");
    }
    expect(faultsOf('[notify.channels.x]\nkind = "webhook"\nurl = "https://me:pw@x.example"')).toEqual([
      expect.stringContaining("without a name and password"),
    ]);
  });

  it("[NT2] an invalid value is reported with its key", () => {
    const fault = (words: string) => faultsOf(words).join("\n");
    expect(fault('[notify.channels.x]\nkind = "pigeon"')).toContain("notify.channels.x.kind");
    expect(fault('[notify.channels.x]\nkind = "desktop"\nvolume = 3')).toContain("volume");
    expect(fault('[[notify.rules]]\nchannels = ["phone"]')).toContain('no channel is called "phone"; there are push');
    expect(fault('[[notify.rules]]\nchannels = ["push"]\nquiet_hours = "25:00-7"')).toContain('"22:00-07:00"');
    expect(fault('[[notify.rules]]\nchannels = ["push"]\ndelay = "soon"')).toContain("not a time span");
    expect(fault('[[notify.rules]]\nchannels = ["push"]\nkinds = ["loud"]')).toContain("notify.rules.0.kinds.0");
    expect(fault('[notify.channels.push]\nkind = "desktop"')).toContain("belong together");
    expect(fault('[notify.channels."a b"]\nkind = "desktop"')).toContain("letters, digits");
    expect(readNotify({})).toMatchObject({ ok: true, notify: { channels: {}, rules: [] } });
  });
});
