import { z } from "zod";

export const TargetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*$/, "a target name starts with a-z or 0-9 and continues with a-z, 0-9, _ or -");

export type Ref =
  | { type: "runtime"; runtime_id: string }
  | { type: "pane"; target: string; session: string; window: string; pane: string };

export type RefResult = { ok: true; ref: Ref } | { ok: false; fault: string };

/** Parses `runtime:<id>` or `pane:<target>/<session>/<window>/<pane>`, with percent-encoded names. */
export function parseRef(text: string): RefResult {
  if (text.startsWith("runtime:")) {
    const runtime_id = text.slice("runtime:".length);
    return /^[A-Za-z0-9_-]+$/.test(runtime_id)
      ? { ok: true, ref: { type: "runtime", runtime_id } }
      : { ok: false, fault: `"${text}" has no runtime id after "runtime:"` };
  }
  if (text.startsWith("pane:")) return parsePaneRef(text);
  return { ok: false, fault: `"${text}" is neither runtime:<id> nor pane:<target>/<session>/<window>/<pane>` };
}

export function formatRef(ref: Ref): string {
  if (ref.type === "runtime") return `runtime:${ref.runtime_id}`;
  const session = encodeName(ref.session);
  // tmux ids keep their sigils, because people see and type them
  return `pane:${ref.target}/${session}/${encodeId(ref.window)}/${encodeId(ref.pane)}`;
}

/** A short ref that names this pane and no other, whatever other machines have: `vm1/%12`. */
export function exactRef({ target, pane_id }: { target: string; pane_id: string }): string {
  return `${target}/${pane_id}`;
}

/** A target of another member of the fleet has the member's name and a dot before its own. */
function isName(name: string): boolean {
  return TargetName.safeParse(name).success;
}

function parsePaneRef(text: string): RefResult {
  const parts = text.slice("pane:".length).split("/");
  if (parts.length !== 4) {
    return {
      ok: false,
      fault: `"${text}" has ${parts.length} parts where pane:<target>/<session>/<window>/<pane> has 4`,
    };
  }
  const [target, session, window] = parts.map(decodeName);
  const pane = decodePane(parts[3] as string);
  if (!target || !session || !window || !pane) {
    return { ok: false, fault: `"${text}" has an empty or badly percent-encoded part` };
  }
  if (!target.split(".").every(isName) || target.split(".").length > 2)
    return { ok: false, fault: `"${target}" is not a target name` };
  if (!/^(@\d+|\d+)$/.test(window)) return { ok: false, fault: `"${window}" is not a window: @id or index` };
  if (!/^(%\d+|\d+)$/.test(pane)) return { ok: false, fault: `"${pane}" is not a pane: %id or index` };
  return { ok: true, ref: { type: "pane", target, session, window, pane } };
}

/** `%12` is a pane id, not an escape: only the pane part may start with a bare percent sign. */
function decodePane(part: string): string | null {
  return /^%\d+$/.test(part) ? part : decodeName(part);
}

function decodeName(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function encodeId(id: string): string {
  return /^[@%]?\d+$/.test(id) ? id : encodeName(id);
}

/** Refs are in commands that people copy: no shell may read more than a name in them. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
