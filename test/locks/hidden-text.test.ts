import { expect, it } from "vitest";
import { openDashboard } from "../support/page.ts";
import { sandbox, untilPane } from "../support/sandbox.ts";

/** Turns letters around, is not seen, spells letters that nobody sees. */
const HIDDEN = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

it("[UI27] a question, its choices and the names around it show what is hidden in them, on the page and by commands", {
  timeout: 180_000,
}, async () => {
  const box = sandbox();
  const pane = box.session("work\u202ekrow");
  await box.startDaemon();
  const question = {
    taskId: "t1",
    question: "Run echo \u202ehcus on ;olleh\u202c?",
    questionType: "choice",
    options: [
      { label: "r\u200bm", value: "1", description: "so\u2060ft" },
      { label: "li\u{e0073}st", value: "2" },
    ],
  };
  const env = { TMUX: `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`, TMUX_PANE: pane };
  expect((await box.agtmux(["squad-signal", "needs_input", JSON.stringify(question)], { env })).code).toBe(0);
  await untilPane(box, pane, ({ attention }) => attention !== null);

  for (const words of [["questions"], ["list", "panes"], ["watch", "--once"], [], ["explain", pane]]) {
    const { stdout } = await box.agtmux(words);
    expect([words, HIDDEN.exec(stdout)?.[0]]).toEqual([words, undefined]);
    expect(stdout).toContain("echo ⟨U+202E⟩hcus on ;olleh⟨U+202C⟩");
  }
  const listed = (await box.agtmux(["questions"])).stdout;
  for (const words of ["1. r⟨U+200B⟩m", "so⟨U+2060⟩ft", "2. li⟨U+E0073⟩st"]) expect(listed).toContain(words);

  const { page } = await openDashboard(box);
  const row = page.getByRole("article", { name: "Run echo ⟨U+202E⟩hcus on ;olleh⟨U+202C⟩?" });
  for (const words of ["r⟨U+200B⟩m", "so⟨U+2060⟩ft", "li⟨U+E0073⟩st", "host/work⟨U+202E⟩krow"])
    await row.getByText(words).first().waitFor();
  for (const path of ["/", "/fleet", `/pane/host/${pane.slice(1)}`]) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByText("work⟨U+202E⟩krow").first().waitFor();
    const shown = await page.evaluate(() => document.documentElement.outerHTML + document.title);
    expect([path, HIDDEN.exec(shown)?.[0]]).toEqual([path, undefined]);
  }
});
