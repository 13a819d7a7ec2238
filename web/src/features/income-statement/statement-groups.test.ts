import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { toSumGroups } from './statement-groups.ts';

test('amounts are shown to the cent, with thousands separators and a minus before the dollar sign', () => {
  const line = (label: string, amount: number) => ({ label, amount: cents(amount), hint: label });
  const groups = toSumGroups([
    { heading: 'Paid', lines: [line('Transient', 12_345_678_900)], total: line('Net', -900) },
    { lines: [line('Enforcement', 0)] },
  ]);
  expect(groups).toEqual([
    {
      heading: 'Paid',
      lines: [{ label: 'Transient', amount: '$123,456,789.00', hint: 'Transient' }],
      total: { label: 'Net', amount: '-$9.00', hint: 'Net' },
    },
    { lines: [{ label: 'Enforcement', amount: '$0.00', hint: 'Enforcement' }] },
  ]);
});
