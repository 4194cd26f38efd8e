import { Link } from "../common/link.tsx";

export function PaneGone({ target, paneId }: { target: string; paneId: string }) {
  return (
    <div className="teach">
      <h2>
        There is no pane {paneId} on {target}
      </h2>
      <p>
        It was closed, or its tmux server was. Agents that ended can come back where they were:{" "}
        <Link href="/spawn">Spawn</Link> lists them. <Link href="/fleet">See all agents</Link>
      </p>
    </div>
  );
}
