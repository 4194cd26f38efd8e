import { useFleet } from "../live/use-live.ts";
import { headline } from "../view/headline.ts";
import { isLoud } from "../view/loudness.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { LISTS, VIEWS } from "./views.ts";

/** At the left of a wide page, at the bottom of a narrow one, where only what thumbs need most has room. */
export function Rail({ current }: { current: string }) {
  const fleet = useFleet();
  const waiting = fleet?.summary.needs_action ?? 0;
  const loud = [...(fleet?.panes.values() ?? [])].some(isLoud);
  const agents = fleet?.summary.agents ?? 0;
  const counts: Record<string, number> = { inbox: waiting, fleet: agents };
  const says: Record<string, string> = {
    inbox: headline(waiting),
    fleet: `${agents} ${agents === 1 ? "agent" : "agents"}`,
  };
  return (
    <nav className="rail" aria-label="Views">
      {[...LISTS, ...VIEWS].map(({ name, title, icon }) => (
        <Link
          key={name}
          className="rail-item"
          data-name={name}
          href={name === "inbox" ? "/" : `/${name}`}
          aria-current={current === name ? "page" : undefined}
        >
          <span className="rail-icon">
            <Icon name={icon} />
            {(counts[name] ?? 0) > 0 && (
              <span className="count" data-loud={name === "inbox" && loud} aria-hidden="true">
                {counts[name]}
              </span>
            )}
          </span>
          {title}
          {(counts[name] ?? 0) > 0 && <span className="visually-hidden">, {says[name]}</span>}
        </Link>
      ))}
      <MoreMenu />
    </nav>
  );
}
