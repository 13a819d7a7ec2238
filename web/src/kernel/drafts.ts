import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { now } from './clock.ts';
import { keptInBrowser } from './kept.ts';

const nameOf = (key: string) => `draft:${key}`;

/** Keeps what was typed into a form in this browser, for a day. */
export const keepDraft = (key: string, values: object): void =>
  void keptInBrowser.keep(nameOf(key), JSON.stringify({ at: now(), values }));

export const forgetDraft = (key: string): void => keptInBrowser.forget(nameOf(key));

/** What was typed into a form less than a day ago; null if nothing was. Old drafts of all forms are forgotten. */
export function readDraft<Values extends object>(key: string): Partial<Values> | null {
  for (const name of keptInBrowser.keys()) {
    if (!name.startsWith('draft:')) continue;
    const draft = keptInBrowser.readJson(name) as { at?: number } | null;
    if (!draft?.at || draft.at < now() - dayMs) keptInBrowser.forget(name);
  }
  const draft = keptInBrowser.readJson(nameOf(key)) as { values?: Partial<Values> } | null;
  return draft?.values ?? null;
}
