import {
  downloadFigureEntries,
  entryOrderNames,
  listFigureEntries,
} from '@lotkeeper/contract/money/figures';
import { expect, test } from 'vitest';
import { signedInMember } from '../../../testing/people.factory.ts';
import { makeTakings } from '../../../testing/takings.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2027-01-15T12:00:00Z' });
const { organization } = await makeTakings(at.database.system);
const { token } = await signedInMember(at, organization, 'ADMIN');

test.each(entryOrderNames)(
  'the pages of a whole ledger and its file have every entry once, %s first, and add up to its total',
  async (order) => {
    const range = { start_date: '2025-11-25', end_date: '2027-01-15' } as const;
    const query = { organization: organization.uuid, ...range, measure: 'net' as const, order };
    const references: string[] = [];
    let sum = 0;
    let first: { total: number | null; count: number | null } | undefined;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { ...query, ...(cursor && { cursor }) };
      const { body } = await at.call(listFigureEntries, { query: asked }, { token });
      first ??= body;
      for (const { external_id, amount } of body.results) {
        references.push(external_id);
        sum += amount;
      }
      cursor = body.next;
    }
    expect([sum, references.length]).toEqual([first?.total, first?.count]);
    const { response } = await at.call(downloadFigureEntries, { query }, { token });
    const lines = response.body.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[6])).toEqual(references);
  },
);
