import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { noTerms, taxMessages } from '@lotkeeper/contract/money/taxes';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../kernel/queries.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import type { RateValues } from './rate-dialog.rules.ts';
import { findRateProblems, toBody } from './rate-dialog.rules.ts';
import { RateDialog } from './rate-dialog.tsx';

const values: RateValues = {
  authority: 'Cook County',
  level: 'county',
  percent: '6',
  starts_on: '2026-06-01' as LocalDate,
  spots: ['1'],
  rental_groups: ['transient'],
  hasTerms: false,
  taxed: 'taxes',
  above: '2.00',
  stays: 'between',
  minDays: '2',
  maxDays: '6',
  mayBeExempt: true,
};

const problemsOf = (more: Partial<RateValues>) =>
  Object.fromEntries(
    Object.entries(findRateProblems({ ...values, hasTerms: true, ...more })).filter(
      ([, problem]) => problem,
    ),
  );

describe('terms of a rate', () => {
  test('aren’t sent, nor checked, unless there are more terms', () => {
    const plain = { ...values, above: 'two', minDays: '9' };
    expect(toBody(plain)).toMatchObject({ rate: 6000, ...noTerms });
    expect(Object.values(findRateProblems(plain)).filter(Boolean)).toEqual([]);
  });

  test.each([
    ['any', noTerms.min_days, noTerms.max_days],
    ['upTo', noTerms.min_days, 6],
    ['from', 2, noTerms.max_days],
    ['between', 2, 6],
  ] as const)('of stays “%s” have %d to %d days', (stays, min_days, max_days) => {
    const body = toBody({ ...values, hasTerms: true, stays });
    expect(body).toMatchObject({
      on_taxes: true,
      above: 200,
      min_days,
      max_days,
      may_be_exempt: true,
    });
    expect(problemsOf({ stays })).toEqual({});
  });

  test('need a number of days where the stays have one, and a longest that isn’t below the shortest', () => {
    expect(problemsOf({ minDays: '', maxDays: '' })).toEqual({
      min_days: 'This is required',
      max_days: 'This is required',
    });
    expect(problemsOf({ minDays: '7' })).toEqual({ max_days: taxMessages.days });
    expect(problemsOf({ stays: 'from', minDays: '367' })).toEqual({
      min_days: 'Must be at most 366 days.',
    });
    expect(problemsOf({ above: '10000.01' })).toEqual({ above: 'Must be at most $10,000.' });
    expect(problemsOf({ above: '' })).toEqual({});
  });
});

describe('the dialog of a rate', () => {
  // Lists of options are loaded when they're first opened.
  beforeAll(async () => {
    await import('../../../ui/form/select-input.tsx');
  });
  let sent: unknown[];

  beforeEach(() => {
    sent = [];
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return Response.json({ saved: 1 });
    });
    renderUi(
      <QueryClientProvider client={queryClient}>
        <RateDialog
          organizationId="1"
          spots={[{ pk: 7, name: 'Lagoon', timezone: 'America/Chicago' } as never]}
          rates={[]}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    );
  });

  afterEach(() => vi.unstubAllGlobals());

  const choose = async (field: string, option: string) => {
    await userEvent.click(screen.getByLabelText(new RegExp(`^${field}`), { selector: 'input' }));
    await userEvent.click(await screen.findByText(option, { selector: '[role=option] *' }));
  };

  async function fill() {
    await userEvent.type(screen.getByLabelText(/^Authority/), 'County');
    await userEvent.type(screen.getByLabelText(/^Rate in percent/), '6');
    await choose('Properties', 'Lagoon');
  }

  test('saves a plain rate without asking for terms', async () => {
    await fill();
    expect(screen.queryByLabelText('Taxed')).toBeNull();
    await userEvent.click(screen.getByText('Save'));
    await waitFor(() => expect(sent).toMatchObject([{ rate: 6000, spots: ['7'], ...noTerms }]));
  });

  test('asks for a number of days only for stays that have one, and saves the terms', async () => {
    await fill();
    await userEvent.click(screen.getByLabelText('More terms'));
    await choose('Taxed', 'The price and other taxes');
    await userEvent.type(screen.getByLabelText(/^Not on charges up to/), '2');
    expect(screen.queryByLabelText(/^Longest stay/)).toBeNull();
    await choose('Stays', 'Up to a number of days');
    expect(screen.queryByLabelText(/^Shortest stay/)).toBeNull();
    expect(screen.getByText('Save').closest('button')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(screen.getByLabelText(/^Longest stay/), '6');
    await userEvent.click(screen.getByText('Save'));
    const terms = { on_taxes: true, above: 200, min_days: 1, max_days: 6, may_be_exempt: false };
    await waitFor(() => expect(sent).toMatchObject([terms]));
  });
});
