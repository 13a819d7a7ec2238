import { listPlateSearches } from '@lotkeeper/contract/trust/plate-searches';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, useReadPages } from './queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('the next page is asked for as the first one was', async () => {
  const asked: object[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(Object.fromEntries(new URL(url, 'https://lots.example').searchParams));
    return Response.json({ results: [], next: asked.length === 1 ? '17' : null });
  });
  const { result } = renderHook(
    () =>
      useReadPages(
        listPlateSearches,
        { params: { id: '1' }, query: { search: 'ABC' } },
        ({ next }) => (next === null ? null : { cursor: next }),
      ),
    { wrapper },
  );
  await waitFor(() => expect(result.current.more).not.toBeNull());
  act(() => result.current.more?.onLoad());
  await waitFor(() => expect(asked).toEqual([{ search: 'ABC' }, { search: 'ABC', cursor: '17' }]));
  await waitFor(() => expect(result.current.more).toBeNull());
});
