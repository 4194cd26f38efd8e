import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { PaletteButton } from "./palette-button.tsx";

/** The head of a page: its name, what it is for in a few words, and on a narrow page the way back. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="list-head page-head">
      <Link className="icon-button back" href="/" aria-label="Back to the inbox">
        <Icon name="back" />
      </Link>
      <h1>{title}</h1>
      <p className="headline">{children}</p>
      <PaletteButton />
    </header>
  );
}
