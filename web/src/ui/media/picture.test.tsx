import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataPanel } from '../data/data-panel.tsx';
import { renderUi } from '../test-render.tsx';
import { Picture } from './picture.tsx';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A panel with images whose URLs a refetch replaces, unless the server has no new ones. */
function ImagesPanel({ names, refetch }: { names: string[]; refetch: () => Promise<string> }) {
  const [version, setVersion] = useState('first');
  return (
    <DataPanel
      query={{
        data: version,
        error: null,
        isPending: false,
        isFetching: false,
        refetch: () => refetch().then(setVersion),
      }}
      errorTitle="Something went wrong"
      skeleton={null}
    >
      {(current) =>
        names.map((name) => (
          <Picture key={name} url={`/${name}/${current}/`} alt={name} size="large" />
        ))
      }
    </DataPanel>
  );
}

const fail = async (name: string) => {
  fireEvent.error(screen.getByRole('img', { name }));
  await act(async () => undefined);
};

test('images whose URLs have expired get fresh ones by a single refetch', async () => {
  const refetch = vi.fn(async () => 'second');
  renderUi(<ImagesPanel names={['Car', 'Plate']} refetch={refetch} />);
  vi.advanceTimersByTime(20 * minute);
  fireEvent.error(screen.getByRole('img', { name: 'Car' }));
  await fail('Plate');
  expect(refetch).toHaveBeenCalledOnce();
  expect(screen.getByRole('img', { name: 'Car' })).toHaveAttribute('src', '/Car/second/');
  expect(screen.getByRole('img', { name: 'Plate' })).toHaveAttribute('src', '/Plate/second/');
  expect(screen.queryByText('Could not load the image')).not.toBeInTheDocument();
});

test('an image that also fails with its fresh URL is broken, and nothing is refetched again', async () => {
  const refetch = vi.fn(async () => 'second');
  renderUi(<ImagesPanel names={['Car']} refetch={refetch} />);
  await fail('Car');
  await fail('Car');
  expect(screen.getByText('Could not load the image')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Car, not loaded' })).toBeVisible();
  expect(refetch).toHaveBeenCalledOnce();
});

test('images that fail are refetched once also where the data is gone meanwhile', async () => {
  const refetch = vi.fn();
  function Panel() {
    const [data, setData] = useState<string | undefined>('first');
    const again = async () => {
      refetch();
      setData(undefined);
      await Promise.resolve();
      setData('second');
    };
    return (
      <DataPanel
        query={{ data, error: null, isPending: !data, isFetching: !data, refetch: again }}
        errorTitle="Something went wrong"
        skeleton={null}
      >
        {(current) => <Picture url={`/${current}/`} alt="Car" size="large" />}
      </DataPanel>
    );
  }
  renderUi(<Panel />);
  await fail('Car');
  await fail('Car');
  expect(screen.getByText('Could not load the image')).toBeVisible();
  expect(refetch).toHaveBeenCalledOnce();
});

test('an image is neither shown nor called broken while its fresh URL is pending', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const refetch = () => promise;
  renderUi(<ImagesPanel names={['Car']} refetch={refetch} />);
  await fail('Car');
  expect(screen.getByRole('img', { name: 'Car, loading' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Could not load the image')).not.toBeInTheDocument();
  await act(async () => resolve('first'));
  expect(screen.getByText('Could not load the image')).toBeVisible();
});

test('URLs that expire again later are refetched again', async () => {
  const versions = ['second', 'third'];
  const refetch = vi.fn(async () => versions.shift() ?? 'none');
  renderUi(<ImagesPanel names={['Car']} refetch={refetch} />);
  await fail('Car');
  vi.advanceTimersByTime(20 * minute);
  await fail('Car');
  expect(screen.getByRole('img', { name: 'Car' })).toHaveAttribute('src', '/Car/third/');
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('an image outside of refetchable data is broken as soon as it fails', () => {
  renderUi(<Picture url="/car/" alt="Car" size="tile" />);
  fireEvent.error(screen.getByRole('img', { name: 'Car' }));
  expect(screen.getByText('Could not load the image')).toBeVisible();
});
