// Runs in a page before its own code: records how it loads, and clicks its menu on request.

/** Whether the page has loaded: it has its title and no skeletons. */
const isDone = () =>
  document.querySelector('h1') !== null && document.querySelector('[class*="bone"]') === null;

/** Calls back in the first frame where the condition holds. */
const onFrame = (condition, done) => {
  const look = () => (condition() ? done() : requestAnimationFrame(look));
  requestAnimationFrame(look);
};

/**
 * The sum of layout shifts; milliseconds from the start of the navigation until the page had loaded, null until
 * then; and the maximum milliseconds from a press to the paint of its effect.
 */
const watch = { shift: 0, figuresAt: null, slowest: 0 };
window.watch = watch;

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) watch.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });

new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.interactionId > 0) watch.slowest = Math.max(watch.slowest, entry.duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

onFrame(isDone, () => {
  watch.figuresAt = performance.now();
});

/** Clicks the menu's link to a path; resolves to the milliseconds until its page loads, null without a link. */
window.clickMenu = (path) =>
  new Promise((resolve) => {
    const link = document.querySelector(`nav a[href^="${path}"]`);
    if (!link) return resolve(null);
    const title = document.querySelector('h1').textContent;
    const start = performance.now();
    const isThere = () =>
      location.pathname === path && isDone() && document.querySelector('h1').textContent !== title;
    onFrame(isThere, () => resolve(performance.now() - start));
    link.click();
  });
