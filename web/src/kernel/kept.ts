function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/** A browser store. If it's full or blocked, things are lost on a reload, which `keep` says, but nothing else breaks. */
const makeKept = (find: () => Storage) => ({
  read: (key: string) => attempt(() => find().getItem(key)),
  /** The stored JSON; null when it's missing or can't be parsed. */
  readJson: (key: string): unknown => attempt(() => JSON.parse(find().getItem(key) ?? 'null')),
  keys: () => attempt(() => Object.keys(find())) ?? [],
  keep: (key: string, text: string): boolean => attempt(() => find().setItem(key, text)) !== null,
  forget: (key: string) => void attempt(() => find().removeItem(key)),
});

/** Kept in this tab across reloads. */
export const keptInTab = makeKept(() => sessionStorage);
/** The key of the last checks of plates in this browser; removed when a person signs out. */
export const keptChecks = 'plate-checks';

/** Kept in this browser, for all its tabs. */
export const keptInBrowser = makeKept(() => localStorage);
