import { useEffect } from "react";

/** Shows how many agents are blocked in the title and icon, visible from other tabs. */
export function useTitleBadge(waiting: number): void {
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) agtmux` : "agtmux";
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = waiting > 0 ? badged(waiting) : "/favicon.svg";
  }, [waiting]);
}

function badged(waiting: number): string {
  const text = waiting > 9 ? "9+" : String(waiting);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1d2230"/>` +
    `<path d="M5 7l5 5-5 5" fill="none" stroke="#7fb2ff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<circle cx="20" cy="20" r="11" fill="#d9601a"/><text x="20" y="25.5" font-family="system-ui,sans-serif" font-size="15" ` +
    `font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
