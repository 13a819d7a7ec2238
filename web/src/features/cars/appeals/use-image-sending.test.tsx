import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../kernel/api.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { upload } from '../../../kernel/upload.ts';
import { useImageSending } from './use-image-sending.ts';

vi.mock(import('../../../kernel/upload.ts'), { spy: true });

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('an image that didn’t arrive is kept, and sent again without those that did', async () => {
  const sent: unknown[] = [];
  let isDown = false;
  vi.mocked(upload).mockImplementation(async (_, input) => {
    if (isDown) throw new ApiError(0, { detail: 'No connection.', code: 'offline' });
    sent.push((input as { body: Blob }).body);
    isDown = sent.length === 1;
    return {} as never;
  });
  const images = ['one', 'two', 'three'].map((text) => new Blob([text]));
  const { result } = renderHook(() => useImageSending(() => undefined), { wrapper });
  act(() => result.current.send({ token: 't', images }));
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect(result.current.left).toEqual(images.slice(1));
  isDown = false;
  act(() => result.current.send({ token: 't', images: result.current.left }));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(sent).toEqual(images);
  expect(result.current.left).toEqual([]);
});
