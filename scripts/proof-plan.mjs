/** The suites of `npm run proof` and the page that it writes. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/** The agents whose states are tried. */
const AGENTS = readdirSync(join(ROOT, "test", "agents", "agents"))
  .map((file) => file.replace(".ts", ""))
  .sort();

/** What each suite shows, how it is run, and about how long it takes on two quiet cores. */
export const SUITES = [
  { name: "test", shows: "all checks and the main tests", command: ["test"], minutes: 12 },
  { name: "page", shows: "the dashboard in Chromium", command: ["run", "test:page"], minutes: 7 },
  { name: "remote", shows: "machines over ssh", command: ["run", "test:remote"], minutes: 7 },
  {
    name: "install",
    shows: "package, service, every command in the documents",
    command: ["run", "test:install"],
    minutes: 6,
  },
  {
    name: "faults",
    shows: "1,000 kills, full disks, clocks set by days",
    command: ["run", "test:faults"],
    env: { AGTMUX_TEST_KILLS: "1000" },
    minutes: 35,
  },
  { name: "locks", shows: "an attempt at each promise of SECURITY.md", command: ["run", "test:locks"], minutes: 20 },
  {
    name: "notify",
    shows: "1,000 notifications while the daemon is killed",
    command: ["run", "test:notify"],
    minutes: 5,
  },
  { name: "queue", shows: "200 kills while prompts are sent", command: ["run", "test:queue"], minutes: 20 },
  {
    name: "tmux",
    shows: "each version of tmux, 100 respawns under a flood",
    command: ["run", "test:tmux", "--", "--long"],
    minutes: 60,
  },
  {
    name: "fuzz",
    shows: "1,000,000 cases of the engine",
    command: ["run", "fuzz", "--", "src/core/engine/"],
    env: { FUZZ_CASES: "1000000" },
    minutes: 60,
  },
  {
    name: "fleet",
    shows: "20 rounds of faults on a NATS cluster",
    command: ["run", "test:fleet", "--", "--rounds", "20"],
    minutes: 12,
  },
  ...AGENTS.map((agent) => ({
    name: `agents-${agent}`,
    shows: `states of ${agent} itself, in two versions where there are two`,
    command: ["run", "test:agents", "--", agent, "--versions", "both"],
    minutes: 40,
  })),
  { name: "answer", shows: "answers to the real agents", command: ["run", "test:answer"], minutes: 15 },
  { name: "send", shows: "texts to the real agents", command: ["run", "test:send"], minutes: 10 },
  { name: "usage", shows: "tokens and limits of the real agents", command: ["run", "test:usage"], minutes: 40 },
  {
    name: "conversation",
    shows: "conversations of the real agents",
    command: ["run", "test:conversation"],
    minutes: 6,
  },
  { name: "mcp", shows: "real agents that work together", command: ["run", "test:mcp"], minutes: 6 },
  {
    name: "soak",
    shows: "an hour with 200 panes, 20 pages, 5 terminals, 3 machines, 2 fleet members",
    command: ["run", "soak", "--", "--minutes", "60"],
    minutes: 65,
  },
];

/** Parses `[SUITE…] [--times N]`, or returns what is wrong with it. */
export function readProofArguments(args) {
  const asked = { suites: [], times: 2 };
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at];
    const suite = SUITES.find(({ name }) => name === argument);
    if (suite !== undefined) asked.suites.push(suite);
    else if (argument === "--times") {
      at += 1;
      asked.times = Number(args[at]);
      if (!(Number.isInteger(asked.times) && asked.times > 0)) return { fault: "--times needs a whole number" };
    } else return { fault: `there is no suite ${argument}; there are ${SUITES.map(({ name }) => name).join(", ")}` };
  }
  if (asked.suites.length === 0) asked.suites = SUITES;
  return asked;
}

/** How the suites of real agents tell that one try was right: "pi · tabs · as sent". */
const RIGHT_TRY = / · (right|as sent|told|refused|command|not offered)\b/;

/** The last line of a suite's output that counts something, or how many tries were right if none does. */
export function countsIn(output) {
  const lines = output.replaceAll(/\u001B\[[\d;]*m/g, "").split("\n");
  const total = lines.findLast((line) => /\b\d[\d,]* (passed|failed|right|of \d|rounds|sent)\b/.test(line))?.trim();
  const tries = lines.filter((line) => RIGHT_TRY.test(line)).length;
  return total ?? (tries > 0 ? `${tries} tries right` : "");
}

/** The runs of a suite that the page shows: the newest ones, also where each was asked for by itself. */
export function withRun(runs, run, times) {
  return [...runs, run].slice(-Math.max(times, 2));
}

/** The page, from the newest runs of each suite. */
export function proofPage(runs) {
  const rows = SUITES.map(({ name, shows, command, env = {} }) => {
    const variables = Object.entries(env).map(([key, value]) => `${key}=${value} `);
    return `| ${shows} | \`${variables.join("")}npm ${command.join(" ")}\` | ${(runs[name] ?? []).map(told).join("<br>") || "not yet"} |`;
  });
  return `# Proof

\`npm run proof\` runs every suite of this repository twice in a row; \`npm run proof -- locks\` one of them, and with \`--times 1\` once more. Here are its last runs on one machine (2 virtual
cores, 24 GiB, Debian 12), each with its commit, how long it took and the load of the machine when it began. A suite that it has not run has "not yet".

| what it shows | command | runs |
|---|---|---|
${rows.join("\n")}
`;
}

function told({ commit, minutes, load, isFine, counts }) {
  return `${isFine ? "✓" : "**failed**"} ${counts === "" ? "" : `${counts.replaceAll("|", "/")}; `}${minutes} min, ${commit}, load ${load}`;
}
