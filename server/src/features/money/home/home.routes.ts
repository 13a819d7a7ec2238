import { getHome } from '@lotkeeper/contract/money/home';
import type { Serve } from '../../../kernel/http/call.ts';
import { readHomeDays } from './home.queries.ts';
import { sumHome } from './home.rules.ts';

/** How all properties of an organization do today. */
export function homeRoutes(serve: Serve): void {
  serve(getHome, async ({ scope, now }) => ({
    properties: await Promise.all(
      (await readHomeDays(scope, now)).map((spot) => sumHome(spot, now)),
    ),
  }));
}
