import { CopyButton } from "./copy-button.tsx";

/** Something to type, and to copy. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="command">
      <code>{command}</code>
      <CopyButton text={command} what="command" />
    </div>
  );
}
