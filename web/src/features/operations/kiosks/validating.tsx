import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { kioskMessages, validateVisitor } from '@lotkeeper/contract/operations/kiosks';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { formatInstant } from '../../../kernel/format.ts';
import { DateDialog } from './date-dialog.tsx';
import type { KioskInfo } from './kiosk.api.ts';
import { useKioskSend } from './kiosk.api.ts';
import type { KioskLength } from './kiosk-search.ts';
import { PinDialog } from './pin-dialog.tsx';

type Step = { asks: 'pin' | 'date'; visitor: WaitingVisitor } | null;

const describeError = (error: ApiError) => Object.values(error.fields)[0] ?? error.message;

/**
 * Handles a tap on a plate: asks for the PIN if it's locked, then for the day if the kiosk requires
 * one, then validates.
 */
export function useValidating(
  options: { token: string; kiosk: KioskInfo; length: KioskLength },
  handlers: { onDone: (message: string) => void; onFailed: (sentence: string) => void },
) {
  const { token, kiosk, length } = options;
  const [step, setStep] = useState<Step>(null);
  const [unlockedUntil, setUnlockedUntil] = useState(0);
  // Staff at their own session have signed in already.
  const needsPin = kiosk.organization === null;
  const send = useKioskSend(token, validateVisitor);
  const byDate =
    length.calendar === 'true' || (length.minutes === undefined && kiosk.mode === 'calendar');
  const validate = (visitor: WaitingVisitor, date?: LocalDate) => {
    setStep(null);
    const { minutes } = length;
    const until = date ? { date } : minutes ? { minutes } : {};
    send.mutate(
      { body: { visitor_pk: visitor.pk, validation_source: 'kiosk', ...until } },
      {
        onSuccess: (done) =>
          handlers.onDone(
            kioskMessages.validated(
              done.plate,
              done.minutes === null
                ? { until: formatInstant(done.valid_until, kiosk.timezone) }
                : { minutes: done.minutes },
            ),
          ),
        onError: (error) => {
          if (error.status === 403 && needsPin) setStep({ asks: 'pin', visitor });
          else handlers.onFailed(describeError(error));
        },
      },
    );
  };
  const go = (visitor: WaitingVisitor) =>
    byDate ? setStep({ asks: 'date', visitor }) : validate(visitor);
  return {
    step,
    busy: send.isPending,
    tap: (visitor: WaitingVisitor) =>
      !needsPin || now() < unlockedUntil ? go(visitor) : setStep({ asks: 'pin', visitor }),
    close: () => setStep(null),
    validate,
    unlocked: (visitor: WaitingVisitor, seconds: number) => {
      setUnlockedUntil(now() + seconds * 1000);
      go(visitor);
    },
  };
}

export function ValidationStep(props: {
  token: string;
  kiosk: KioskInfo;
  validating: ReturnType<typeof useValidating>;
}) {
  const { token, kiosk, validating } = props;
  const { step, close } = validating;
  if (!step) return null;
  const { visitor } = step;
  if (step.asks === 'pin') {
    return (
      <PinDialog
        token={token}
        plate={visitor.plate}
        onUnlocked={(seconds) => validating.unlocked(visitor, seconds)}
        onClose={close}
      />
    );
  }
  return (
    <DateDialog
      visitor={visitor}
      days={{ today: kiosk.today, last: kiosk.last_day }}
      onChoose={(date) => validating.validate(visitor, date)}
      onClose={close}
    />
  );
}
