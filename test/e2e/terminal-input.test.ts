import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { letIn, tokenOf } from "../support/http.ts";
import { marker } from "../support/print.ts";
import { until, untilPane, untilPrompt } from "../support/sandbox.ts";
import { shownPane, untilSame } from "../support/shown-pane.ts";
import { untilTyping } from "../support/stage.ts";
import { TerminalViewer, view } from "../support/terminal-viewer.ts";
import { typist } from "../support/typist.ts";

/** A pane whose program records every byte of its input. */
async function keeping(before = "") {
  const { box, pane } = await shownPane(
    (made) => `stty raw -echo; printf '${before}ready'; exec cat > ${join(made.dir, "kept")}`,
  );
  await until(() => box.screen(pane).includes("ready"));
  const kept = () => (existsSync(join(box.dir, "kept")) ? readFileSync(join(box.dir, "kept")) : Buffer.alloc(0));
  return { box, pane, kept };
}

const lastRefusal = (viewer: TerminalViewer) => viewer.all("refused").at(-1);

describe("what a viewer types", () => {
  it("[TS7] arrives byte for byte, whatever it is, in order", async () => {
    const { box, pane, kept } = await keeping();
    const viewer = await view(box, pane);
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const sent: Buffer[] = [];
    for (const part of [
      every,
      Buffer.from("é漢🎈\r;#{x} ~$HOME {}\\;\r;"),
      Buffer.from("a"),
      Buffer.from("b"),
      Buffer.alloc(100_000, every),
    ]) {
      viewer.type(part);
      sent.push(part);
    }
    const all = Buffer.concat(sent);
    await until(
      () => viewer.all("typed").at(-1)?.bytes === all.length,
      () => JSON.stringify(viewer.told.slice(-3)),
    );
    await until(() => kept().length >= all.length);
    expect(kept().equals(all)).toBe(true);
    expect(viewer.all("refused")).toEqual([]);
  });

  it("[TS7] is pasted as tmux pastes: 100 KB whole, in brackets where the program wants them", async () => {
    const { box, pane, kept } = await keeping("\\033[?2004h");
    const viewer = await view(box, pane);
    const text = `${"lines of words, é漢🎈 and $(signs) ;#{}'\\\n".repeat(2_500)}end`;
    viewer.type("<");
    viewer.paste(text);
    viewer.type(">");
    const wanted = Buffer.from(`<\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~>`);
    await until(() => kept().length >= wanted.length);
    expect(kept().equals(wanted)).toBe(true);
    expect(box.tmux("list-buffers")).toBe("");
  });

  it("[TS7] may be keys that tmux names, as the program's modes want them", async () => {
    const { box, pane, kept } = await keeping("\\033[?1h");
    const viewer = await view(box, pane);
    viewer.ask({ type: "keys", keys: ["Up", "C-c", "F5", "BTab", "x"] });
    await until(() => kept().includes("x"));
    expect(kept().toString()).toBe("\x1bOA\x03\x1b[15~\x1b[Zx");
    viewer.ask({ type: "keys", keys: ["NoSuchKey"] });
    await until(() => viewer.all("refused").length > 0);
    expect(lastRefusal(viewer)?.error.code).toBe("E_INVALID_INPUT");
  });

  it("[TS7] comes back as it is echoed", async () => {
    const { box, pane } = await shownPane();
    const viewer = await view(box, pane);
    viewer.type("echo 漢字-$((6 * 7))\r");
    await until(() => viewer.rows().includes("漢字-42"));
    await untilSame(box, pane, viewer);
  });
});

describe("what a viewer types is for whoever was shown", () => {
  it("[TS9] input is not for another program: the viewer is told which is there now, and types again once it accepts that", async () => {
    const { box, pane } = await shownPane();
    const viewer = await view(box, pane);
    box.tmux("respawn-pane", "-k", "-t", pane, "exec sh");
    // the user's shell runs the command at first
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "sh");
    untilPrompt(() => box.screen(pane));
    viewer.type("echo stray\r");
    await until(() => viewer.all("refused").length > 0);
    expect(lastRefusal(viewer)).toMatchObject({
      error: { code: "E_STALE_SNAPSHOT" },
      bytes: 11,
      holder: { command: "sh" },
    });
    viewer.type("echo stray again\r");
    await until(() => viewer.all("refused").length > 1);
    viewer.ask({ type: "accept", holder_id: "pane:1" });
    await until(() => viewer.all("refused").length > 2);
    viewer.ask({ type: "accept", holder_id: viewer.all("refused")[0]?.holder?.id ?? "" });
    viewer.type("echo meant\r");
    await until(() => viewer.rows().includes("meant"));
    expect(box.screen(pane)).not.toContain("stray");
    await untilSame(box, pane, viewer);
  });

  it("[TS9] an agent that has ended gets no keys, and neither does its shell unasked", async () => {
    const { box, pane } = await shownPane();
    const agent = typist(box.dir);
    box.type(pane, agent.command);
    await untilTyping(box, pane);
    const viewer = await view(box, pane);
    expect(viewer.all("opened")[0]?.holder.agent).toBe("claude");
    viewer.type("hello\r");
    await until(() => agent.read().includes("hello"));
    viewer.type("\x04");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "sh");
    viewer.type("touch stray\r");
    await until(() => viewer.all("refused").length > 0);
    expect(lastRefusal(viewer)?.holder).toMatchObject({ command: "sh", agent: null });
    viewer.ask({ type: "accept", holder_id: lastRefusal(viewer)?.holder?.id ?? "" });
    viewer.type("touch meant\r");
    await until(() => existsSync(join(box.dir, "meant")));
    expect(existsSync(join(box.dir, "stray"))).toBe(false);
  });

  it("[TS9] a pane in copy mode takes no input, and says so", async () => {
    const { box, pane } = await shownPane();
    const viewer = await view(box, pane);
    box.tmux("copy-mode", "-t", pane);
    viewer.type("x");
    await until(() => viewer.all("refused").length > 0);
    expect(lastRefusal(viewer)).toMatchObject({
      error: { code: "E_PANE_MODE", details: { guard: "pane_mode" } },
      holder: null,
    });
    box.tmux("send-keys", "-t", pane, "-X", "cancel");
    viewer.type("echo free\r");
    await until(() => viewer.rows().includes("free"));
  });

  it("[TS11] Enter closes what the agent asked for; words alone do not", async () => {
    const { box, pane } = await registered();
    box.type(pane, `printf '%s\\n' '${marker("needs_input", "Which one?")}'; cat`);
    await untilPane(box, pane, ({ attention }) => attention !== null);
    const viewer = await view(box, pane);
    viewer.type("the first");
    await until(() => viewer.rows().join("").includes("the first"));
    expect((await box.pane(pane)).attention?.kind).toBe("input");
    viewer.type("\r");
    await untilPane(box, pane, ({ attention }) => attention === null);
  });

  it("[TS11] Esc closes attention that only has to be seen", async () => {
    const { box, pane } = await registered();
    box.type(pane, `printf '%s\\n' '${marker("completed", "All done")}'; cat`);
    await untilPane(box, pane, ({ attention }) => attention?.kind === "done");
    const viewer = await view(box, pane);
    viewer.type("\x1b");
    await untilPane(box, pane, ({ attention }) => attention === null);
  });
});

describe("who may type", () => {
  it("[TS10, AP4] the token allows viewing and typing; the cookie alone opens no terminal", async () => {
    const { box, pane } = await shownPane();
    const status = await box.status();
    const { port, dashboard } = status;
    const { cookie } = await letIn(dashboard);
    const url = `ws://127.0.0.1:${port}/v1/terminal/${encodeURIComponent(pane)}`;
    const typer = new TerminalViewer(url, { protocols: ["agtmux.terminal.1", `agtmux.token.${tokenOf(status)}`] });
    await until(() => typer.received > 0);
    expect(typer.socket.protocol).toBe("agtmux.terminal.1");
    typer.type("echo meant\r");
    await until(() => typer.rows().includes("meant"));
    for (const refused of [new TerminalViewer(url, { headers: { cookie } }), new TerminalViewer(url)]) {
      await until(() => refused.socket.readyState === refused.socket.CLOSED);
      expect(refused.told).toEqual([]);
    }
    typer.socket.terminate();
  });
});

async function registered() {
  const shown = await shownPane();
  await shown.box.register(shown.pane);
  return shown;
}
