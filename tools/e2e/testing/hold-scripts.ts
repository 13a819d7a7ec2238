import type { Page } from '@playwright/test';

/** Holds all code of a page back, but the first, which is tiny; what is called releases it. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    const answer = await route.fetch();
    if ((await answer.body()).length > 10_000) await promise;
    await route.fulfill({ response: answer });
  });
  return resolve;
}
