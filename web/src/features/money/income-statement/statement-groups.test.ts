import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { toSumGroups } from './statement-groups.ts';

test('each line and total of a statement has its hint and the page’s formatted amount', () => {
  const line = (label: string, amount: number) => ({
    label,
    amount: cents(amount),
    hint: `What ${label} is.`,
    figure: { measure: 'gross' as const },
  });
  const groups = toSumGroups(
    [
      { heading: 'Paid', lines: [line('Transient', 100)], total: line('Net', -900) },
      { lines: [line('Enforcement', 0)] },
    ],
    ({ amount, figure }) => `${figure.measure} ${amount}`,
  );
  expect(groups).toEqual([
    {
      heading: 'Paid',
      lines: [{ label: 'Transient', amount: 'gross 100', hint: 'What Transient is.' }],
      total: { label: 'Net', amount: 'gross -900', hint: 'What Net is.' },
    },
    { lines: [{ label: 'Enforcement', amount: 'gross 0', hint: 'What Enforcement is.' }] },
  ]);
});
