import { Link } from "../common/link.tsx";
import { PageHead } from "../common/page-head.tsx";

export function MissingView() {
  return (
    <main className="page">
      <PageHead title="There is no such page" />
      <div className="teach">
        <p>
          The address names no view and no pane. Go to the <Link href="/">inbox</Link> or the{" "}
          <Link href="/fleet">fleet</Link>.
        </p>
      </div>
    </main>
  );
}
