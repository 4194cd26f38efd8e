import { z } from "zod";
import { AgentFile } from "../agent-file/agent-file.ts";
import { SCREEN_STATES } from "../agent-file/judge-screen.ts";
import { Version } from "../protocol/settings/cues.ts";

/** The version of the reader of agent files; raised when a file can say more. */
export const PACK_ENGINE = 1;

/** Characters of a whole pack. */
export const LONGEST_PACK = 8_000_000;

/** The file that is handed on: the text of a pack, and who vouches for it. */
export const SignedPack = z.strictObject({
  agtmux_pack: z.literal(1),
  /** The pack as JSON; it is signed as these very characters. */
  body: z.string(),
  /** Ed25519, in base64. */
  signature: z.string().max(200),
});

const PackScreen = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w-]{0,80}$/, "a name of a screen has letters, digits, - and _"),
  state: z.enum(SCREEN_STATES as [string, ...string[]]),
  text: z.string().max(64_000),
  title: z.string().max(2_000).default(""),
});

const PackAgent = z.strictObject({
  name: AgentFile.shape.name,
  /** The newest version of the CLI that was tried with this file. */
  tried: Version,
  /** The agent file, as text. */
  file: z.string().max(64_000),
  /** Screens that the file must read as they are. */
  screens: z.array(PackScreen).min(1, "an agent without a screen proves nothing").max(200),
});

/** Agent files with the screens that prove them. */
export const Pack = z.strictObject({
  /** Counts up: an older pack is never taken after a newer one. */
  version: z.int().min(1),
  made_at: z.string().max(40),
  engine: z.int(),
  agents: z.array(PackAgent).min(1).max(50),
});
export type Pack = z.infer<typeof Pack>;
