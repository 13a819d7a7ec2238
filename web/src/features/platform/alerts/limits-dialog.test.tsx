import { getAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { answer, showPage } from '../../../shared/test-page.tsx';
import LimitsDialog from './limits-dialog.tsx';

// Lists of options are loaded when they're first opened.
beforeAll(async () => void (await import('../../../ui/form/select-input.tsx')));
afterEach(() => vi.unstubAllGlobals());

test('limits start with those saved: of all properties, and a property’s own', async () => {
  showPage({
    show: () => (
      <LimitsDialog organizationId="1" onSaved={() => undefined} onClose={() => undefined} />
    ),
    reads: [
      answer(
        listSpots,
        ['Lagoon', 'Depot'].map((name, index) => ({ pk: index + 1, name }) as SpotSummary),
      ),
      answer(getAlertLimits, {
        organization: { occupancy_percent: 85, unexplained_cars: null },
        spots: [
          { pk: 1, name: 'Lagoon', limits: { occupancy_percent: null, unexplained_cars: 7 } },
        ],
      }),
    ],
  });
  const ofAll = ['Nearly full, in percent of the spaces: 85'];
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Property' }));
    fireEvent.click(await screen.findByText(name, { selector: '[role=option] *' }));
  };
  await screen.findByRole('button', { name: 'Save limits' });
  expect(listFormValues()).toEqual(ofAll);
  expect(screen.queryByRole('button', { name: 'Use those of all' })).toBeNull();
  await choose('Lagoon');
  expect(listFormValues()).toEqual(['Unexplained cars a day: 7']);
  expect(screen.getByRole('button', { name: 'Use those of all' })).toBeVisible();
  await choose('Depot');
  expect(listFormValues()).toEqual(ofAll);
  expect(screen.queryByRole('button', { name: 'Use those of all' })).toBeNull();
});
