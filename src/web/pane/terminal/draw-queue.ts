/** One frame to draw. */
export interface Drawing {
  length: number;
  /** It replaces the whole screen. */
  isWhole: boolean;
  draw(drawn: () => void): void;
  onOver(isDrawn: boolean): void;
}

/** Given to the terminal at once: what it has, it draws. */
const MAX_GIVEN = 32 * 1024;

/**
 * Draws frames in order, little by little, and skips those that a whole screen after them replaces: a slow browser
 * would draw for many seconds what nobody needs any more.
 */
export function drawQueue(): (drawing: Drawing) => void {
  let waiting: Drawing[] = [];
  let given = 0;
  const go = () => {
    while (given < MAX_GIVEN) {
      const next = waiting.shift();
      if (next === undefined) return;
      given += next.length;
      next.draw(() => {
        given -= next.length;
        next.onOver(true);
        go();
      });
    }
  };
  return (drawing) => {
    if (drawing.isWhole) {
      for (const replaced of waiting) replaced.onOver(false);
      waiting = [];
    }
    waiting.push(drawing);
    go();
  };
}
