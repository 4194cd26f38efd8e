import { Link } from "./link.tsx";

export function MissingView() {
  return (
    <main className="page">
      <div className="teach">
        <h1>There is no such page</h1>
        <p>
          The address names no view and no pane. Go to the <Link href="/">inbox</Link> or the{" "}
          <Link href="/fleet">fleet</Link>.
        </p>
      </div>
    </main>
  );
}
