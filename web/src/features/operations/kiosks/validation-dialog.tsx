import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import { kioskMessages, kioskRules, unlockKiosk } from '@lotkeeper/contract/operations/kiosks';
import { useRef } from 'react';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { KioskInfo } from './kiosk.api.ts';
import { useKioskSend } from './kiosk.api.ts';
import classes from './kiosk.module.css';
import { validationTexts } from './kiosk-texts.ts';
import type { useValidating } from './validating.tsx';

interface ValidationDialogProps {
  /** Of the kiosk; staff at their own session have none, and are never asked for a PIN. */
  token?: string;
  kiosk: KioskInfo;
  visitor: WaitingVisitor;
  validating: ReturnType<typeof useValidating>;
}

/** Asks once before a visitor is validated: for the PIN where it's locked, for the day where one is chosen. */
export function ValidationDialog({ token, kiosk, visitor, validating }: ValidationDialogProps) {
  const { isLocked, byDate, minutes, close } = validating;
  const texts = useTexts(validationTexts);
  const { translate } = useSpeech();
  const unlock = useKioskSend(token ?? '', unlockKiosk);
  // The first one is heard as the field's; later ones find the focus there already.
  const refusal = unlock.error?.fields.pin ?? '';
  const pinField = useRef<HTMLInputElement>(null);
  const form = useForm<{ pin: string; date: string }>({
    initial: { pin: '', date: kiosk.today },
    validate: ({ pin, date }) => ({
      ...(isLocked ? findProblems(unlockKiosk.body, { pin }) : {}),
      ...(byDate && !date ? { date: texts.noDate } : {}),
    }),
    send: unlock,
    onSubmit: () =>
      withPin(() => validating.validate(visitor, byDate ? (values.date as LocalDate) : undefined)),
  });
  const { values, set, text, isValid } = form;
  const withPin = (next: () => void) => {
    if (!isLocked) return next();
    unlock.mutate(
      { body: { pin: values.pin } },
      {
        onSuccess: ({ seconds }) => {
          validating.unlock(seconds);
          next();
        },
        onError: () => {
          form.reset({ ...values, pin: '' });
          pinField.current?.focus();
        },
      },
    );
  };
  return (
    <Dialog title={texts.title(visitor.car_details.plate)} onClose={close}>
      {byDate ? null : <p className="ui-bottom-wide">{texts.minutes(minutes)}</p>}
      <form className="ui-stack" {...form.props}>
        {byDate ? (
          <TextInput
            type="date"
            size="lg"
            label={texts.until}
            min={kiosk.today}
            max={kiosk.last_day}
            {...text('date')}
            required
            withAsterisk={false}
          />
        ) : null}
        {isLocked ? (
          <TextInput
            ref={pinField}
            label={texts.pin}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            size="lg"
            maxLength={kioskRules.pinLength}
            {...text('pin')}
            onChange={(event) => set({ pin: event.currentTarget.value.replace(/\D/g, '') })}
            classNames={{ input: classes.plateInput ?? '' }}
            data-autofocus
          />
        ) : null}
        <Announcement>{refusal === kioskMessages.wrongPin ? '' : translate(refusal)}</Announcement>
        <FormFailure error={unlock.error} />
        <div className={classes.buttons}>
          <Button variant="default" size="lg" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" size="lg" loading={unlock.isPending} disabled={!isValid}>
            {texts.validate}
          </Button>
        </div>
        {token ? (
          <Button
            variant="subtle"
            size="lg"
            disabled={!isValid || unlock.isPending}
            onClick={() => withPin(() => validating.withdraw(visitor))}
          >
            {texts.withdraw}
          </Button>
        ) : null}
      </form>
    </Dialog>
  );
}
