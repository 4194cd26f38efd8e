import type { ReactNode } from "react";
import type { AuditEntry } from "../../../core/protocol/actions/actions.ts";
import { Link } from "../../common/link.tsx";
import { panePath } from "../../common/route.ts";
import { phaseWords } from "../../view/action-words.ts";
import { formatAge } from "../../view/format-age.ts";
import { guardWords } from "./audit-words.ts";

const LONG_MS = 10_000;

/** Everything recorded about one action. */
export function AuditDetail({ entry }: { entry: AuditEntry }) {
  const { at, ended_at, target, pane_id, message, code, guards, phases, effects = [], request, correlation_id } = entry;
  const asked = Object.entries(request).map(([name, value]) => `${name}: ${oneLine(value)}`);
  return (
    <dl className="facts audit-detail">
      <Fact name="When">
        {new Date(at).toLocaleString()}
        {ended_at !== null && `, took ${tookWords(Math.max(0, ended_at - at))}`}
      </Fact>
      {target !== null && pane_id !== null && (
        <Fact name="Pane">
          <Link href={panePath({ target, pane_id })}>
            Open {target} {pane_id}
          </Link>
        </Fact>
      )}
      {message !== "" && (
        <Fact name="Said">
          {message} {code !== null && <code>{code}</code>}
        </Fact>
      )}
      <Several name="Asked for" words={asked} />
      <Several name="Guards" words={guardWords(guards)} />
      {phases.length > 0 && (
        <Fact name="Phases">
          {phaseWords(phases).map(({ word, evidence }) => (
            <span key={word} className="phase" title={`known by: ${evidence}`}>
              {word}{" "}
            </span>
          ))}
        </Fact>
      )}
      <Several name="Effects" words={effects} />
      <Fact name="Id">
        <code>{correlation_id}</code>
      </Fact>
    </dl>
  );
}

function Several({ name, words }: { name: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <Fact name={name}>
      {words.map((word) => (
        <span key={word} className="fact-line">
          {word}
        </span>
      ))}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Typing lasts for minutes, everything else hardly for seconds. */
function tookWords(ms: number): string {
  return ms < LONG_MS ? `${ms} ms` : formatAge(ms);
}

function oneLine(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
