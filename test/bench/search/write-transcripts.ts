import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Language } from "./language.ts";
import { FORMATS, type Format, turnIn } from "./transcript-lines.ts";

const SMALLEST_FILE = 64 * 1024;
/** The longest conversation is this many times as long as the shortest, as an exponent of two. */
const SPREAD = 6;
const PROJECTS = 40;
const DAYS = 90;
const MINUTE_MS = 60_000;
/** Of conversations of agents that keep sub-agents apart. */
const SHARE_WITH_RUN = 0.3;

/** Writes conversations of all five agents below a home, until there are so many bytes. */
export function writeTranscripts(
  home: string,
  megabytes: number,
  language: Language,
): { bytes: number; files: number } {
  let [bytes, files] = [0, 0];
  for (let serial = 0; bytes < megabytes * 2 ** 20; serial += 1) {
    const format = FORMATS[serial % FORMATS.length] as Format;
    const [session, project] = [`s${serial}-${language.id()}`, serial % PROJECTS];
    const began = Date.now() - (0.01 + 0.98 * language.random()) * DAYS * 24 * 60 * MINUTE_MS;
    const about = { session, directory: `/src/p${project}`, began };
    const size = SMALLEST_FILE * 2 ** (SPREAD * language.random());
    bytes += write(join(home, format.path(session, project)), format, { ...about, run: null, size }, language);
    files += 1;
    if (format.runPath === undefined || language.random() > SHARE_WITH_RUN) continue;
    const run = `run${language.id()}`;
    const path = join(home, format.runPath(session, project, run));
    bytes += write(path, format, { ...about, run, size: SMALLEST_FILE }, language);
    files += 1;
  }
  return { bytes, files };
}

interface About {
  session: string;
  directory: string;
  began: number;
  run: string | null;
  size: number;
}

function write(
  path: string,
  format: Format,
  { session, directory, began, run, size }: About,
  language: Language,
): number {
  const lines: string[] = [];
  const stepAt = (at: number, id: string) => ({ at: new Date(at).toISOString(), id, session, directory, run });
  const add = (line: object) => lines.push(`${JSON.stringify(line)}\n`);
  if (format.first !== undefined) add(format.first(stepAt(began, session)));
  let [length, last] = [0, began];
  for (let turn = 0; length < size; turn += 1) {
    last = Math.min(began + turn * MINUTE_MS, Date.now());
    const added = turnIn(format, stepAt(last, `${session}-${run ?? ""}-${turn}`), language).map(add);
    length += lines.slice(-added.length).reduce((sum, line) => sum + line.length, 0);
  }
  mkdirSync(dirname(path), { recursive: true });
  const whole = lines.join("");
  writeFileSync(path, whole);
  utimesSync(path, last / 1000, last / 1000);
  return Buffer.byteLength(whole);
}
