import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { EinDialog, RepresentativeDialog } from './secret-dialogs.tsx';

const dialog = { organizationId: '1', onClose: () => undefined };

test('each number of a bank account is sent', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => <BankDialog {...dialog} />,
    values: {
      'Routing number': ['110000000', '021000021'],
      'Account number': ['000123456789', '000123456780'],
    },
  });
  expect(changes).toEqual({
    'Routing number': ['routing_number'],
    'Account number': ['account_number'],
  });
});

test('the EIN is sent', async () => {
  await expectEachFieldIsSent({
    show: () => <EinDialog {...dialog} />,
    values: { EIN: ['12-3456789', '98-7654321'] },
  });
});

test('each field of the representative is sent', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => <RepresentativeDialog {...dialog} />,
    values: { 'Birth date': ['02/03/1980', '02/04/1980'] },
  });
  expect(Object.keys(changes)).toHaveLength(3);
});
