import { useNow } from "../../live/use-now.ts";
import { guardOf } from "../../view/action-words.ts";
import type { TerminalSession, TerminalView } from "./terminal-session.ts";
import { terminalWords } from "./terminal-words.ts";

interface Props {
  session: TerminalSession | null;
  view: TerminalView | null;
  onType(): void;
}

/** Says when the screen is out of date, and when typed keys were not delivered. */
export function TerminalNotice({ session, view, onType }: Props) {
  const words = terminalWords(view?.link ?? { phase: "connecting" }, useNow());
  const refusal = view?.refusal ?? null;
  const accept = (holderId: string) => {
    session?.ask({ type: "accept", holder_id: holderId });
    onType();
  };
  return (
    <div className="terminal-notices" role="status">
      {words !== null && (
        <p className="terminal-notice">
          {words}
          {(view?.link.phase === "lost" || view?.link.phase === "closed") && (
            <button type="button" className="button" onClick={session?.reopen}>
              Retry now
            </button>
          )}
        </p>
      )}
      {refusal !== null && (
        <p className="terminal-notice refused">
          <span>
            Not typed{guardWords(refusal.error.code)}: <strong>{refusal.error.message}</strong>{" "}
            <code>{refusal.error.code}</code>
          </span>
          {refusal.holder !== null && (
            <button type="button" className="button" onClick={() => accept(refusal.holder?.id ?? "")}>
              Type to {refusal.holder.agent ?? refusal.holder.command}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function guardWords(code: Parameters<typeof guardOf>[0]): string {
  const guard = guardOf(code);
  return guard === null ? "" : `, refused by the ${guard} guard`;
}
