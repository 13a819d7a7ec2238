function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/** A store of the browser. One that is full or forbidden loses things on a reload and breaks nothing else. */
const makeKept = (find: () => Storage) => ({
  read: (key: string) => attempt(() => find().getItem(key)),
  /** What was kept as JSON; null where there is none, or it can't be read. */
  readJson: (key: string): unknown => attempt(() => JSON.parse(find().getItem(key) ?? 'null')),
  keys: () => attempt(() => Object.keys(find())) ?? [],
  keep: (key: string, text: string) => void attempt(() => find().setItem(key, text)),
  forget: (key: string) => void attempt(() => find().removeItem(key)),
});

/** What this tab keeps over a reload. */
export const keptInTab = makeKept(() => sessionStorage);
/** What this browser keeps, for all its tabs. */
export const keptInBrowser = makeKept(() => localStorage);
