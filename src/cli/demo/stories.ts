import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ask } from "./claude-screen.ts";
import { Interrupted, PretendClaude } from "./pretend-claude.ts";
import { untilHooked } from "./send-hook.ts";

/** The scripted behaviour of each pretend agent, repeated forever. */
export const STORIES: Record<string, () => Promise<never>> = {
  approves: () =>
    told("Add a column for the customer's time zone", async (claude) => {
      await claude.use("Read", { file_path: "db/schema.sql" }, "Reading the schema", 2_000);
      claude.say("The column is in the schema; the staging database needs it too.");
      await claude.run("Migrate the staging database", "npm run migrate -- --env staging", 8_000);
      claude.complete("The column is there, and the migration ran on staging.");
    }),
  asks: () =>
    told("Keep people signed in for a week", async (claude) => {
      await claude.use("Grep", { pattern: "session" }, "Looking at how sessions are kept", 2_000);
      const choice = await claude.ask(WHERE_TO);
      await claude.use("Edit", { file_path: "src/session.ts" }, `Moving sessions to ${choice}`, 8_000);
      claude.complete(`Sessions live in ${choice} now, for seven days.`);
    }),
  finishes: () =>
    told(
      "Write a guide for new contributors",
      async (claude) => {
        await claude.use("Read", { file_path: "README.md" }, "Reading what there is", 2_000);
        await claude.use("Write", { file_path: "docs/guide.md" }, "Writing the guide", 3_000);
        claude.complete("The guide is in docs/guide.md, with three examples that run.");
      },
      90_000,
    ),
  compacts: () =>
    told(
      "Find out why the nightly import is slow",
      async (claude) => {
        await claude.use("Bash", { command: "tail -n 5000 import.log" }, "Reading the log", 6_000);
        await claude.compact(45_000);
        await claude.use("Read", { file_path: "src/import.ts" }, "Reading the importer", 12_000);
        claude.complete("Every row opens a transaction of its own: one for all would do.");
      },
      20_000,
    ),
  idles: () => told("Tidy up the changelog", () => Promise.resolve(), Number.POSITIVE_INFINITY, "later"),
  releases: async () => {
    for (;;) {
      squad("working", { taskId: "rel-7", taskTitle: "Release 1.4", approach: "Verify, tag, publish" });
      print("Release 1.4");
      await sleep(4_000);
      for (const step of ["verifying", "committing", "closing", "releasing"]) {
        agtmux("squad-step", step, "--task", "rel-7");
        print(`  ${step} …`);
        await sleep(9_000);
      }
      squad("complete", {
        taskId: "rel-7",
        completionMode: "auto_proceed",
        summary: ["1.4 is out"],
        quality: { tests: "passing", build: "clean" },
      });
      print("  done\n");
      await sleep(20_000);
    }
  },
  tests: async () => {
    for (;;) {
      agtmux("signal", "working", "Building the preview");
      print("Building the preview …");
      await sleep(6_000);
      agtmux("signal", "needs_testing", "The preview is up: does the new checkout feel right?");
      print("The preview is up. Press Enter when you have tried it.");
      await line();
    }
  },
  fails: async () => {
    print("src/cart.ts:41  Type 'string' is not assignable to type 'number'.");
    await sleep(2_000);
    return process.exit(2);
  },
  /** Sends no signals. */
  silent: async () => {
    print(">_ a pretend Codex without hooks: nobody knows what it does");
    for (;;) await line();
  },
};

const WHERE_TO: Ask = {
  header: "Storage",
  question: "Where should the sessions live?",
  options: [
    { label: "Redis", description: "Fast, and expires them by itself" },
    { label: "Postgres", description: "No new service to run" },
    { label: "A signed cookie", description: "Nothing to store, nothing to revoke" },
  ],
};

/** Repeats: a prompt, the work on it, a pause; a prompt that a person types goes first. */
async function told(
  prompt: string,
  work: (claude: PretendClaude) => Promise<void>,
  pauseMs = 15_000,
  first: "now" | "later" = "now",
): Promise<never> {
  await untilHooked();
  const claude = new PretendClaude();
  for (let asked = first === "now" ? prompt : await claude.rest(LONGEST_MS); ; ) {
    claude.begin(asked ?? prompt);
    try {
      if (asked === prompt || asked === null) await work(claude);
      else await answer(claude, asked);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      claude.interrupted();
    }
    asked = (await claude.rest(Math.min(pauseMs, LONGEST_MS))) ?? prompt;
  }
}

/** The longest timeout that setTimeout supports. */
const LONGEST_MS = 2 ** 31 - 1;

async function answer(claude: PretendClaude, prompt: string): Promise<void> {
  await claude.work("Thinking about it", 4_000);
  claude.complete(`I am only a pretend agent, but I heard you: ${prompt}`);
}

function squad(type: string, payload: object): void {
  agtmux("squad-signal", type, JSON.stringify(payload));
}

function agtmux(...args: string[]): void {
  spawnSync(process.env.AGTMUX_DEMO_COMMAND ?? "agtmux", args, { stdio: "ignore" });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function line(): Promise<void> {
  process.stdin.resume();
  await once(process.stdin, "data");
}
