import type { BookAccounts } from '@lotkeeper/contract/money/books';
import { bookLineNames, bookLines, getBookAccounts } from '@lotkeeper/contract/money/books';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { AccountsDialog } from './accounts-dialog.tsx';

test('each account of the books is sent when it alone was changed', async () => {
  const lines = bookLineNames.map((line) => [line, bookLines[line].account]);
  const accounts = {
    ...Object.fromEntries(lines),
    authorities: ['City', 'County'].map((authority) => ({
      authority,
      account: `${authority} Tax`,
    })),
  } as BookAccounts;
  const changes = await expectEachFieldIsSent({
    show: () => <AccountsDialog organizationId="1" onClose={() => undefined} />,
    reads: [answer(getBookAccounts, accounts)],
  });
  expect(Object.values(changes)).toEqual([
    ...bookLineNames.map((line) => [line]),
    ['authorities'],
    ['authorities'],
  ]);
});
