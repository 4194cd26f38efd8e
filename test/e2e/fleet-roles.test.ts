import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { permissionsText } from "../../src/core/fleet/permissions-text.ts";
import { createBuckets, withAdmin } from "../../src/daemon/fleet/admin-link.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import { member } from "../support/member.ts";
import { type Nats, startNats } from "../support/nats.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const known = [
  { name: "laptop", person: "ann" },
  { name: "evil", person: "eve" },
  { name: "box", person: null },
].map((each) => ({ ...each, login: { password: `${each.name}-password` } }));

/** A member that logs in under its name, and says whose it is. */
function loggedIn(name: string, nats: Nats, ...more: string[]) {
  const creds = join(sandbox().dir, `${name}.creds`);
  writeFileSync(creds, `${name}:${name}-password`, { mode: 0o600 });
  return member(name, nats.url, [`creds = "${creds}"`, ...more]);
}

describe("roles of persons", () => {
  it("[FL29] a person of a team may answer from a member of hers; another who says to be her is refused by the server", async () => {
    const nats = await startNats(permissionsText(known, "top"));
    const connect = () => connectNats({ urls: [nats.url], name: "admin", creds: "admin:top", caPath: null });
    const names = known.map(({ name }) => name);
    await withAdmin(connect, (link) => createBuckets(link, names));
    const [laptop, evil, box] = await Promise.all([
      loggedIn("laptop", nats, 'person = "ann"'),
      loggedIn("evil", nats, 'person = "ann"'),
      loggedIn("box", nats, 'allow = ["look", "@core:answer"]', 'teams = { core = ["@ann", "@ben"] }'),
    ]);
    const pane = await box.registered("work");
    box.type(pane, "agtmux signal needs_input 'Which one?'");
    const { ref } = await untilPane(box, pane, ({ shelf }) => shelf === "blocked");
    const there = ref.replace("pane:", "pane:box.");
    for (const one of [laptop, evil])
      await until(async () => (await one.panes()).items.some((item) => item.ref === there && item.shelf === "blocked"));
    expect((await laptop.client.fleet()).members.find(({ name }) => name === "box")?.may).toEqual(["look", "answer"]);
    expect(await evil.agtmux(["answer", "box", "--close"])).toMatchObject({
      code: 62,
      stderr: expect.stringMatching(/box does not answer: .*permission/i),
    });
    expect(await evil.agtmux(["fleet", "doctor"])).toMatchObject({
      stdout: expect.stringContaining("the server lets this login ask nothing as evil of ann"),
    });
    expect((await box.pane(pane)).shelf).toBe("blocked");
    expect(await laptop.agtmux(["answer", "box", "--close"])).toMatchObject({ code: 0 });
    await untilPane(box, pane, ({ shelf }) => shelf === null);
    const actors = (await box.client.audit(0)).items.map(({ action, actor }) => [action, actor.member, actor.person]);
    expect(actors).toEqual([["answer", "laptop", "ann"]]);
  });
});
