import { MEMBERS_BUCKET, panesBucket } from "../../core/fleet/fleet-names.ts";
import { isNearlyFull, storageAdvice, storageWords } from "../../core/fleet/storage-words.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { DoctorCheck } from "../../core/protocol/daemon/targets.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import type { FleetReport } from "../../core/protocol/fleet/fleet.ts";
import { bucketNow } from "./bucket-now.ts";
import type { FleetLink } from "./fleet-link.ts";
import { actionSubject, terminalSubject } from "./fleet-subjects.ts";

const OLDEST_SERVER = [2, 9];
const RULES = "'agtmux fleet permissions' prints rules for the server that prevent it";

/** Checks what the fleet needs of its server. */
export async function examineFleet(own: Asker, connect: () => Promise<FleetLink>): Promise<FleetReport> {
  const checks: DoctorCheck[] = [];
  try {
    const link = await connect();
    try {
      checks.push(...(await examine(own, link)));
    } finally {
      await link.close();
    }
  } catch (error) {
    const advice = "check the address and the credentials: 'agtmux fleet join' sets both";
    checks.push({ name: "server", status: "failed", found: messageOf(error), advice });
  }
  return { ok: checks.every(({ status }) => status !== "failed"), checks };
}

async function examine(own: Asker, link: FleetLink): Promise<DoctorCheck[]> {
  const { server } = link;
  const found = `nats-server ${server.version} at ${server.address}`;
  const checks = [
    isTooOld(server.version)
      ? failed("server", found, `install nats-server ${OLDEST_SERVER.join(".")} or newer there`)
      : fine("server", found),
    encryption(server.address, server.is_encrypted),
  ];
  if (!link.hasJetStream) return [...checks, failed("jetstream", "off", "start nats-server with -js")];
  checks.push(fine("jetstream", "on"));
  checks.push(await bucketCheck("members", link, MEMBERS_BUCKET));
  checks.push(await bucketCheck("own panes", link, panesBucket(own.member)));
  checks.push(await asking(own, link));
  checks.push(await passingOn(own.member, link));
  // no member has this name
  const mayForge = await link.mayPublish("agtmux.act.0.-");
  checks.push(
    mayForge
      ? warning("permissions", "every member may speak in the name of every other", RULES)
      : fine("permissions", "a member may speak for itself only"),
  );
  return checks;
}

/** A member whose login is another's, or of another person, is refused by the server whatever it asks. */
async function asking(own: Asker, link: FleetLink): Promise<DoctorCheck> {
  const whose = own.person === null ? own.member : `${own.member} of ${own.person}`;
  if (await link.mayPublish(actionSubject("0", own))) return fine("asking", `as ${whose}`);
  const advice = "join with the name and --person that 'agtmux fleet permissions' was given for this login";
  return failed("asking", `the server lets this login ask nothing as ${whose}`, advice);
}

/** Rules for the server that an older version printed have no live terminals. */
async function passingOn(own: string, link: FleetLink): Promise<DoctorCheck> {
  const mayHear = await link.listen(terminalSubject(own, "*", "*"), () => undefined);
  if (mayHear && (await link.mayPublish(terminalSubject("0", own, "0")))) return fine("terminals", "may be passed on");
  const advice = "print the server's rules anew with 'agtmux fleet permissions'";
  return warning("terminals", "the server lets this login pass on no live terminals", advice);
}

async function bucketCheck(name: string, link: FleetLink, bucket: string): Promise<DoctorCheck> {
  try {
    const { size } = await bucketNow(link, bucket);
    const found = `the bucket ${bucket} has ${size} ${size === 1 ? "key" : "keys"}`;
    const { bytes, maxBytes } = await link.bytesOf(bucket);
    if (maxBytes === null) return fine(name, found);
    const use = { bucket, bytes, max_bytes: maxBytes };
    const full = `${found}, ${storageWords(use)}`;
    return isNearlyFull(use) ? warning(name, full, storageAdvice(use)) : fine(name, full);
  } catch (error) {
    return failed(name, `the bucket ${bucket}: ${messageOf(error)}`, "join once, and let the server's rules allow it");
  }
}

function encryption(address: string, isEncrypted: boolean): DoctorCheck {
  if (isEncrypted) return fine("encryption", "TLS");
  const isHere = /^(127\.|localhost[:]|\[::1\])/.test(address);
  return isHere
    ? fine("encryption", "none, and none is needed on this machine")
    : warning("encryption", "none: others on the way can read and change everything", "set up TLS, and join tls://…");
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_SERVER;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

function fine(name: string, found: string): DoctorCheck {
  return { name, status: "ok", found, advice: null };
}

function warning(name: string, found: string, advice: string): DoctorCheck {
  return { name, status: "warning", found, advice };
}

function failed(name: string, found: string, advice: string): DoctorCheck {
  return { name, status: "failed", found, advice };
}
