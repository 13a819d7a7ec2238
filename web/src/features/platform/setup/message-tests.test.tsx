import { getMessageServers } from '@lotkeeper/contract/platform/setup';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { MessageTests } from './message-tests.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a server that the environment sets can be tested, but not changed or removed', async () => {
  const email = { host: 'mail.lot.example', port: 465, user: null, from: 'no-reply@lot.example' };
  const sms = { url: 'https://texts.example/send', from: '+16025550147' };
  showPage({
    show: () => <MessageTests organizationId="1" sends={{ email: true, sms: true }} />,
    reads: [
      answer(getMessageServers, {
        email: { ...email, is_fixed: true },
        sms: { ...sms, is_fixed: false },
      }),
    ],
  });
  await screen.findByText(/mail.lot.example, port 465/);
  expect(
    screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent),
  ).toEqual([
    'Send a test email',
    'Change the server for text messages',
    'Send a test text',
    'Remove the server for text messages',
  ]);
});
