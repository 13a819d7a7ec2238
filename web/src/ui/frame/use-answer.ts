import { useEffect, useRef, useState } from 'react';

/**
 * For a dialog that calls wait for: sets the handler that opens it, and answers all that wait. `without` is the answer
 * when the dialog isn't mounted.
 */
export function useAnswer<Answer>(
  setHandler: (handler: () => Promise<Answer>) => void,
  without: Answer,
) {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((answer: Answer) => void)[]>([]);
  useEffect(() => {
    setHandler(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setIsOpen(true);
        }),
    );
    return () => setHandler(async () => without);
  }, [setHandler, without]);
  const answer = (given: Answer) => {
    setIsOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(given);
  };
  return { isOpen, answer };
}
