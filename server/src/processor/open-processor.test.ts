import { instant } from '@lotkeeper/contract/kernel/calendar';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testDatabase } from '../testing/test-database.ts';
import { openProcessor } from './open-processor.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_PUBLISHABLE_KEY: 'pk_test_12345678' };

describe('the processor in use', async () => {
  const { system: sql } = await testDatabase();
  const open = async (settings: Record<string, string>) =>
    openProcessor(readConfig(settings), { sql, clock: () => instant(0) });

  test('the sandbox processor is used without keys, and Stripe with both', async () => {
    const [without, withKeys] = [await open({}), await open(keys)];
    expect(without.processor.name).toBe('sandbox');
    expect(without.sandbox).not.toBeNull();
    expect(withKeys.processor.name).toBe('stripe');
    expect(withKeys.sandbox).toBeNull();
  });

  test.each(Object.entries(keys))(
    '%s alone is refused at startup with a message',
    async (name, key) => {
      await expect(open({ [name]: key })).rejects.toThrow('together, or neither');
    },
  );

  test('a publishable Stripe key in place of the secret key is refused', async () => {
    const { STRIPE_PUBLISHABLE_KEY: publishable } = keys;
    await expect(open({ STRIPE_SECRET_KEY: publishable })).rejects.toThrow(
      'must be a secret key of Stripe',
    );
  });
});
