import { visibleText } from "../../core/text/visible-text.ts";
import { CopyButton } from "./copy-button.tsx";

/** A command to type or copy. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="command">
      <code>{visibleText(command)}</code>
      <CopyButton text={command} what="command" />
    </div>
  );
}
