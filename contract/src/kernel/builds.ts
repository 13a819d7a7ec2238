/** The response header of every call with the pages that the server has, so that an old tab knows of newer ones. */
export const buildHeader = 'lotkeeper-build';

/** What the built pages are known by: the name of the file that starts them; null in pages that aren't built. */
export const findBuild = (html: string): string | null =>
  /<script type="module"[^>]* src="\/assets\/([\w-]+)\.js"/.exec(html)?.[1] ?? null;

export const buildMessages = {
  newer: 'There’s a newer version of Lotkeeper.',
  reload: 'Reload the page to use it.',
  blocked: 'An ad blocker may have stopped this. Allow this site in it, then reload the page.',
  offline: 'Check your connection, then reload the page.',
} as const;
