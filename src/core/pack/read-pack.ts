import { z } from "zod";
import type { AgentFile } from "../agent-file/agent-file.ts";
import { AGENT_FILE_SCHEMA } from "../agent-file/agent-file.ts";
import { readAgentFile } from "../agent-file/read-agent-file.ts";
import { messageOf } from "../protocol/base/fault.ts";
import { LONGEST_PACK, PACK_ENGINE, Pack, SignedPack } from "./pack.ts";

/** A pack whose signature and files are right. */
export interface ReadPack {
  pack: Pack;
  /** Its agent files, in the order of its agents. */
  files: AgentFile[];
}

export type PackResult = ({ ok: true } & ReadPack) | { ok: false; fault: string };

/** Whether somebody whom the user trusts has signed this text. */
export type Verify = (body: string, signature: string) => boolean;

/** Reads a signed pack. Nothing of it is looked at before its signature is known to be right. */
export function readPack(text: string, verify: Verify): PackResult {
  if (text.length > LONGEST_PACK) return fault(`longer than ${LONGEST_PACK} characters`);
  const signed = SignedPack.safeParse(json(text));
  if (!signed.success) return fault("this is no pack of agent files, or it is damaged");
  const { body, signature } = signed.data;
  if (!verify(body, signature))
    return fault("its signature is not by a key in the setting pack_keys, or it was changed");
  const words = json(body);
  const needs = Needs.safeParse(words);
  if (needs.success && isNewer(needs.data))
    return fault("it is for a newer agtmux: its files may say what this version does not understand");
  const parsed = Pack.safeParse(words);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fault(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const pack = parsed.data;
  const twice = pack.agents.find(({ name }, at) => pack.agents.findIndex((each) => each.name === name) !== at);
  if (twice !== undefined) return fault(`it has ${twice.name} twice`);
  const files: AgentFile[] = [];
  for (const { name, file } of pack.agents) {
    const result = readAgentFile(`${name}.toml`, file);
    if (!result.ok) return fault(result.faults.join("\n"));
    if (result.file.name !== name) return fault(`${name}.toml: its name is "${result.file.name}"`);
    files.push(result.file);
  }
  return { ok: true, pack, files };
}

/** The parts that tell a pack for a later version, whatever else that version may have changed. */
const Needs = z.object({ engine: z.number(), agents: z.array(z.object({ file: z.string() })).catch([]) });

function isNewer({ engine, agents }: z.infer<typeof Needs>): boolean {
  const schemas = agents.map(({ file }) => Number(/^schema *= *(\d+)/m.exec(file)?.[1] ?? AGENT_FILE_SCHEMA));
  return engine > PACK_ENGINE || schemas.some((schema) => schema > AGENT_FILE_SCHEMA);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // told as a pack that is none
    return messageOf(error);
  }
}

function fault(words: string): PackResult {
  return { ok: false, fault: words };
}
