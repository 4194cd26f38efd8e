/**
 * Page script: `whenPainted(element)` resolves to the time when the frame with the current changes was done. An
 * IntersectionObserver first fires at the end of the frame in which it was created.
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
