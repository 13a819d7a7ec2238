/** The response header with the server's current build of the pages, so that an old tab learns of a newer one. */
export const buildHeader = 'lotkeeper-build';

/** The identifier of the built pages: the name of their entry file; null in pages that aren't built. */
export const findBuild = (html: string): string | null =>
  /<script [^>]*type="module"[^>]* src="\/assets\/([\w-]+)\.js"/.exec(html)?.[1] ?? null;

export const buildMessages = {
  newer: 'There’s a newer version of Lotkeeper.',
  reload: 'Reload the page to use it.',
  blocked: 'An ad blocker may have stopped this. Allow this site in it, then reload the page.',
  offline: 'Check your connection, then reload the page.',
} as const;
