const PATHS = {
  inbox:
    "M3 11l2.2-6.2A1.5 1.5 0 0 1 6.6 4h6.8a1.5 1.5 0 0 1 1.4.8L17 11v4.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V11h4.2a2.9 2.9 0 0 0 5.6 0H17",
  fleet: "M3.5 4.5h13M3.5 8.2h13M3.5 11.8h13M3.5 15.5h13",
  plus: "M10 4v12M4 10h12",
  hosts: "M4 3.5h12v5H4zM4 11.5h12v5H4zM6.8 6h.01M6.8 14h.01",
  rules: "M4 6.5l1.5 1.5L8 5M4 13.5L5.5 15 8 12M11 6.5h5M11 13.5h5",
  audit: "M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h3",
  usage: "M4 16.5v-5M8 16.5v-9M12 16.5v-7M16 16.5v-12",
  gear: "M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7M12.5 4v4M7.5 12v4",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM12.7 12.7L16.5 16.5",
  close: "M5 5l10 10M15 5L5 15",
  back: "M12 4.5L6.5 10l5.5 5.5",
  copy: "M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3",
  check: "M4.5 10.5l3.5 3.5 7.5-8",
  caret: "M6 8l4 4 4-4",
  pin: "M7 3.5h6M8 3.5v5L5.5 12h9L12 8.5v-5M10 12v4.5",
  maximise: "M11.5 4H16v4.5M8.5 16H4v-4.5M16 4l-5 5M4 16l5-5",
  restore: "M16.5 8.5H12V4M3.5 11.5H8V16M12 8.5l4.5-5M8 11.5l-4.5 5",
  smaller: "M4 10h12",
} as const;
export type IconName = keyof typeof PATHS;

/** Decorative: screen readers read the text beside it or the label around it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
