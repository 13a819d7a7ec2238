import type { validateVisitor, WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../kernel/api.ts';
import type { useSend } from '../../../kernel/queries.ts';
import type { KioskInfo } from './kiosk.api.ts';
import { useValidating } from './validating.tsx';

const visitor = { pk: 3 } as WaitingVisitor;

/** A kiosk whose validations all fail. */
function showKiosk(status: number, kiosk: Partial<KioskInfo>) {
  const error = new ApiError(status, { detail: 'It is locked.', code: 'invalid' } as never);
  const mutate = (_: unknown, on: { onError: (error: ApiError) => void }) => on.onError(error);
  const send = { mutate, isPending: false } as unknown as ReturnType<
    typeof useSend<typeof validateVisitor>
  >;
  const failed: string[] = [];
  const { result } = renderHook(() =>
    useValidating(
      { send, source: 'kiosk', kiosk: kiosk as KioskInfo, length: {} },
      { onDone: () => undefined, onFailed: (sentence) => failed.push(sentence) },
    ),
  );
  return { result, failed };
}

test('a kiosk that was locked elsewhere asks for its PIN, and for the same car', () => {
  const { result, failed } = showKiosk(403, { organization: null });
  act(() => result.current.unlock(60));
  expect(result.current.isLocked).toBe(false);
  act(() => result.current.validate(visitor));
  expect([result.current.isLocked, result.current.visitor]).toEqual([true, visitor]);
  expect(failed).toEqual([]);
});

test('another failure is said, and the kiosk stays unlocked', () => {
  const { result, failed } = showKiosk(500, { organization: null });
  act(() => result.current.unlock(60));
  act(() => result.current.validate(visitor));
  expect([result.current.isLocked, result.current.visitor]).toEqual([false, null]);
  expect(failed).toEqual(['It is locked.']);
});
