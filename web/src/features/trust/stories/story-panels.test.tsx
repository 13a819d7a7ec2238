import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Story } from '@lotkeeper/contract/trust/stories';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../kernel/queries.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { StoryEvidence } from './story-evidence.tsx';
import { StoryMoneyPanel } from './story-money.tsx';
import { StoryTimeline } from './story-timeline.tsx';

const c = (amount: number) => amount as Cents;

/** $24.00 and $1.92 of tax at 10% commission; the processor kept $0.75. */
const amounts = {
  gross: c(2592),
  refund: c(0),
  tax: c(192),
  processing_fee: c(75),
  commission: c(232),
  net: c(2093),
  enforcement: c(0),
  marketing: c(0),
  dynamic_pricing: c(0),
};

const money: NonNullable<Story['money']> = {
  entries: [
    {
      pk: 1,
      kind: 'charge',
      happened_at: 1_779_292_800_000,
      local_date: '2026-05-20',
      source: 'spothero',
      ...amounts,
      commission_rate: 1000,
      payout: { pk: 2, local_date: '2026-06-05', statement_descriptor: 'LOTKEEPER 2026-05' },
    },
  ],
  totals: amounts,
};

const story = {
  record: 'rental',
  property: { timezone: 'America/Phoenix' },
  car: null,
  rental: { source: 'spothero' },
  violations: [],
  money,
  price: { basis: 'sender', rate: null, price: null, rate_at_start: null, promo_code: null },
  events: [
    { kind: 'started', happened_at: 1_779_292_800_000, source: 'spothero', automatic: false },
    {
      kind: 'seen',
      happened_at: 1_779_292_840_000,
      visit: 1,
      direction: 'Entrance',
      marks: 'Entrance',
      camera: 'North Gate',
      plate: 'ABC1234',
      state: null,
      confidence: 0.97,
      preview: false,
      superseded: false,
      time_of_arrival: false,
      image: '/api/pictures/car/',
      plate_image: null,
    },
  ],
  not_listed: { visits: 0, reads: 3, entries: 0, audit_entries: 0 },
} as unknown as Story;

test('the timeline is a list in time order, with images that open and a count of what isn’t listed', () => {
  renderUi(<StoryTimeline story={story} />);
  const items = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(items[0]).toContain('May 20, 2026, 9:00 AM');
  expect(items[1]).toContain('Entered, seen by camera North Gate as ABC1234, 97% sure');
  expect(screen.getByRole('button', { name: /ABC1234, May 20, 2026/ })).toBeVisible();
  expect(screen.getByText('Not listed here: 3 older plate reads.')).toBeVisible();
});

test('the timeline of a record without events says so', () => {
  renderUi(<StoryTimeline story={{ ...story, events: [] }} />);
  expect(screen.getByText('Nothing has happened yet')).toBeVisible();
});

test('the money of a rental shows who set the price, how it adds up, and when it was paid out', () => {
  renderUi(<StoryMoneyPanel story={story} money={money} />);
  expect(screen.getByText('The price was set by SpotHero.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Charge on May 20, 2026, 9:00 AM' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toContain('Commission (10%)-$2.32');
  expect(rows.at(-1)).toBe('Net$20.93');
  expect(screen.getByText('Paid out with the payout of Jun 5, 2026.')).toBeVisible();
  // A single entry is its own total.
  expect(screen.queryByText('All together')).not.toBeInTheDocument();
});

test('the money panel of a record without entries says what will be there', () => {
  renderUi(<StoryMoneyPanel story={story} money={{ ...money, entries: [] }} />);
  expect(screen.getByText('No money moved')).toBeVisible();
});

test('an Admin can download evidence, and sees where anyone can check it', () => {
  renderUi(
    <QueryClientProvider client={queryClient}>
      <StoryEvidence record="visit" id="7" />
    </QueryClientProvider>,
  );
  screen.getByRole('button', { name: 'Download Evidence' });
  const link = screen.getByRole('link', { name: 'Verify page' });
  expect(link.getAttribute('href')).toBe('/verify');
});
