import { kioskMessages, kioskRules, unlockKiosk } from '@lotkeeper/contract/kiosks';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { useKioskSend } from './kiosk.api.ts';
import classes from './kiosk.module.css';

/** Asks staff for the PIN; `onUnlocked` gets for how many seconds it holds. */
export function PinDialog(props: {
  token: string;
  onUnlocked: (seconds: number) => void;
  onClose: () => void;
}) {
  const { token, onUnlocked, onClose } = props;
  const [pin, setPin] = useState('');
  const unlock = useKioskSend(token, unlockKiosk);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    unlock.mutate(
      { body: { pin } },
      { onSuccess: ({ seconds }) => onUnlocked(seconds), onError: () => setPin('') },
    );
  };
  return (
    <Dialog label="Unlock the kiosk" onClose={onClose}>
      <h2 className={form.heading}>Unlock the kiosk</h2>
      <p className={form.text}>{kioskMessages.locked}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Staff PIN"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          size="lg"
          maxLength={kioskRules.pinLength}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
          error={unlock.error?.fields.pin}
          classNames={{ input: classes.plateInput ?? '' }}
          data-autofocus
        />
        <FormFailure error={unlock.error} />
        <div className={classes.buttons}>
          <Button variant="default" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="lg"
            loading={unlock.isPending}
            disabled={pin.length < kioskRules.pinLength}
          >
            Unlock
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
