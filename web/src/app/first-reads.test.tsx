import { getProfile } from '@lotkeeper/contract/people/session';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { clearToken, writeToken } from '../kernel/auth-cookie.ts';
import { queryClient, useRead } from '../kernel/queries.ts';
import { awaitFirstReads } from './first-reads.ts';
import { useSpots } from './with-spots.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  clearToken();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('what was read before the page is drawn isn’t read again when the page shows it', async () => {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return Response.json({});
  });
  writeToken('a-token');
  await awaitFirstReads('/organization/7/spots/3/detail');
  expect(urls).toHaveLength(3);
  const { unmount } = renderHook(
    () => {
      useRead(getProfile, {});
      useRead(getOrganization, { params: { id: '7' } });
      useSpots('7');
    },
    { wrapper },
  );
  expect(urls).toHaveLength(3);
  unmount();
});
