import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../kernel/api.ts';
import { renderUi } from '../test-render.tsx';
import { DataPanel, type DataPanelProps, type QueryLike } from './data-panel.tsx';
import { FailuresProvider, SharedFailure } from './failures.tsx';

type Names = string[];

const rest = { data: undefined, error: null, isPending: false, isFetching: false };

function show(query: Partial<QueryLike<Names>>, props: Partial<DataPanelProps<Names>> = {}) {
  const refetch = vi.fn();
  renderUi(
    <DataPanel<Names>
      title="Members"
      errorTitle="Could not load the members"
      skeleton={<div data-testid="skeleton" />}
      empty={{ title: 'No members yet' }}
      {...props}
      query={{ ...rest, refetch, ...query }}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </DataPanel>,
  );
  return refetch;
}

test('a loading panel shows the skeleton and says so', () => {
  show({ isPending: true, isFetching: true });
  expect(screen.getByTestId('skeleton')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(screen.getByRole('region', { name: 'Members' })).toBeVisible();
});

test('a first load that is retried says so above the skeleton', () => {
  show({ isPending: true, isFetching: true, failureCount: 1 });
  expect(screen.getByRole('status')).toHaveTextContent(
    'This is taking longer than usual. Trying again…',
  );
  expect(screen.getByRole('status')).not.toHaveClass('ui-hidden');
  expect(screen.getByTestId('skeleton')).toBeInTheDocument();
});

test('loaded data is shown without a loading status', () => {
  show({ data: ['Ann', 'Bo'] });
  expect(screen.getByText('Ann, Bo')).toBeVisible();
  expect(screen.queryByText('Updating…')).not.toBeInTheDocument();
});

test('a panel without data shows its empty text', () => {
  show({ data: [] });
  expect(screen.getByText('No members yet')).toBeVisible();
});

test('a failed first load says what happened and offers a retry', async () => {
  const offline = new ApiError(0, { detail: 'Could not fetch', code: 'offline' });
  const refetch = show({ error: offline }, { errorHint: 'Parking is not affected.' });
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load the members');
  expect(screen.getByText('Parking is not affected.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

const starting = { detail: 'The database is starting.', code: 'unavailable' } as const;

test.each([
  [new ApiError(503, starting), starting.detail],
  [new Error('No answer'), 'No answer'],
  [new Error(''), 'Could not load the members'],
])('a failed load shows the message of %j', (error, message) => {
  show({ error });
  expect(screen.getByRole('alert')).toHaveTextContent(message);
});

test.each([
  ['invalid_fields', 400],
  ['not_allowed', 403],
  ['not_found', 404],
] as const)(
  'a load that failed for %s offers no retry, which would fail as well',
  (code, status) => {
    const error = new ApiError(status, { detail: 'Choose fewer days.', code });
    show({ error });
    expect(screen.getByRole('alert')).toHaveTextContent('Choose fewer days.');
    show({ data: ['Ann'], error });
    expect(screen.getByText('Ann')).toBeVisible();
    expect(screen.getByText('Choose fewer days. Showing earlier data.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  },
);

test('a search that needs a purpose can be retried, which asks for it', async () => {
  const error = new ApiError(403, { detail: 'State a purpose.', code: 'purpose_required' });
  const refetch = show({ error });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('a refetch never hides the data', () => {
  show({ data: ['Ann'], isFetching: true });
  expect(screen.getByText('Ann')).toBeVisible();
  expect(screen.getByText('Updating…')).toBeInTheDocument();
});

test('a failed refetch keeps the data and says so', async () => {
  const refetch = show({ data: ['Ann'], error: new Error('500') });
  expect(screen.getByText('Ann')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('500. Showing earlier data.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('a failed silent refetch keeps the data and says nothing', () => {
  show({ data: ['Ann'], error: new Error('500') }, { silentRefetch: true });
  expect(screen.getByText('Ann')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const panel = (title: string, error: Error | null, data?: Names) => (
  <DataPanel<Names>
    key={title}
    title={title}
    skeleton={null}
    query={{ ...rest, data, error, refetch: vi.fn() }}
  >
    {(names) => <p>{names.join(', ')}</p>}
  </DataPanel>
);
const failPage = (...panels: ReactNode[]) =>
  renderUi(
    <FailuresProvider onRetry={async () => undefined}>
      <SharedFailure />
      {panels}
    </FailuresProvider>,
  );
const down = (detail: string) => new ApiError(500, { detail, code: 'internal' });

test('what several panels failed for is said once, with one button', () => {
  failPage(
    panel('Cars', down('Could not fetch the cars')),
    panel('Drivers', down('Could not fetch the drivers')),
    panel('Rates', down('Could not fetch rates'), ['$5']),
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('Some of this page couldn’t be loaded.');
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  expect(screen.getByRole('region', { name: 'Cars' })).toHaveTextContent(
    'Could not fetch the cars',
  );
  expect(screen.getByText('Could not fetch rates. Showing earlier data.')).toBeVisible();
});

test('a failure of one panel, and one that is its own, are said there', () => {
  const refused = new ApiError(403, { detail: 'Ask an Admin.', code: 'not_allowed' });
  failPage(
    panel('Cars', down('Could not fetch the cars')),
    panel('Drivers', refused),
    panel('Codes', refused),
  );
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Could not fetch the carsTry again',
    'Ask an Admin.',
    'Ask an Admin.',
  ]);
});
