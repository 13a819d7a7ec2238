import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** An entry of the changelog: its name and first sentence, and what people who saw it are remembered by. */
export interface NewsEntry {
  key: string;
  name: string;
  text: string;
}

const toKey = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 12);

/** Markdown as plain text: links by their words, without those in parentheses, which lead to docs. */
const toPlain = (markdown: string) =>
  markdown
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();

/** The first sentence, with a capital. */
function findSentence(text: string): string {
  const [firstSentence = ''] = /^.*?[.!?](?= |$)/.exec(text) ?? [text];
  return firstSentence.charAt(0).toUpperCase() + firstSentence.slice(1);
}

/** What was added, by the newest section of a changelog, whether that is a release or unreleased. */
export function parseNews(changelog: string): NewsEntry[] {
  const [, newest = ''] = changelog.split(/^## .*$/m);
  const [, ...sections] = newest.split(/^### /m);
  const added = sections.find((part) => part.startsWith('Added')) ?? '';
  return [...added.matchAll(/^- \*\*(.+?)\*\*:?(.*)$/gm)].map(([, name = '', rest = '']) => ({
    key: toKey(name),
    name: toPlain(name),
    text: findSentence(toPlain(rest).replace(/^[,;:] ?/, '')),
  }));
}

function readChangelog(): string {
  try {
    return readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  } catch {
    return '';
  }
}

/** The changelog of this version, in Markdown; empty where it isn’t shipped. */
export const changelog = readChangelog();

const news: readonly NewsEntry[] = parseNews(changelog);
export const newsKeys: readonly string[] = news.map(({ key }) => key);

/** What somebody hasn’t seen: the first entries, and the names of some more; null without any. */
export function listUnseen(seen: readonly string[] | null, entries = news) {
  const unseen = entries.filter(({ key }) => !seen?.includes(key));
  if (unseen.length === 0) return null;
  return {
    entries: unseen.slice(0, shownEntries).map(({ name, text }) => ({ name, text })),
    more: unseen.slice(shownEntries, shownEntries + shownNames).map(({ name }) => name),
  };
}

/** Entries that are shown with their sentence, and further ones that are named. */
const shownEntries = 3;
const shownNames = 12;
