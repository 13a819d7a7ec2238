import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { showPage } from '../../../shared/test-page.tsx';
import { SponsorDialog } from './sponsor-dialog.tsx';

const month = '2026-05-01' as LocalDate;
const code = { pk: 1, code: 'BAKERY', name: 'Door', is_deleted: false, sponsor: 3 };

async function showSponsor(saved: Partial<SponsorMonth>) {
  const sponsor = {
    pk: 3,
    name: 'Bakery',
    kind: 'tenant',
    allowance: 'none',
    allowance_visits: null,
    allowance_value: null,
    price: null,
    codes: [code],
    ...saved,
  } as SponsorMonth;
  showPage({
    show: () => (
      <SponsorDialog
        spot={1}
        codes={[code]}
        {...{ month, sponsor }}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
  await screen.findByRole('button', { name: 'Save' });
}

const shared = ['Name: Bakery', 'Kind: Tenant', 'Codes: BAKERY · Door'];
const month1 = 'Applies from: May 2026';

test.each<[string, Partial<SponsorMonth>, string[]]>([
  [
    'no visits free, at a fixed price',
    { allowance: 'visits', allowance_visits: 0, price: cents(450) },
    [
      'Allowance: Visits a month',
      'Visits a month: 0',
      'Price of a visit beyond it: A fixed price',
      'Price: 4.50',
    ],
  ],
  [
    '$0 a month, at the price in force',
    { allowance: 'value', allowance_value: cents(0) },
    [
      'Allowance: Dollars a month, at the price in force',
      'Dollars a month: 0',
      'Price of a visit beyond it: The price in force',
    ],
  ],
  [
    'all billed, at $0',
    { price: cents(0) },
    ['Allowance: None: everything is billed', 'Price of a visit: A fixed price', 'Price: 0'],
  ],
])('an edited sponsor with %s starts with what is saved', async (_, saved, expected) => {
  await showSponsor(saved);
  expect(listFormValues()).toEqual([...shared, ...expected, month1]);
});

test('the number of one allowance isn’t taken for another one', async () => {
  await showSponsor({ allowance: 'visits', allowance_visits: 20 });
  fireEvent.click(screen.getByRole('radio', { name: /^Dollars a month/ }));
  expect(screen.getByRole('textbox', { name: 'Dollars a month' })).toHaveValue('');
  fireEvent.click(screen.getByRole('radio', { name: 'Visits a month' }));
  expect(screen.getByRole('textbox', { name: 'Visits a month' })).toHaveValue('');
});
