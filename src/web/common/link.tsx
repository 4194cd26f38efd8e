import type { ComponentProps, MouseEvent } from "react";
import { navigate } from "./router.ts";

/** An anchor that navigates within the page; with a modifier key the browser's default applies. */
export function Link({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
