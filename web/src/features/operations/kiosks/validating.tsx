import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { validateVisitor, WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import type { useSend } from '../../../kernel/queries.ts';
import type { KioskInfo } from './kiosk.api.ts';
import type { KioskLength } from './kiosk-search.ts';
import { kioskTexts } from './kiosk-texts.ts';

/** Where a plate is from: its state, and its country unless that is the US. */
export const formatRegion = ({ car_details: { state, country } }: WaitingVisitor) =>
  country === 'US' ? state : `${state}, ${country}`;

/** The first wrong field of a call, or else why it failed. */
export function useFailureText(): (error: ApiError) => string {
  const { translate, explain } = useSpeech();
  return (error) => {
    const [problem] = Object.values(error.fields);
    return problem ? translate(problem) : explain(error);
  };
}

interface ValidatingOptions {
  send: ReturnType<typeof useSend<typeof validateVisitor>>;
  source: 'kiosk' | 'dashboard';
  kiosk: KioskInfo;
  length: KioskLength;
  /** Takes a plate off the list of a kiosk. */
  onWithdraw?: (visitor: WaitingVisitor) => void;
}

/**
 * Handles a tap on a plate. A kiosk asks once, with the PIN if it's locked; staff at their own session are asked only
 * for a day, where one is chosen.
 */
export function useValidating(
  { send, source, kiosk, length, onWithdraw }: ValidatingOptions,
  handlers: { onDone: (message: string) => void; onFailed: (sentence: string) => void },
) {
  const texts = useTexts(kioskTexts);
  const { formatInstant } = useFormats();
  const describeError = useFailureText();
  const [visitor, setVisitor] = useState<WaitingVisitor | null>(null);
  const [unlockedUntil, setUnlockedUntil] = useState(0);
  const isKiosk = kiosk.organization === null;
  const byDate =
    length.calendar === 'true' || (length.minutes === undefined && kiosk.mode === 'calendar');
  const lock = () => setUnlockedUntil(0);
  const validate = (visitor: WaitingVisitor, date?: LocalDate) => {
    setVisitor(null);
    const { minutes } = length;
    const until = date ? { date } : minutes ? { minutes } : {};
    send.mutate(
      { body: { visitor_pk: visitor.pk, validation_source: source, ...until } },
      {
        onSuccess: (done) => {
          if (done.is_locked) lock();
          handlers.onDone(
            texts.validated(
              done.plate,
              done.minutes === null
                ? { until: formatInstant(done.valid_until, kiosk.timezone) }
                : { minutes: done.minutes },
            ),
          );
        },
        onError: (error) => {
          if (error.status !== 403 || !isKiosk) return handlers.onFailed(describeError(error));
          lock();
          setVisitor(visitor);
        },
      },
    );
  };
  return {
    /** The one that somebody is asked about; null if there is none. */
    visitor,
    byDate,
    minutes: length.minutes ?? kiosk.minutes,
    busy: send.isPending,
    isLocked: isKiosk && now() >= unlockedUntil,
    unlockedUntil,
    unlock: (seconds: number) => setUnlockedUntil(now() + seconds * 1000),
    lock,
    tap: (visitor: WaitingVisitor) => (isKiosk || byDate ? setVisitor(visitor) : validate(visitor)),
    close: () => setVisitor(null),
    validate,
    withdraw: (visitor: WaitingVisitor) => {
      setVisitor(null);
      onWithdraw?.(visitor);
    },
  };
}
