import { updateRate } from '@lotkeeper/contract/operations/rates';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, useSend } from './queries.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

test('what sends stays the same, so that an effect sends once', () => {
  const { result, rerender } = renderHook(() => useSend(updateRate, []), { wrapper });
  const { mutate } = result.current;
  rerender();
  expect(result.current.mutate).toBe(mutate);
});

test('a change of what somebody else has changed can be made anyway, and is then done', async () => {
  const sent: unknown[] = [];
  const fetch = vi.fn(async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return sent.length === 1
      ? answer(409, { detail: 'Ana changed this.', code: 'conflict', current: { price: 700 } })
      : answer(200, { name: 'Night' });
  });
  vi.stubGlobal('fetch', fetch);
  const { result } = renderHook(() => useSend(updateRate, []), { wrapper });
  const onSuccess = vi.fn();
  const body = { name: 'Night', shown: { price: 500 } };
  act(() => result.current.mutate({ params: { id: 1 }, body }, { onSuccess }));
  await waitFor(() => expect(result.current.error?.proceed).toBeTypeOf('function'));
  act(() => result.current.error?.proceed?.());
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
  expect(sent).toEqual([body, { name: 'Night', shown: { price: 700 } }]);
});
