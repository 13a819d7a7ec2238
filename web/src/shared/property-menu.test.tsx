import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../ui/test-render.tsx';
import PropertyMenu from './property-menu.tsx';

const organization = { pk: 1, name: 'Cactus & Coast Parking' } as Organization;
const spots = ['Ballpark District Lot', 'Copper Square Garage'].map(
  (name, index) => ({ pk: index + 1, name }) as SpotSummary,
);

async function openMenu() {
  renderPage(() => (
    <main>
      <PropertyMenu
        organization={organization}
        spot={spots[0] as SpotSummary}
        spots={spots}
        others={[{ pk: 2, name: 'Lakeshore Park & Go' } as Organization]}
        page="detail"
        start={{ current: { hasFocus: false, hasPointer: false, isOpen: false } }}
      />
    </main>
  ));
  await userEvent.click(await screen.findByRole('button', { name: /switch property/ }));
  return screen.findByRole('menu');
}

/** Moves the pointer out of the menu for longer than its closing delay. */
function leave(menu: HTMLElement): void {
  vi.useFakeTimers();
  fireEvent.mouseLeave(menu);
  act(() => void vi.advanceTimersByTime(1000));
  vi.useRealTimers();
}

test('the menu stays open when it shrinks away from the pointer that chose Switch Organization', async () => {
  const menu = await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Switch Organization' }));
  leave(menu);
  expect(screen.getByRole('menuitem', { name: 'Lakeshore Park & Go' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'Switch Organization' })).toHaveFocus();
});

test('the menu closes when the pointer leaves the properties', async () => {
  const menu = await openMenu();
  leave(menu);
  await waitFor(() =>
    expect(screen.queryByRole('menuitem', { name: 'Switch Organization' })).toBe(null),
  );
});
