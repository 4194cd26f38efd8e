import { Icon } from "../common/icon.tsx";
import { Link } from "../common/link.tsx";
import { useFleet } from "../live/use-live.ts";
import { headline, shelvesOf } from "../view/headline.ts";
import { MoreMenu } from "./more-menu.tsx";
import { LISTS, VIEWS } from "./views.ts";

/** Navigation: at the left of a wide page, at the bottom of a narrow one, where only the most used views fit. */
export function Rail({ current }: { current: string }) {
  const fleet = useFleet();
  const shelves = shelvesOf(fleet);
  const agents = fleet?.summary.agents ?? 0;
  const counts: Record<string, number> = { inbox: shelves.blocked, fleet: agents };
  const says: Record<string, string> = {
    inbox: headline(shelves),
    fleet: `${agents} ${agents === 1 ? "agent" : "agents"}`,
  };
  return (
    <nav className="rail" aria-label="Views">
      {[...LISTS, ...VIEWS].map(({ name, title, icon, isOften = false }) => (
        <Link
          key={name}
          className="rail-item"
          data-often={isOften}
          href={name === "inbox" ? "/" : `/${name}`}
          aria-current={current === name ? "page" : undefined}
        >
          <span className="rail-icon">
            <Icon name={icon} />
            {(counts[name] ?? 0) > 0 && (
              <span className="count" data-loud={name === "inbox"} aria-hidden="true">
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
