import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the screenshots and their sheet; git ignores it. */
const folder = join(import.meta.dirname, 'out');

export interface Shot {
  page: string;
  state: string;
  width: string;
  theme: string;
}

/** The path of a screenshot; its name is the only record of what it shows. */
export function shotPath({ page, state, width, theme }: Shot): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${[page, state, width, theme].join('~')}.jpg`);
}

/** Writes one HTML page with all existing screenshots, by page and state, and returns its path. */
export function writeSheet(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
  const rows = Map.groupBy(files.sort(), (name) => name.split('~').slice(0, 2).join(' · '));
  const sections = [...rows].map(([title, names]) => {
    const pictures = names.map((name) => {
      const [, , width, theme] = name.replace(/\.jpg$/, '').split('~');
      const url = encodeURIComponent(name);
      return `<a href="${url}"><img src="${url}" alt="${title}, ${width} pixels, ${theme}" class="w${width}" loading="lazy"></a>`;
    });
    return `<section><h2>${title}</h2><div>${pictures.join('')}</div></section>`;
  });
  const path = join(folder, 'index.html');
  writeFileSync(path, `<!doctype html><title>Contact sheet</title>${style}${sections.join('\n')}`);
  return path;
}

const style = `<style>
body { margin: 16px; background: #777; font: 13px system-ui; color: #fff }
section { break-inside: avoid } h2 { margin: 16px 0 4px; font-size: 14px }
div { display: flex; gap: 8px; align-items: start } img { display: block }
.w1280 { width: 560px } .w390 { width: 170px }
</style>`;
