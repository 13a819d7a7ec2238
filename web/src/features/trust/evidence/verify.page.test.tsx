import type { Tampering } from '@lotkeeper/evidence/packets.factory';
import { makePacket, otherTestKey, testKey } from '@lotkeeper/evidence/packets.factory';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { VerifyPage } from './verify.page.tsx';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  let made = 0;
  URL.createObjectURL = () => `blob:image-${(made += 1)}`;
  URL.revokeObjectURL = () => undefined;
});

const answerKeys = (...keys: (typeof testKey)[]) =>
  fetched.mockImplementation(() =>
    Promise.resolve(
      Response.json(
        keys.map(({ fingerprint, publicKey }) => ({
          fingerprint,
          public_key: publicKey,
          first_used_at: 0,
        })),
      ),
    ),
  );

async function chooseFile(bytes: Uint8Array, name = 'packet.zip') {
  renderUi(<VerifyPage />);
  const file = new File([new Uint8Array(bytes)], name, { type: 'application/zip' });
  await userEvent.upload(screen.getByLabelText('Evidence packet'), file);
  return await screen.findByRole('region', { name: 'Verdict' });
}
const choosePacket = (tampering: Tampering = {}) => chooseFile(makePacket(tampering));

test('before a packet is chosen, the page asks for one and has no verdict', () => {
  renderUi(<VerifyPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Verify Evidence' })).toBeVisible();
  expect(screen.getByText('Drop a file here, or click to choose one')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('a valid packet is proved, with its rows, images, and limits', async () => {
  answerKeys(testKey);
  const verdict = await choosePacket();
  const heading = within(verdict).getByRole('heading', { name: 'Proved' });
  await waitFor(() => expect(heading).toHaveFocus());
  const rows = within(screen.getByRole('region', { name: 'Rows proved' })).getAllByRole('listitem');
  expect(rows).toHaveLength(7);
  expect(rows[0]).toHaveTextContent(/^Ledger entry 11charge, \$25\.92, card-77/);
  expect(rows[0]).toHaveTextContent(
    'Existed in this form when seal 1 of May 20, 2026 was made: May 21, 2026, 9:00 AM UTC',
  );
  const images = within(screen.getByRole('region', { name: 'Images' }));
  expect((await images.findAllByRole('img'))[0]).toHaveAttribute('src', 'blob:image-1');
  expect(images.getAllByText('Named by plate read 31, visit 41')).toHaveLength(1);
  expect(screen.getByText('This installation has the key.')).toBeVisible();
  expect(screen.getByText(/^That what a row says is true/)).toBeVisible();
});

test('nothing from the packet is sent: the only call is for the keys', async () => {
  answerKeys(testKey);
  await choosePacket();
  expect(fetched.mock.calls.map(([url, init]) => [url, init?.method, init?.body])).toEqual([
    ['/api/seals/keys/', 'GET', undefined],
  ]);
});

test('a packet with an unsealed row is proved in part, and the page names the row', async () => {
  answerKeys(testKey);
  const row = { table: 'visits', pk: 43, plate: 'XYZ789', status: 'parked' } as const;
  const verdict = await choosePacket({ unsealed: [row] });
  expect(within(verdict).getByRole('heading', { name: 'Proved in part' })).toBeVisible();
  const unsealed = screen.getByRole('region', { name: 'Rows not sealed yet' });
  expect(within(unsealed).getByRole('listitem')).toHaveTextContent(
    'Visit 43XYZ789, parkedNot sealed',
  );
});

test('a changed packet fails: the page says what is wrong and shows nothing as proved', async () => {
  answerKeys(testKey);
  const verdict = await choosePacket({
    proof: ({ rows }) => Object.assign(rows[0]?.form ?? {}, { gross: 1 }),
  });
  expect(within(verdict).getByRole('heading', { name: 'Failed' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'What is wrong' })).toHaveTextContent(
    'Ledger entry 11 is not in seal 1 in this form: the row or its proof was changed.',
  );
  expect(screen.queryByRole('region', { name: 'Rows proved' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Images' })).toBeNull();
});

test('a packet with a key that this installation doesn’t have fails', async () => {
  answerKeys(otherTestKey);
  expect(within(await choosePacket()).getByRole('heading', { name: 'Failed' })).toBeVisible();
  expect(
    screen.getByText(/^The packet is signed by a key that this installation doesn’t have\./),
  ).toBeVisible();
});

test('when the keys can’t be fetched, the packet is verified and the key remains to be compared', async () => {
  fetched.mockRejectedValue(new TypeError('no line'));
  expect(within(await choosePacket()).getByRole('heading', { name: 'Proved' })).toBeVisible();
  expect(screen.getByText(/^This installation’s keys couldn’t be fetched/)).toBeVisible();
  expect(screen.getByText(testKey.fingerprint)).toBeVisible();
});

test('an impossible time is shown as it is', async () => {
  answerKeys(testKey);
  await choosePacket({
    manifest: (manifest) => Object.assign(manifest, { made_at: '2026-05-23T12:00:00.0123456789Z' }),
  });
  expect(screen.getByText('2026-05-23T12:00:00.0123456789Z')).toBeVisible();
});

test('a file that isn’t a packet can’t be read, and another one can be verified after it', async () => {
  answerKeys(testKey);
  const verdict = await chooseFile(new TextEncoder().encode('a text'), 'text.zip');
  expect(within(verdict).getByRole('heading', { name: 'Not readable' })).toBeVisible();
  expect(screen.getByText('The file is not a ZIP.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Verify another packet' }));
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
  expect(screen.getByLabelText('Evidence packet')).toHaveFocus();
});
