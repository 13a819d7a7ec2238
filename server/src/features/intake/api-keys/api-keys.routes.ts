import {
  createApiKey,
  getTestRentals,
  listApiKeys,
  removeTestRentals,
  revokeApiKey,
} from '@lotkeeper/contract/intake/api-keys';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { insertApiKey, listApiKeyRows, revokeApiKeyRow } from './api-keys.queries.ts';
import { countTestRentals, undoTestRentals } from './test-rentals.ts';

/** The keys that programs call the API with. */
export function apiKeysRoutes(serve: Serve): void {
  serve(listApiKeys, async ({ scope }) => listApiKeyRows(scope));

  serve(createApiKey, async ({ scope, body, now }) => {
    const key = `lk_${newToken()}`;
    const api_key = await insertApiKey(
      scope,
      { ...body, key_hash: hashToken(key), hint: key.slice(-4) },
      now,
    );
    return { key, api_key };
  });

  serve(revokeApiKey, async ({ scope, params, now }) =>
    requireFound(await revokeApiKeyRow(scope, params.key, now), 'API key'),
  );

  serve(getTestRentals, async ({ scope }) => ({ count: await countTestRentals(scope) }));

  serve(removeTestRentals, async ({ scope, now }) => ({
    count: await undoTestRentals(scope, now),
  }));
}
