import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationOf } from "../../../../test/support/notification.ts";
import { capBytes, capText, utf8Length } from "./cap-text.ts";
import { notifySendArgs, osascriptArgs } from "./desktop.ts";
import { discordBody } from "./discord.ts";
import { FIELDS } from "./fields.ts";
import { fillJson, fillText } from "./fill-template.ts";
import { ntfyBody } from "./ntfy.ts";
import { pushPayload } from "./push-payload.ts";
import { slackBody } from "./slack.ts";
import { telegramBody } from "./telegram.ts";
import { tmuxMessage } from "./tmux-message.ts";

const parsed = (filled: { ok: boolean }) => JSON.parse("text" in filled ? String(filled.text) : "null");
const anyText = fc.string({ unit: "binary", maxLength: 6_000 });

describe("templates of webhooks", () => {
  it("[NT8] fill the strings of a JSON body, and no word of an agent leaves its string", () => {
    const template = '{"text": "{{label}}: {{ message }}", "at": [{"pane": "{{pane}}"}], "count": 3}';
    const message = '", "count": 9} \\ \n{{key}}';
    expect(parsed(fillJson(template, notificationOf({ message })))).toEqual({
      text: `⚠ Needs Authorization: ${message}`,
      at: [{ pane: "%3" }],
      count: 3,
    });
  });

  it("[NT8] whatever an agent says, the shape of the body stays", () => {
    const template = '{"a": "{{message}}", "b": ["{{title}}"]}';
    fc.assert(
      fc.property(anyText, anyText, (message, title) => {
        const body = parsed(fillJson(template, notificationOf({ message, title })));
        expect(Object.keys(body)).toEqual(["a", "b"]);
        expect([typeof body.a, body.b.length, typeof body.b[0]]).toEqual(["string", 1, "string"]);
      }),
      { numRuns: 200 },
    );
  });

  it("[NT8] templates say what is wrong: invalid JSON or an unknown field", () => {
    expect(fillJson('{"a": {{message}}}', notificationOf())).toMatchObject({
      ok: false,
      fault: expect.stringMatching(/no JSON.*strings/s),
    });
    const unknown = fillJson('{"a": "{{mesage}}"}', notificationOf());
    expect(unknown).toMatchObject({ ok: false });
    expect("fault" in unknown && unknown.fault).toContain("{{mesage}}");
    for (const name of Object.keys(FIELDS)) expect("fault" in unknown && unknown.fault).toContain(name);
    expect(fillText("{{constructor}}", notificationOf(), String)).toMatchObject({ ok: false });
  });

  it("[NT8] every field can be used, and an address that cannot be opened is empty", () => {
    const every = Object.keys(FIELDS).map((name) => [name, `{{${name}}}`]);
    const filled = parsed(fillJson(JSON.stringify(Object.fromEntries(every)), notificationOf({ url: null })));
    expect(filled).toMatchObject({
      target: "host",
      session: "work",
      window: "@1",
      url: "",
      raised_at: "1700000000000",
    });
    expect(Object.values(filled).filter((value) => String(value).includes("{{"))).toEqual([]);
  });
});

describe("templates of chats", () => {
  it("[NT8] Slack: mentions and links of an agent's words are text", () => {
    const body = parsed(slackBody(notificationOf({ message: "<!channel> a & b <https://evil|here>" })));
    expect(body).toEqual({
      text: "⚠ Needs Authorization · claude in host/work\n&lt;!channel&gt; a &amp; b &lt;https://evil|here&gt;\nhttps://agents.example.com/pane/host/3",
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it("[NT8] Discord: nobody is mentioned and nothing is formatted", () => {
    const body = parsed(discordBody(notificationOf({ message: "@everyone **now** `x` [a](b) <@1> # h", url: null })));
    expect(body).toEqual({
      content:
        "⚠ Needs Authorization · claude in host/work\n\\@everyone \\*\\*now\\*\\* \\`x\\` \\[a\\](b) \\<\\@1\\> \\# h",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });

  it("[NT8] Telegram: plain text, and what is only done makes no sound", () => {
    const body = parsed(telegramBody(notificationOf({ message: "<b>*x*</b>", kind: "done", url: null }), "-100"));
    expect(body).toEqual({
      chat_id: "-100",
      text: "⚠ Needs Authorization · claude in host/work\n<b>*x*</b>",
      disable_notification: true,
      link_preview_options: { is_disabled: true },
    });
    expect(parsed(telegramBody(notificationOf(), "1")).disable_notification).toBe(false);
  });

  it("[NT8] an own text takes the place of the usual one, its fields escaped and itself not", () => {
    const said = notificationOf({ message: "<x>" });
    expect(parsed(slackBody(said, "<!here> {{message}}")).text).toBe("<!here> &lt;x&gt;");
    expect(slackBody(said, "{{nothing}}")).toMatchObject({ ok: false });
  });

  it("[NT8] long words are cut in whole characters, within what each service takes; the address stays", () => {
    const message = "👩‍🚀é".repeat(4_000);
    const said = notificationOf({ message });
    const texts = {
      slack: parsed(slackBody(said)).text as string,
      discord: parsed(discordBody(said)).content as string,
      telegram: parsed(telegramBody(said, "1")).text as string,
    };
    expect([...texts.slack].length).toBeLessThanOrEqual(3_000);
    expect(texts.discord.length).toBeLessThanOrEqual(2_000);
    expect(texts.telegram.length).toBeLessThanOrEqual(4_096);
    for (const text of Object.values(texts)) {
      expect(text).toContain("…\nhttps://agents.example.com/pane/host/3");
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it("[NT8] whatever an agent says, Discord gets no more than it takes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("*", "_", "@", "a", "😀"), maxLength: 5_000 }), (message) => {
        expect([...parsed(discordBody(notificationOf({ message }))).content].length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 50 },
    );
  });
});

describe("words for other channels", () => {
  it("[NT8] ntfy gets JSON with title, tags, priority and the address to open", () => {
    const choice = { topic: "t", sequenceId: "abc", priority: undefined, template: undefined };
    expect(parsed(ntfyBody(notificationOf({ message: "Läuft es?" }), choice))).toEqual({
      topic: "t",
      sequence_id: "abc",
      title: "claude in host/work",
      message: "Läuft es?",
      tags: ["warning", "approval"],
      priority: 4,
      click: "https://agents.example.com/pane/host/3",
    });
    const quiet = parsed(ntfyBody(notificationOf({ kind: "done", message: "", url: null }), choice));
    expect(quiet).toMatchObject({ priority: 2, message: "⚠ Needs Authorization" });
    expect("click" in quiet).toBe(false);
    expect(parsed(ntfyBody(notificationOf(), { ...choice, priority: "urgent" })).priority).toBe(5);
    const long = parsed(ntfyBody(notificationOf({ message: "ü".repeat(9_000) }), choice)).message as string;
    expect(utf8Length(long)).toBeLessThanOrEqual(3_500);
  });

  it("[NT11] a push fits into what push services take, whatever an agent says", () => {
    fc.assert(
      fc.property(anyText, anyText, (message, title) => {
        expect(utf8Length(pushPayload(notificationOf({ message, title })))).toBeLessThan(3_993);
      }),
      { numRuns: 100 },
    );
    expect(JSON.parse(pushPayload(notificationOf()))).toMatchObject({ path: "/pane/host/3", runtime_id: "r1" });
  });

  it("[NT9] notify-send: text after --, markup and backslashes escaped, loud by kind", () => {
    const said = notificationOf({ title: "-u critical", label: "", message: "<b>x</b> & a\\n" });
    expect(notifySendArgs(said, { canReplace: true, replaces: "7", sound: false })).toEqual([
      ...["-a", "agtmux", "-u", "critical", "-p", "-r", "7", "--"],
      "· -u critical",
      "&lt;b&gt;x&lt;/b&gt; &amp; a\\\\n",
    ]);
    const plain = notifySendArgs(notificationOf({ kind: "done" }), { canReplace: false, replaces: "7", sound: true });
    expect(plain.slice(0, 7)).toEqual([
      "-a",
      "agtmux",
      "-u",
      "low",
      "-h",
      "string:sound-name:message-new-instant",
      "--",
    ]);
  });

  it("[NT9] osascript: the words are arguments and never in the script", () => {
    const said = notificationOf({ message: '" & (do shell script "id") & "', title: "x" });
    const args = osascriptArgs(said, false);
    expect(args.slice(-3)).toEqual(["--", "⚠ Needs Authorization · x", said.message]);
    expect(args.slice(0, -2).join(" ")).not.toContain("shell");
  });

  it("[NT10] a tmux message is one line in which nothing is a format or a time", () => {
    const said = notificationOf({ message: "#(id) #{pane_id}\n%H \u001b[31mred" });
    expect(tmuxMessage(said)).toBe(
      "⚠ Needs Authorization · claude in host/work: ##(id) ##{pane_id} %%H ⟨U+001B⟩[31mred",
    );
  });

  it("[UI27] invisible characters in an agent's words are written out on every channel", () => {
    const said = notificationOf({ title: "cla\u200bude", message: "run \u202eecho" });
    const told = [
      tmuxMessage(said),
      osascriptArgs(said, false).join(" "),
      JSON.stringify(parsed(slackBody(said))),
      pushPayload(said),
    ];
    for (const text of told) {
      expect(text).toContain("cla⟨U+200B⟩ude");
      expect(text).toContain("run ⟨U+202E⟩echo");
    }
  });

  it("[NT8] texts are cut by characters or bytes, and say so", () => {
    expect([capText("abc", 3), capText("abcd", 3), capText("😀😀😀", 2)]).toEqual(["abc", "ab…", "😀…"]);
    expect([capBytes("äää", 6), capBytes("äää", 5), capBytes("ab", 1)]).toEqual(["äää", "ä…", "…"]);
  });
});
