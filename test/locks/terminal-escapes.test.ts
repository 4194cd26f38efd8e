import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AGTMUX, Sandbox, until } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { NASTY, OWN_SEQUENCES, UNRULY } from "./nasty.ts";
import { tcpAccess } from "./tcp-access.ts";

const QUESTION = {
  sessionId: "s-nasty",
  taskId: NASTY,
  question: `Which ${NASTY}?`,
  questionType: "choice",
  context: NASTY,
  options: [
    { label: `one ${NASTY}`, value: "1", description: NASTY },
    { label: `two ${NASTY}`, value: "2", description: NASTY },
  ],
};

const box = new Sandbox();
const outer = new Sandbox();
let asks = "";
let says = "";

/** Panes that say all of it, in every way there is. */
beforeAll(async () => {
  asks = box.session("asks\u202eksa\u200b");
  await box.startDaemon();
  says = await box.registered("says");
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  const asOctal = [...Buffer.from(NASTY.replaceAll(/[\r\n]/g, ""))].map(
    (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
  );
  // a title, a window's name, a hyperlink and the clipboard, as programs set them
  box.type(
    says,
    `printf '\\033]2;%b\\033\\\\\\033k%b\\033\\\\%b' 'ti\\302\\233tle' 'na\\342\\200\\256me' '${asOctal.slice(-200).join("").replaceAll("\\", "\\0")}'; echo done`,
  );
  await until(() => box.screen(says).includes("done"));
  drop(box, { agent: "schmux", event: "needs_testing", pane: says, tmux, payload: `Test this: ${NASTY}` });
  drop(box, { agent: "squad", event: "question", pane: asks, tmux, payload: JSON.stringify(QUESTION) });
  const signal = await box.agtmux(["squad-signal", "question", JSON.stringify(QUESTION)], {
    env: { TMUX: tmux, TMUX_PANE: asks },
  });
  expect(signal).toMatchObject({ code: 0 });
  await until(
    async () => {
      const { items } = await box.panes();
      return items.every(({ attention }) => attention !== null);
    },
    async () => JSON.stringify(await box.panes()) + box.log(),
  );
  await tcpAccess(box);
  // something for the audit, with words of its own
  await box.agtmux(["send", asks, "--text", `hello ${NASTY.slice(0, 20)}`]);
  await box.agtmux([
    "spawn",
    "--agent",
    "nobody",
    "--workspace",
    "/nowhere\u202e",
    "--prompt",
    NASTY.replaceAll("\0", ""),
  ]);
});
afterAll(async () => {
  await box.dispose();
  await outer.dispose();
});

/** Every command that shows what others have said, and errors that repeat what was asked. */
function commands(): string[][] {
  const nasty = NASTY.replaceAll("\0", "");
  return [
    [],
    ...["panes", "windows", "sessions"].flatMap((scope) => [
      ["list", scope],
      ["list", scope, "--json"],
      ["watch", "--once", "--scope", scope],
    ]),
    ["list", "windows", "--with-agent-status"],
    ["list", "sessions", "--group-by", "session-name", "--agent-summary"],
    ["watch", "--once", "--format", "jsonl"],
    ...[asks, says].flatMap((pane) => [
      ["explain", pane],
      ["explain", pane, "--json"],
      ["view-output", pane],
      ["answer", pane],
      ["seen", pane],
    ]),
    ["answer", asks, "neither"],
    ["answer", asks, nasty],
    ["questions"],
    ["questions", "--all"],
    ["questions", "--json"],
    ["audit"],
    ["audit", "--json"],
    ["next", "--print"],
    ["statusline"],
    ["statusline", "--format", "xbar"],
    ["target", "list"],
    ["adapters", "list"],
    ["devices"],
    ["daemon", "status"],
    ["notify", "status"],
    ["resume", "--all", "--dry-run"],
    ["config", "list"],
    ["completions", "words", "--describe", "--", "agtmux explain "],
    ["wait", says, "--state", "completed", "--timeout", "1s"],
    [nasty],
    ["explain", nasty],
    ["explain", `pane:host/${nasty}/@1/%1`],
    ["signal", nasty],
    ["list", "panes", "--state", nasty],
    ["list", "panes", "--target", nasty],
    ["target", "add", nasty],
    ["target", "add", "vm9", "--kind", "ssh", "--ssh-target", nasty],
    ["spawn", "--agent", nasty, "--workspace", nasty],
    ["send", asks, "--text", nasty],
    ["kill", asks, "--signal", nasty],
    [
      "squad-signal",
      "question",
      JSON.stringify({ ...QUESTION, options: [nasty, { label: 5 }], [nasty]: 1 }),
      "--strict",
    ],
    ["wait", asks, "--state", nasty],
  ];
}

it("[SC2] nothing that a pane, a payload or an argument holds comes out of a command as more than text", {
  timeout: 180_000,
}, async () => {
  let seen = "";
  const all = commands();
  for (let from = 0; from < all.length; from += 4)
    await Promise.all(
      all.slice(from, from + 4).map(async (words) => {
        const { stdout, stderr } = await box.agtmux(words);
        expect([words, UNRULY.exec(stdout)?.[0], UNRULY.exec(stderr)?.[0]]).toEqual([words, undefined, undefined]);
        seen += stdout;
      }),
    );
  const { stdout } = await box.agtmux(["view-output", says, "--ansi"]);
  expect(UNRULY.exec(stdout.replaceAll(/\x1b\[[\d;:]*m/g, ""))?.[0]).toBeUndefined();
  // the words themselves are there: what was taken away is what is not words
  for (const word of ["<img src=x onerror=", "⟨U+202E⟩gnp.exe", "ze⟨U+200B⟩ro⟨U+2060⟩width", "next line"])
    expect(seen).toContain(word);
  expect(JSON.stringify(JSON.parse((await box.agtmux(["explain", says, "--json"])).stdout))).toContain("onerror");
});

it("[SC2] nor on a terminal, where there are colours and a screen to draw on", { timeout: 180_000 }, async () => {
  const record = join(outer.dir, "bytes");
  const terminal = outer.session("terminal", "exec sh");
  outer.tmux("set-environment", "-g", "AGTMUX_HOME", box.home);
  outer.tmux("pipe-pane", "-O", "-t", terminal, `cat >> ${record}`);
  const run = `AGTMUX_HOME=${box.home} ${AGTMUX}`;
  const shown = [
    ["list", "panes"],
    ["explain", asks],
    ["explain", says],
    ["questions"],
    ["audit"],
    ["view-output", says],
    ["answer", asks, "neither"],
    [],
  ];
  for (const [index, words] of shown.entries()) {
    outer.type(terminal, `clear; ${run} ${words.map((word) => `'${word}'`).join(" ")}; echo "end-$((${index}+1000))"`);
    await until(() => readFileSync(record, "utf8").includes(`end-${index + 1000}`));
  }
  outer.type(terminal, `clear; ${run} watch`);
  await until(() => readFileSync(record, "utf8").includes("q quit"));
  outer.tmux("send-keys", "-t", terminal, "q");
  await until(() => readFileSync(record, "utf8").includes("\x1b[?1049l"));
  outer.type(terminal, "echo end-$((2000+1))");
  await until(() => readFileSync(record, "utf8").includes("end-2001"));
  const bytes = readFileSync(record, "utf8");
  expect(bytes).toContain("\x1b[33m");
  expect(bytes).not.toMatch(/\x1b\]|\x1bk|\x1bP|\x9b|\x9d/);
  const rest = bytes
    .replaceAll(/\x1b\[H\x1b\[J|\x1b\[\?2004[hl]|\x1b\[3J/g, "")
    .replaceAll(OWN_SEQUENCES, "")
    .replaceAll("\r", "");
  expect(UNRULY.exec(rest)?.[0]).toBeUndefined();
});
