import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialogAgent } from "../support/dialog-agent.ts";
import { expectFit, expectThumbSized, openDashboard, PHONE, untilKeysAct } from "../support/page.ts";
import { type AskedPart, questionAgent } from "../support/question-agent.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const COLOUR: AskedPart = {
  header: "Colour",
  question: "Which colour?",
  options: ["Red", "Blue", "Green"],
  multiSelect: false,
};
const SIZE: AskedPart = { header: "Size", question: "Which size?", options: ["Small", "Large"], multiSelect: false };
const FRUITS: AskedPart = {
  header: "Fruits",
  question: "Which fruits?",
  options: ["Apple", "Banana", "Cherry"],
  multiSelect: true,
};

/** A daemon, and an agent that asks these questions in its own dialogs. */
async function asking(...parts: AskedPart[]) {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const { command, read } = questionAgent(box.dir, join(box.home, "bin", "agtmux"), parts);
  const pane = box.session("work", "exec bash --norc --noprofile");
  box.type(pane, command);
  await untilPane(box, pane, ({ attention }) => attention !== null);
  return { box, read };
}

describe("questions answered on the page, in an agent's own dialogs", () => {
  it("[UI2, SQ17] several are picked by keys and sent together, and the agent gets just those", async () => {
    const { box, read } = await asking(FRUITS);
    const { page, complaints } = await openDashboard(box);
    const row = page.getByRole("article", { name: "Which fruits?" });
    await row.getByRole("button", { name: "Banana" }).waitFor();
    expect(await row.getByRole("button", { name: /^Send picks/ }).isDisabled()).toBe(true);
    for (const key of ["1", "2", "1", "3"]) await page.keyboard.press(key);
    const pressed = row.locator(".option[aria-pressed=true]");
    expect(await pressed.locator(".option-label").allTextContents()).toEqual(["Banana", "Cherry"]);
    await untilKeysAct(page, "Which fruits?");
    await page.keyboard.press("p");
    await until(() => read() !== null);
    expect(read()).toEqual([["Banana", "Cherry"]]);
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
    expect(complaints).toEqual([]);
  }, 180_000);

  it("[UI2, UI10, UI33] a question in parts is answered one after the other, and says which one it is", async () => {
    const { box, read } = await asking(COLOUR, SIZE, FRUITS);
    const { page } = await openDashboard(box);
    const first = page.getByRole("article", { name: "Which colour?" });
    await first.getByText("Question 1 of 3").waitFor();
    await first.getByRole("button", { name: "Blue" }).click();
    const second = page.getByRole("article", { name: "Which size?" });
    await second.getByText("Question 2 of 3").waitFor();
    expect(read()).toBeNull();
    await second.getByRole("button", { name: "Large" }).click();
    const third = page.getByRole("article", { name: "Which fruits?" });
    await third.getByText("Question 3 of 3").waitFor();
    await third.getByRole("button", { name: "Apple" }).click();
    await third.getByRole("button", { name: "Cherry" }).click();
    await third.getByRole("button", { name: /^Send picks/ }).click();
    await until(() => read() !== null);
    expect(read()).toEqual([["Blue"], ["Large"], ["Apple", "Cherry"]]);
    // a handled row stays while the pointer is on it
    await page.mouse.move(1_200, 600);
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
  }, 180_000);

  it("[UI2, UI17, UI33] a part is left for later, and goes on from a phone where it was left", async () => {
    const { box, read } = await asking(COLOUR, SIZE);
    const desk = await openDashboard(box);
    await desk.page.getByRole("article", { name: "Which colour?" }).getByRole("button", { name: "Red" }).click();
    await desk.page.getByText("Question 2 of 2").first().waitFor();
    await desk.page.close();
    const { page } = await openDashboard(box, { ...PHONE, isTouched: true });
    const row = page.getByRole("article", { name: "Which size?" });
    await row.getByText("Question 2 of 2").waitFor();
    await expectFit(page);
    await row.tap();
    const small = page.getByRole("dialog").getByRole("button", { name: "Small", exact: true });
    await small.waitFor();
    await expectThumbSized(page);
    await small.tap();
    await until(() => read() !== null);
    expect(read()).toEqual([["Red"], ["Small"]]);
  }, 180_000);

  it("[UI2] own words go where the dialog takes them, and an approval gets the plain yes", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const { command, ask, read } = dialogAgent(box.dir, join(box.home, "bin", "agtmux"));
    const pane = box.session("work", "exec bash --norc --noprofile");
    box.type(pane, command);
    await untilPane(box, pane, ({ agent }) => agent === "claude");
    ask({ question: "Which colour?", options: ["Red", "Blue"] });
    const { page } = await openDashboard(box);
    const row = page.getByRole("article", { name: "Which colour?" });
    await row.getByRole("button", { name: /^Reply/ }).click();
    await page.keyboard.type("neither, take grey");
    await page.keyboard.press("Enter");
    await until(() => read().length === 1);
    expect(read()).toEqual([{ words: "neither, take grey" }]);
    await page.mouse.move(1_200, 600);
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
    ask({ command: "make all" });
    await page.getByText("make all").first().waitFor();
    await page.getByRole("button", { name: /^Approve/ }).click();
    await until(() => read().length === 2);
    expect(read()[1]).toEqual({ picked: "Yes" });
  }, 180_000);
});
