import type { Finding } from '@lotkeeper/contract/trust/privacy-requests';
import { getPrivacyRequest, listPrivacyRequests } from '@lotkeeper/contract/trust/privacy-requests';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { RequestPanel } from './request-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const due: Finding = {
  class: 'visits',
  found: 13,
  due: 12,
  remaining: [{ reason: 'hold', count: 1 }],
};
const stays: Finding = {
  class: 'rentals',
  found: 2,
  due: 0,
  remaining: [{ reason: 'hold', count: 2 }],
};

async function showFindings(findings: Finding[]) {
  const request = {
    pk: 7,
    kind: 'plate',
    hint: 'AB•••23',
    plate_state: null,
    state: 'open',
    created_at: 1_779_292_800_000,
    created_by: 'Ann',
    exported_at: null,
    confirmed_at: null,
    confirmed_by: null,
    finished_at: null,
    erased: [],
    remaining: [],
  } as const;
  const found = { request: { ...request, erased: [], remaining: [] }, findings, plates: [] };
  showPage({
    show: () => <RequestPanel organizationId="1" request={7} />,
    reads: [answer(getPrivacyRequest, found), answer(listPrivacyRequests, {} as never)],
  });
  return screen.findByRole('button', { name: 'Erase…' });
}

test('a driver’s data can be erased though some of it has to stay', async () => {
  const erase = await showFindings([due, stays]);
  expect(erase).toBeEnabled();
  fireEvent.click(erase);
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('erasing isn’t offered when all that was found has to stay', async () => {
  expect(await showFindings([stays])).toBeDisabled();
});
