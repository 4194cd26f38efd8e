import { useMemo } from "react";
import { qrCode } from "../../core/pairing/qr-code.ts";
import { qrPath } from "../view/qr-path.ts";

/** Modules of white around the code, without which cameras do not find it. */
const MARGIN = 4;

/** A text as a QR code, dark on white in both themes; nothing if it is too long for one. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrCode(new TextEncoder().encode(text)), [text]);
  if (modules === null) return null;
  const size = modules.length + 2 * MARGIN;
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}>
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="white" />
      <path d={qrPath(modules)} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
