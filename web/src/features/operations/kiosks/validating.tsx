import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { validateVisitor, WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import type { useSend } from '../../../kernel/queries.ts';
import { DateDialog } from './date-dialog.tsx';
import type { KioskInfo } from './kiosk.api.ts';
import type { KioskLength } from './kiosk-search.ts';
import { kioskTexts } from './kiosk-texts.ts';
import { PinDialog } from './pin-dialog.tsx';

type Step = { asks: 'pin' | 'date'; visitor: WaitingVisitor } | null;

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
}

/**
 * Handles a tap on a plate: asks for the PIN if it's locked, then for the day if the kiosk requires
 * one, then validates.
 */
export function useValidating(
  { send, source, kiosk, length }: ValidatingOptions,
  handlers: { onDone: (message: string) => void; onFailed: (sentence: string) => void },
) {
  const texts = useTexts(kioskTexts);
  const { formatInstant } = useFormats();
  const describeError = useFailureText();
  const [step, setStep] = useState<Step>(null);
  const [unlockedUntil, setUnlockedUntil] = useState(0);
  // Staff at their own session have signed in already.
  const needsPin = kiosk.organization === null;
  const byDate =
    length.calendar === 'true' || (length.minutes === undefined && kiosk.mode === 'calendar');
  const validate = (visitor: WaitingVisitor, date?: LocalDate) => {
    setStep(null);
    const { minutes } = length;
    const until = date ? { date } : minutes ? { minutes } : {};
    send.mutate(
      { body: { visitor_pk: visitor.pk, validation_source: source, ...until } },
      {
        onSuccess: (done) =>
          handlers.onDone(
            texts.validated(
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
  /** Of the kiosk; staff at their own session are never asked for a PIN. */
  token?: string;
  kiosk: KioskInfo;
  validating: ReturnType<typeof useValidating>;
}) {
  const { token, kiosk, validating } = props;
  const { step, close } = validating;
  if (!step) return null;
  const { visitor } = step;
  if (step.asks === 'pin' && token) {
    return (
      <PinDialog
        token={token}
        plate={visitor.car_details.plate}
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
