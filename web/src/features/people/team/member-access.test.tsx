import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { MemberAccess } from '@lotkeeper/contract/people/team';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { MemberAccessChoice } from './member-access.tsx';

const made = (
  kind: MemberAccess['kind'],
  name: string,
  more: Partial<MemberAccess> = {},
): MemberAccess => ({
  kind,
  pk: 1,
  name,
  created_at: 0,
  expires_at: null,
  last_used_at: null,
  ...more,
});

function show(data: MemberAccess[], onChange: (isEnding: boolean) => void = () => undefined) {
  const query = {
    data,
    error: null,
    isPending: false,
    isFetching: false,
    refetch: () => undefined,
  };
  renderUi(
    <MemberAccessChoice
      name="Ann Lee"
      after="After they leave"
      query={query}
      isEnding={false}
      onChange={onChange}
    />,
  );
}

test('what a member created is listed with its use, and one click ends it', () => {
  const changes: boolean[] = [];
  show(
    [
      made('api_key', 'Booking site'),
      made('auditor_link', 'Jordan Blake', { expires_at: fromIso('2026-07-15T12:00:00Z') }),
    ],
    (isEnding) => changes.push(isEnding),
  );
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toBe('API key: Booking site Never used');
  expect(lines[1]).toMatch(/^Auditor link: Jordan Blake Never used, expires .*Jul 15, 2026/);
  screen.getByRole('checkbox', { name: 'End auditor links, API keys and webhooks too' }).click();
  expect(changes).toEqual([true]);
});

test('a calendar link needs no choice, since it ends in any case', () => {
  show([made('calendar_link', 'Lagoon')]);
  expect(screen.getByRole('listitem')).toHaveTextContent('Calendar link: Lagoon');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('cameras and kiosks are listed without a choice, and it’s said that they go on', () => {
  show([made('camera_feed', 'North gate'), made('kiosk', 'Lagoon')]);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['Camera connection: North gate Never used', 'Kiosk: Lagoon Never used']);
  expect(screen.getByText(/keep working/)).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('nothing is shown of a member who created nothing', () => {
  show([]);
  expect(screen.queryByText(/set up/)).toBeNull();
});
