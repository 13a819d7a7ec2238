import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { SponsorDialog } from './sponsor-dialog.tsx';

const month = '2026-05-01' as LocalDate;
const codes = [1, 2].map((pk) => ({
  pk,
  code: `BAKERY${pk}`,
  name: '',
  is_deleted: false,
  sponsor: null,
}));

const sponsor: SponsorMonth = {
  pk: 3,
  name: 'Bakery',
  kind: 'merchant',
  version: 1,
  terms_from: month,
  allowance: 'none',
  allowance_visits: null,
  allowance_value: null,
  price: null,
  codes: codes.slice(0, 1),
  visits: 0,
  value: null,
  used_share: null,
  used_up: null,
  overage_visits: 0,
  bill: null,
};

test.each<[string, Partial<SponsorMonth>]>([
  ['without an allowance', {}],
  [
    'with visits and a fixed price',
    { allowance: 'visits', allowance_visits: 20, price: cents(500) },
  ],
  ['with a value', { allowance: 'value', allowance_value: cents(20_000) }],
])('each field of a sponsor %s is sent when it alone was changed', async (_, terms) => {
  await expectEachFieldIsSent({
    show: () => (
      <SponsorDialog
        spot={1}
        month={month}
        sponsor={{ ...sponsor, ...terms }}
        codes={codes}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
});
