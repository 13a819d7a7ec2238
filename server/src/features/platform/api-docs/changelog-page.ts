import { toInlineHtml } from './reference-html.ts';

/** Markdown of one line as HTML: links by their words, without those in parentheses, which lead to docs. */
const toLineHtml = (markdown: string) =>
  toInlineHtml(
    markdown.replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  ).replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

/** The lines below each heading of a level, with its title. */
function splitByHeading(markdown: string, level: number): { title: string; body: string }[] {
  const [, ...sections] = markdown.split(new RegExp(`^${'#'.repeat(level)} `, 'm'));
  return sections.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title, body: lines.join('\n') };
  });
}

const toList = (body: string) =>
  `<ul>${[...body.matchAll(/^- (.*)$/gm)].map(([, entry = '']) => `<li>${toLineHtml(entry)}</li>`).join('')}</ul>`;

/** What only those who update the server have to do. */
const upgrading = 'Upgrading';

/** A changelog as a page, by release, for the people who use Lotkeeper. */
export function toChangelogPage(changelog: string): string {
  const releases = splitByHeading(changelog, 2).map(({ title, body }) => {
    const [intro = ''] = body.split(/^### /m);
    const sections = splitByHeading(body, 3)
      .filter((section) => section.title !== upgrading)
      .map((section) => `<h3>${toLineHtml(section.title)}</h3>${toList(section.body)}`);
    const name = title === 'Unreleased' ? 'This version' : toLineHtml(title);
    const text = intro.trim() ? `<p>${toLineHtml(intro.trim())}</p>` : '';
    return `<section><h2>${name}</h2>${text}${sections.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>What changed in Lotkeeper</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/reference.css"></head><body class="changelog"><header><h1>What changed in Lotkeeper</h1></header><main>${releases.join('')}</main></body></html>`;
}
