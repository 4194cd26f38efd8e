/**
 * For the page: `whenPainted(element)` is the time at which the frame was done that shows what has changed by now. An
 * observer of intersections tells first at the end of the very frame in whose making it began.
 */
export const WHEN_PAINTED = `
globalThis.whenPainted = (element) => new Promise((resolve) => {
  const observer = new IntersectionObserver(() => {
    observer.disconnect();
    resolve(performance.now());
  });
  observer.observe(element);
});
`;
