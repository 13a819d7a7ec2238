import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '../../../shared/test-page.tsx';
import { MailServerDialog, TextServerDialog } from './server-dialogs.tsx';

afterEach(() => vi.unstubAllGlobals());

const servers = {
  email: {
    host: 'mail.lot.example',
    port: 465,
    user: 'lot',
    from: 'Copper Lots <no-reply@lot.example>',
    is_fixed: false,
  },
  sms: { url: 'https://texts.example/send', from: '+16025550147', is_fixed: false },
};
const dialog = { servers, onSaved: () => undefined, onClose: () => undefined };
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send a test and save' }));

test('changing the email server starts with its own values, and sends them', async () => {
  const sent = showPage({ show: () => <MailServerDialog {...dialog} /> });
  expect(await screen.findByLabelText(/^Server \*/)).toHaveValue('mail.lot.example');
  expect(screen.getByLabelText(/^Port/)).toHaveValue('465');
  expect(screen.getByLabelText('User')).toHaveValue('lot');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText(/^Sender’s address/)).toHaveValue('no-reply@lot.example');
  expect(screen.getByLabelText('Sender’s name')).toHaveValue('Copper Lots');
  press();
  const body = {
    host: 'mail.lot.example',
    port: 465,
    user: 'lot',
    password: null,
    sender: 'no-reply@lot.example',
    sender_name: 'Copper Lots',
  };
  await waitFor(() => expect(sent.map((call) => call.body)).toEqual([body]));
});

test('an email server without a name of the sender starts without one', async () => {
  const email = { ...servers.email, user: null, from: 'no-reply@lot.example' };
  showPage({ show: () => <MailServerDialog {...dialog} servers={{ ...servers, email }} /> });
  expect(await screen.findByLabelText(/^Sender’s address/)).toHaveValue('no-reply@lot.example');
  expect(screen.getByLabelText('Sender’s name')).toHaveValue('');
  expect(screen.getByLabelText('User')).toHaveValue('');
});

test('changing the server for text messages starts with its own values, and sends them', async () => {
  const sent = showPage({ show: () => <TextServerDialog {...dialog} /> });
  expect(await screen.findByLabelText(/^URL/)).toHaveValue('https://texts.example/send');
  expect(screen.getByLabelText(/^Sender/)).toHaveValue('+16025550147');
  fireEvent.change(screen.getByLabelText(/^Token/), { target: { value: 'secret' } });
  press();
  const body = { url: 'https://texts.example/send', from: '+16025550147', token: 'secret' };
  await waitFor(() => expect(sent.map((call) => call.body)).toEqual([body]));
});
