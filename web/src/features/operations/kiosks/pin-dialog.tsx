import { kioskRules, unlockKiosk } from '@lotkeeper/contract/operations/kiosks';
import { useTexts } from '../../../kernel/language.ts';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { useKioskSend } from './kiosk.api.ts';
import classes from './kiosk.module.css';
import { validationTexts } from './kiosk-texts.ts';

/** Asks staff for the PIN; `onUnlocked` receives how long it stays unlocked, in seconds. */
export function PinDialog(props: {
  token: string;
  plate: string;
  onUnlocked: (seconds: number) => void;
  onClose: () => void;
}) {
  const { token, plate, onUnlocked, onClose } = props;
  const texts = useTexts(validationTexts);
  const unlock = useKioskSend(token, unlockKiosk);
  const form = useForm({
    initial: { pin: '' },
    validate: (body) => findProblems(unlockKiosk.body, body),
    send: unlock,
    onSubmit: (body) =>
      unlock.mutate(
        { body },
        { onSuccess: ({ seconds }) => onUnlocked(seconds), onError: () => form.reset({ pin: '' }) },
      ),
  });
  const { values, set, text } = form;
  return (
    <Dialog title={texts.title(plate)} onClose={onClose}>
      <p className={formClasses.text}>{texts.locked}</p>
      <form className={classes.form} {...form.props}>
        <TextInput
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
        <FormFailure error={unlock.error} />
        <div className={classes.buttons}>
          <Button variant="default" size="lg" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            size="lg"
            loading={unlock.isPending}
            disabled={values.pin.length < kioskRules.pinLength}
          >
            {texts.unlock}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
