import type { Camera } from '@lotkeeper/contract/cars/cameras';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listFormValues } from '../../../shared/test-form-values.ts';
import { showPage } from '../../../shared/test-page.tsx';
import { ClockDialog } from './clock-dialog.tsx';

test.each<[string, boolean, number, string[]]>([
  ['judged', false, 420_000, ['Its clock: Judged by its reads']],
  ['right', true, 0, ['Its clock: Right']],
  ['ahead', true, 420_000, ['Its clock: Ahead', 'By how many minutes: 7']],
  ['behind', true, -60_000, ['Its clock: Behind', 'By how many minutes: 1']],
])('the setting of a clock that is %s starts with what is saved', async (_, set, offset, shown) => {
  const camera = { pk: 3, name: 'North', clock_set: set, clock_offset_ms: offset } as Camera;
  showPage({
    show: () => <ClockDialog organizationId="1" camera={camera} onClose={() => undefined} />,
  });
  await screen.findByRole('button', { name: 'Save' });
  expect(listFormValues()).toEqual(shown);
});
