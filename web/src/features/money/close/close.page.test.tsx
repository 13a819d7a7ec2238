import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { listAuditorLinks } from '@lotkeeper/contract/money/auditor-links';
import type { CloseLink } from '@lotkeeper/contract/money/close';
import { closeLinkNames, closeLinks, getMonthClose } from '@lotkeeper/contract/money/close';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { ClosePage } from './close.page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('all comparisons that add up are signed at once, and no other', async () => {
  const station = { station: 'cars', value: cents(0) } as CloseLink['first'];
  const toLink = (link: CloseLink['link'], index: number): CloseLink => ({
    link,
    // Two that add up, among others.
    state: (['differs', 'ties', 'unchecked', 'ties'] as const)[index] ?? 'differs',
    first: station,
    second: station,
    causes: [],
    unexplained: cents(0),
    found: cents(0),
    tolerance: cents(0),
    signature: null,
  });
  const links = closeLinkNames.map(toLink);
  const sent = showPage({
    show: () => (
      <ClosePage organizationId="1" filters={{ month: '2026-04' }} onFilter={() => undefined} />
    ),
    reads: [
      answer(listSpots, [{ pk: 1, name: 'Lagoon', timezone: 'America/Phoenix' } as SpotSummary]),
      answer(listAuditorLinks, [] as never),
      answer(getMonthClose, {
        month: '2026-04-01' as LocalDate,
        property: null,
        is_over: true,
        closing: null,
        links,
        spots: [],
        adjustments: [],
        late: null,
        late_changes: [],
        doubles: [],
        events: [],
        settings: { tolerance_cents: cents(100), tolerance_cars: 0 },
        closed_months: [],
      }),
    ],
  });
  const adding = links.filter(({ state }) => state === 'ties').map(({ link }) => link);
  fireEvent.click(await screen.findByRole('button', { name: 'Sign all that add up' }));
  const dialog = within(await screen.findByRole('dialog'));
  const lines = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual(adding.map((link) => `${closeLinks[link].label}: adds up`));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Compared' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Sign' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['links']).toMatchObject(adding.map((link) => ({ link })));
});
