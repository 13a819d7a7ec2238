import { settingsElementId } from '@lotkeeper/contract/platform/settings';
import type { Page } from '@playwright/test';
import { address } from './app.ts';

/** Opens a page as an installation with other settings would serve it. */
export async function withSettings(page: Page, change: object): Promise<void> {
  await page.route(
    (url) => url.origin === new URL(address).origin && !/^\/(api|live|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const pattern = new RegExp(`(<script[^>]*id="${settingsElementId}"[^>]*>)([^<]*)`);
      const body = html.replace(
        pattern,
        (_, tag: string, json: string) =>
          `${tag}${JSON.stringify({ ...(JSON.parse(json) as object), ...change })}`,
      );
      return route.fulfill({ response, body });
    },
  );
}
