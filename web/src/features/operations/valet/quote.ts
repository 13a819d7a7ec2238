import { getValetSessionByCode, valetMessages } from '@lotkeeper/contract/operations/valet';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundSession } from './code-step.tsx';
import { useAsk } from './valet.api.ts';

/** Polling interval of a payment that the driver has to confirm, in milliseconds. */
const confirmingMs = 5000;

/**
 * What a driver owes, refetched when the quote expires. `notice` says that it changed; `isStale` means
 * that refetching failed, so it can't be paid; `hasEnded` means that the session has ended.
 */
export function useQuote({
  spot,
  code,
  found,
}: {
  spot: number;
  code: string;
  found: FoundSession;
}) {
  const ask = useAsk(getValetSessionByCode);
  const [current, setCurrent] = useState(found);
  const [notice, setNotice] = useState('');
  const [isStale, setStale] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const { balance, quoted_at, holds_until } = current.quote;
  const isConfirming = current.payment?.state === 'confirming';
  const refresh = (message = '') =>
    ask.mutate(
      { params: { code }, query: { spot: String(spot) } },
      {
        onSuccess: (next) => {
          setStale(false);
          setCurrent(next);
          const changed = next.quote.balance === balance ? '' : valetMessages.balanceChanged;
          const wasConfirmed = isConfirming && next.payment === null;
          setNotice(message || (wasConfirmed ? 'The balance is paid.' : changed));
        },
        // The code of an ended session is invalid.
        onError: ({ status }) => (status === 404 ? setEnded(true) : setStale(true)),
      },
    );
  const expired = useEffectEvent(() => refresh());
  useEffect(() => {
    // By the server's clock, because this device's may be wrong.
    const wait = isConfirming ? confirmingMs : Math.max(0, holds_until - quoted_at);
    const timer = setTimeout(() => expired(), wait);
    return () => clearTimeout(timer);
  }, [holds_until, quoted_at, isConfirming]);
  return {
    session: current,
    notice: hasEnded ? valetMessages.ended : notice,
    isStale,
    isConfirming,
    hasEnded,
    asking: ask.isPending,
    refresh,
  };
}
