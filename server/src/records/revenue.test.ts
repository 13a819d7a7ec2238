import type { Amounts } from '@lotkeeper/contract/money/ledger';
import { computeNet } from '@lotkeeper/contract/money/ledger';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { netRevenue } from './revenue.ts';

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const anyAmounts: fc.Arbitrary<Amounts> = fc.record({
  gross: amount,
  refunds: amount,
  tax: amount,
  processing_fee: amount,
  commission: amount,
});

test('net revenue is the same in SQL and in TypeScript', async () => {
  const { system: sql } = await testDatabase();
  const rows = fc.array(anyAmounts, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(rows, async (amounts) => {
      const [row] = await sql<[{ net: number }]>`
        select sum(${netRevenue(sql)})::bigint as net
        from json_to_recordset(${JSON.stringify(amounts)}::text::json)
          as a (gross bigint, refunds bigint, tax bigint, processing_fee bigint, commission bigint)`;
      const net = amounts.map(computeNet).reduce((total, part) => total + part, 0);
      expect(row.net).toBe(net);
    }),
  );
});
