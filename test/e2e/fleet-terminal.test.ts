import { describe, expect, it } from "vitest";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { until } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

describe("the live terminal of another member's pane", () => {
  it("[FL32, FL33] shows what the pane shows, and types there for a member that may, as its audit has it", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url, ['share = "output"']),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "one:send", "one:answer"]']),
    ]);
    const [own, far] = [await one.registered("own"), await two.registered("work")];
    const refIn = async (name: string, box: typeof one, pane: string) =>
      (await box.pane(pane)).ref.replace("pane:", `pane:${name}.`);
    const [ofOne, ofTwo] = [await refIn("one", one, own), await refIn("two", two, far)];
    for (const [box, there] of [
      [one, ofTwo],
      [two, ofOne],
    ] as const)
      await until(async () => (await box.panes()).items.some(({ ref }) => ref === there));
    const [typist, looker] = await Promise.all([view(one, ofTwo), view(two, ofOne)]);
    expect(typist.all("opened")).toMatchObject([{ ref: ofTwo, identity: { member: "two" }, may_type: true }]);
    expect(looker.all("opened")).toMatchObject([{ ref: ofOne, identity: { member: "one" }, may_type: false }]);
    looker.type("echo forged\r");
    await until(() => looker.all("refused").length > 0);
    expect(looker.all("refused")).toMatchObject([{ error: { code: "E_NOT_ALLOWED" }, bytes: 12, holder: null }]);
    typist.type("echo a-$((40+2))-b\r");
    await until(
      () => typist.rows().some((row) => row.startsWith("a-42-b")),
      () => typist.rows().join("\n"),
    );
    expect([typist.gaps, typist.torn]).toEqual([0, 0]);
    typist.socket.close();
    await until(async () => (await two.client.audit(0)).items.some(({ outcome }) => outcome === "done"));
    const typed = (await two.client.audit(0)).items.filter(({ action }) => action === "type");
    expect(typed).toMatchObject([{ actor: { member: "one", via: "fleet" }, effects: ["typed 19 bytes"] }]);
    expect((await one.client.audit(0)).items.filter(({ member: of }) => of === "one")).toEqual([]);
  });
});
