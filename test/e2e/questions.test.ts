import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AnswerReport, type Question, QuestionList } from "../../src/core/protocol/actions/questions.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { type DialogAgent, dialogAgent, type Order } from "../support/dialog-agent.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";
import { audited, expectRefusal } from "../support/stage.ts";

interface Stage extends DialogAgent {
  box: Sandbox;
  pane: string;
  item: PaneItem;
}

const MAKE: Order = { command: "make all" };
const COLOURS: Order = { question: "Which colour?", options: ["Red", "Blue"] };

/** A daemon and an agent with dialogs, in a separate shell. */
async function stage(): Promise<Stage> {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const agent = dialogAgent(box.dir, join(box.home, "bin", "agtmux"));
  const pane = box.session("work", "exec bash --norc --noprofile");
  box.type(pane, agent.command);
  const item = await untilPane(box, pane, (each) => each.agent === "claude");
  return { ...agent, box, pane, item };
}

async function questions(box: Sandbox, ...words: string[]): Promise<Question[]> {
  const list = words.length === 0 ? await box.client.questions() : await box.json("questions", "--json", ...words);
  return QuestionList.parse(list).items;
}

/** Makes the agent ask, and waits until the daemon knows the new question and its choices. */
async function asked({ box, ask }: Stage, order: Order): Promise<Question> {
  const before = (await questions(box)).map(({ question_id }) => question_id);
  ask(order);
  let open: Question[] = [];
  const isNew = (question: Question) => !before.includes(question.question_id) && question.options !== undefined;
  await until(
    async () => {
      open = await questions(box);
      return open.some(isNew);
    },
    () => JSON.stringify(open),
  );
  return open.find(isNew) as Question;
}

async function states(box: Sandbox): Promise<string[]> {
  return (await questions(box, "--all")).map(({ state }) => state);
}

describe("questions", () => {
  it("[SQ17, SQ18] an approval is listed with its command and choices, and yes is the plain one", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    const question = await asked(scene, MAKE);
    expect(question).toMatchObject({
      kind: "approval",
      detail: "make all",
      agent: "claude",
      pane_id: pane,
      state: "open",
    });
    expect(question.options?.map(({ label, value }) => [label, value])).toEqual([
      ["Yes", "yes"],
      ["Yes, and don't ask again for make commands in /w", "always"],
      ["No", "no"],
    ]);
    const report = AnswerReport.parse(await box.json("answer", pane, "yes", "--wait", "accepted", "--json"));
    expect(report).toMatchObject({
      action: "answer",
      by: "dialog",
      answered: ["Yes"],
      question_id: question.question_id,
    });
    expect(report.phases.map(({ phase }) => phase)).toEqual(["typed", "submitted", "accepted"]);
    expect(read()).toEqual([{ picked: "Yes" }]);
    expect(await questions(box)).toEqual([]);
    expect(await questions(box, "--all")).toMatchObject([
      { state: "answered", answer: "Yes", correlation_id: report.correlation_id },
    ]);
    const [entry] = (await audited(box)).items;
    expect(entry).toMatchObject({
      action: "answer",
      outcome: "done",
      request: { text: "yes", question_id: question.question_id },
    });
  });

  it("[SQ17] no denies, a question is answered by label or number, and by words where it takes them", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    await asked(scene, MAKE);
    expect((await box.agtmux(["answer", pane, "no"])).code).toBe(0);
    const { question_id } = await asked(scene, COLOURS);
    expect((await box.agtmux(["answer", question_id, "blu"])).code).toBe(0);
    await asked(scene, COLOURS);
    expect((await box.agtmux(["answer", pane, "1"])).code).toBe(0);
    await asked(scene, COLOURS);
    expect((await box.agtmux(["answer", pane, "--text", "Red, but darker"])).code).toBe(0);
    await asked(scene, COLOURS);
    expect((await box.agtmux(["answer", pane, "-"], { input: "Purple\n" })).code).toBe(0);
    expect(read()).toEqual([
      { picked: "No" },
      { picked: "Blue" },
      { picked: "Red" },
      { words: "Red, but darker" },
      { words: "Purple" },
    ]);
    expect(await states(box)).toEqual(new Array(5).fill("answered"));
  });

  it("[SQ17] an answer that is not a choice is refused with the choices, and nothing is pressed", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    await asked(scene, MAKE);
    const strange = await box.agtmux(["answer", pane, "maybe"]);
    expect(strange.stderr).toMatch(/ the choices are: \[E_CHOICE_INVALID\]\n/);
    expect(strange.stderr).toContain("  3. No\n");
    expect([strange.code, /\[(E_\w+)\]/.exec(strange.stderr)?.[1]]).toEqual([49, "E_CHOICE_INVALID"]);
    expect((await box.agtmux(["answer", pane, "9"])).code).toBe(49);
    expect((await box.agtmux(["answer", pane, "--choice", "1", "--choice", "3"])).code).toBe(49);
    expectRefusal(await box.agtmux(["answer", "first", "yes"]), "E_NO_QUESTION");
    expectRefusal(await box.agtmux(["answer", pane, "yes", "--if-state", "running"]), "E_GUARD_STATE");
    expect(read()).toEqual([]);
    expect(await states(box)).toEqual(["open"]);
  });

  it("[SQ16, SQ17] a dialog that has changed since it was listed is not answered, and the old question is over", async () => {
    const scene = await stage();
    const { box, ask, pane, read } = scene;
    const first = await asked(scene, MAKE);
    // the agent asks something else without reporting it
    ask({ command: "rm -rf build", quiet: true });
    await until(() => box.screen(pane).includes("rm -rf build"));
    expectRefusal(await box.agtmux(["answer", first.question_id, "yes"]), "E_STALE_SNAPSHOT");
    expect(read()).toEqual([]);
    const second = await asked(scene, { command: "make install" });
    expect(second.question_id).not.toBe(first.question_id);
    expect((await questions(box, "--all")).find(({ question_id }) => question_id === first.question_id)?.state).toBe(
      "superseded",
    );
    expectRefusal(await box.agtmux(["answer", first.question_id, "yes"]), "E_STALE_SNAPSHOT");
    expect(read()).toEqual([]);
  });

  it("[UI26] an answer to a wording that has changed is refused with the new wording", async () => {
    const scene = await stage();
    const { box, pane, ask, read } = scene;
    const { revision } = await asked(scene, MAKE);
    ask({ command: "make all && touch /tmp/gone" });
    // with its choices, which are part of its wording
    await until(async () =>
      (await questions(box)).some(({ detail, options }) => detail?.includes("touch") && options !== undefined),
    );
    const refused = await box.agtmux(["answer", pane, "yes", "--if-revision", revision]);
    expectRefusal(refused, "E_QUESTION_CHANGED");
    expect(refused.stderr).toContain("make all && touch /tmp/gone");
    expect(read()).toEqual([]);
    const now = (await questions(box))[0] as Question;
    await box.json("answer", pane, "yes", "--if-revision", now.revision, "--json");
    await until(() => read().length === 1);
    expect(read()).toEqual([{ picked: "Yes" }]);
  });

  it("[SQ16] a question answered at the agent itself is closed", async () => {
    const scene = await stage();
    const { box, pane } = scene;
    const { question_id } = await asked(scene, MAKE);
    box.tmux("send-keys", "-t", pane, "1");
    await until(async () => (await states(box))[0] === "gone");
    expectRefusal(await box.agtmux(["answer", question_id, "yes"]), "E_STALE_SNAPSHOT");
  });

  it("[SQ17] of two simultaneous answers one is given and the other refused", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    const { question_id } = await asked(scene, MAKE);
    const both = await Promise.all([box.agtmux(["answer", question_id, "yes"]), box.agtmux(["answer", pane, "no"])]);
    expect(both.map(({ code }) => code === 0).sort()).toEqual([false, true]);
    expect(read()).toHaveLength(1);
  });

  it("[SQ17] a second call with one idempotency key presses nothing and reports the first", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    const { question_id } = await asked(scene, MAKE);
    const words = ["answer", question_id, "yes", "--idempotency-key", "k1", "--json"];
    const first = AnswerReport.parse(await box.json(...words));
    const second = AnswerReport.parse(await box.json(...words));
    expect([first.repeated, second.repeated, second.correlation_id]).toEqual([false, true, first.correlation_id]);
    expectRefusal(await box.agtmux(["answer", pane, "no", "--idempotency-key", "k2"]), "E_NO_QUESTION");
    expect(read()).toEqual([{ picked: "Yes" }]);
  });

  it("[SQ17] a dialog that stays is told, with what is on the screen, and the question stays open", async () => {
    const scene = await stage();
    const { box, pane } = scene;
    await asked(scene, { ...MAKE, deaf: true });
    expectRefusal(await box.agtmux(["answer", pane, "yes"]), "E_NOT_DELIVERED");
    expect(await states(box)).toEqual(["open"]);
    expect((await audited(box)).items[0]).toMatchObject({
      action: "answer",
      outcome: "failed",
      code: "E_NOT_DELIVERED",
    });
  });

  it("[SQ16] questions survive a restart of the daemon and are answered afterwards", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    const before = await asked(scene, MAKE);
    await box.agtmux(["daemon", "restart"]);
    await untilPane(box, pane, ({ state }) => state === "waiting_approval");
    expect(await questions(box)).toMatchObject([
      { question_id: before.question_id, detail: "make all", state: "open" },
    ]);
    expect(await box.agtmux(["answer", before.question_id, "no"])).toMatchObject({ code: 0, stderr: "" });
    expect(read()).toEqual([{ picked: "No" }]);
  });

  it("[SQ16, SQ17] a declared question is answered at the prompt: a squad choice by its value, in time", async () => {
    const { box, pane, read } = await stage();
    const squad = {
      taskId: "t",
      question: "Which port?",
      questionType: "choice",
      options: [{ label: "Usual", value: "8080" }],
    };
    const signal = (data: object) =>
      box.agtmux(["squad-signal", "needs_input", JSON.stringify(data)], {
        env: { TMUX_PANE: pane, TMUX: tmuxOf(box) },
      });
    expect((await signal(squad)).code).toBe(0);
    await until(async () => (await questions(box))[0]?.text === "Which port?");
    expect((await questions(box))[0]).toMatchObject({ kind: "choice", options: [{ label: "Usual", value: "8080" }] });
    expect((await box.agtmux(["answer", pane, "17"])).code).toBe(49);
    const ran = await box.agtmux(["answer", pane, "usual"]);
    expect([ran.code, ran.stderr]).toEqual([0, 'sent as text: "8080"\n']);
    expect(read()).toEqual([{ prompt: "8080" }]);
    expect((await signal({ ...squad, question: "And now?", timeout: 1 })).code).toBe(0);
    await until(async () => (await states(box)).includes("expired"));
    expect(await questions(box)).toEqual([]);
  });

  it("[AP9, SQ17] the table shows questions with their choices, and says if there are none", async () => {
    const scene = await stage();
    const { box, pane } = scene;
    expect((await box.agtmux(["questions"])).stdout).toBe("nobody asks anything\n");
    await asked(scene, COLOURS);
    const { stdout } = await box.agtmux(["questions"], { env: { COLUMNS: "60" } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^REF +AGENT +AGE +KIND +QUESTION$/);
    expect(lines[1]).toMatch(new RegExp(`^${pane} +claude +\\d+s +choice +Which colour\\?$`));
    expect(lines.slice(2)).toEqual(["     1. Red", "     2. Blue", "     or words of your own (--text)"]);
    expect((await box.agtmux([])).stdout).toContain(`agtmux answer ${pane}`);
  });

  it("[SQ26] answer without an answer shows the question, and without a terminal fails with its own code", async () => {
    const scene = await stage();
    const { box, pane, read } = scene;
    expectRefusal(await box.agtmux(["answer", pane]), "E_NO_QUESTION");
    const { question_id, revision } = await asked(scene, COLOURS);
    for (const whom of [pane, question_id]) {
      const { stdout, stderr, code } = await box.agtmux(["answer", whom]);
      expect(stdout).toContain("asks: Which colour?");
      expect(stdout).toContain(`question id ${question_id}`);
      expect(stdout).toContain("     1. Red\n     2. Blue\n");
      expect(stdout).toContain(`agtmux answer ${pane} 1 --if-revision ${revision}`);
      expect([code, stderr]).toEqual([
        89,
        expect.stringMatching(/^agtmux: nothing was answered: .*\[E_NO_ANSWER\]\n$/),
      ]);
    }
    const json = await box.agtmux(["answer", pane, "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([89, { question_id, revision }]);
    const person = box.session("person");
    box.type(person, `${AGTMUX} answer ${pane}; echo code $?`);
    await until(() => box.screen(person).includes("code 0"));
    expect(read()).toEqual([]);
  });
});

describe("questions on another machine", () => {
  it("[SQ17, SQ18] an approval there is answered over ssh by the same keys", { timeout: 180_000 }, async () => {
    const vm = await sshHost();
    vm.session("first");
    const box = await daemonWith([vm]);
    const { command, ask, read } = dialogAgent(vm.dir, join(vm.home, "bin", "agtmux"));
    const pane = vm.session("api", "exec bash --norc --noprofile");
    vm.type(pane, command);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
    ask(MAKE);
    await until(async () => (await questions(box, "--target", "vm1"))[0]?.options !== undefined);
    const report = AnswerReport.parse(await box.json("answer", "vm1/api", "always", "--wait", "accepted", "--json"));
    expect(report.phases.map(({ phase }) => phase)).toEqual(["typed", "submitted", "accepted"]);
    expect(read()).toEqual([{ picked: "Yes, and don't ask again for make commands in /w" }]);
    expect(await questions(box)).toEqual([]);
  });
});

function tmuxOf(box: Sandbox): string {
  return `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
}
