import { FONT_SIZES, layout } from "../../common/layout.ts";
import { useStore } from "../../live/store.ts";

/** Makes the terminal's letters smaller, larger, or as large as fits. `shown` is the size that they have now. */
export function FontButtons({ shown }: { shown(): number | null }) {
  const own = useStore(layout.terminalFont);
  const step = (by: 1 | -1) => {
    const size = Math.round(own ?? shown() ?? FONT_SIZES.least) + by;
    layout.terminalFont.set(Math.max(FONT_SIZES.least, Math.min(FONT_SIZES.most, size)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="font-buttons" role="group" aria-label="Font size">
      <button type="button" className="button small" aria-label="A−, smaller letters" onClick={() => step(-1)}>
        A−
      </button>
      <button type="button" className="button small" aria-label="A+, larger letters" onClick={() => step(1)}>
        A+
      </button>
      {own !== null && (
        <button
          type="button"
          className="button small"
          title="As large as fits"
          onClick={() => layout.terminalFont.set(null)}
        >
          {own} px, fit again
        </button>
      )}
    </div>
  );
}
