/** The message in the body of an API's error, if the text is one; it may be cut at the end of a row. */
const IN_BODY = /"message"\s*:\s*"((?:[^"\\]|\\.)+)/;
/** Signs that agents put before an error. */
const SIGN = /^[■✗✕×✖⚠]\s*/u;

/** An error in words for a person: without the sign that the agent puts before it, and out of an API's JSON. */
export function errorText(text: string): string {
  const said = text.trim().replace(SIGN, "");
  const inside = said.startsWith("{") ? IN_BODY.exec(said)?.[1] : undefined;
  return inside === undefined ? said : inside.replaceAll(/\\n/g, " ").replaceAll(/\\(.)/g, "$1").trim();
}
