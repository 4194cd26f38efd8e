import type { MemberItem } from "../../../core/protocol/fleet/fleet.ts";
import { Link } from "../../common/link.tsx";
import { CommandLine } from "../../components/command-line.tsx";
import { useNow } from "../../live/use-now.ts";
import { mayWords, memberWords } from "./member-words.ts";

/** One member of the fleet: how it stands, and what may be done there. */
export function MemberCard({ member, cutOffSince }: { member: MemberItem; cutOffSince: number | null }) {
  const { name, is_own, panes, share, agtmux_version, health } = member;
  const { symbol, words, meaning } = memberWords(member, useNow(), cutOffSince);
  return (
    <li className="card" data-health={is_own && cutOffSince !== null ? "silent" : health}>
      <div className="card-head">
        <h3>
          <span className="health-symbol" aria-hidden="true">
            {symbol}
          </span>
          {name}
        </h3>
        <span className="health">{words}</span>
        <span className="place">
          {is_own ? "this daemon" : <Link href={`/fleet?q=pane:${name}.`}>Its agents</Link>}
        </span>
      </div>
      {meaning !== "" && <p>{meaning}</p>}
      <dl className="facts">
        <Fact name="Panes" value={String(panes)} />
        <Fact name="Shares" value={share} />
        {!is_own && <Fact name="You may" value={mayWords(member)} />}
        <Fact name="agtmux" value={agtmux_version} />
      </dl>
      {health === "silent" && !is_own && <CommandLine command={`agtmux fleet forget ${name}`} />}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
