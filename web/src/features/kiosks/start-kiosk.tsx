import type { KioskMode } from '@lotkeeper/contract/kiosks';
import { createKiosk, kioskMessages, kioskRules, listKiosks } from '@lotkeeper/contract/kiosks';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { stringifySearch } from '../../kernel/url-state.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { OneChoice } from '../../ui/one-choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './kiosk-generator.module.css';

/** A kiosk that was started, and where it opens: good once. */
export interface StartedKiosk {
  address: string;
  here: boolean;
}

const modes = [
  {
    value: 'hours',
    label: 'Hours Mode',
    description: 'Every visitor is validated for the same time.',
  },
  {
    value: 'calendar',
    label: 'Calendar Mode',
    description: 'Whoever validates chooses a day, until its end.',
  },
] as const satisfies readonly { value: KioskMode; label: string; description: string }[];

const places = [
  { value: 'here', label: 'On this device', description: 'Opens in a new tab.' },
  { value: 'there', label: 'On another device', description: 'Shows a code to scan with it.' },
] as const;

const numberOf = (typed: string) => Number(typed.replace(/\D/g, '') || 0);

/** Minutes of what is typed; none is the usual time (operations spec §5). */
export const minutesOf = (hours: string, minutes: string) =>
  numberOf(hours) * 60 + numberOf(minutes) || kioskRules.defaultMinutes;

/** Asks in which mode, for how long, with which PIN and where, and starts a kiosk. */
export function StartKiosk(props: {
  spot: { pk: number };
  /** The kiosk's page, without what is asked there. */
  path: string;
  onStarted: (started: StartedKiosk) => void;
}) {
  const { spot, path, onStarted } = props;
  const create = useSend(createKiosk, [listKiosks]);
  const [mode, setMode] = useState<KioskMode>('hours');
  const [place, setPlace] = useState<'here' | 'there'>('here');
  const [typed, setTyped] = useState({ hours: '2', minutes: '0', pin: '' });
  const [tried, setTried] = useState(false);
  const wrongPin = typed.pin.length === kioskRules.pinLength ? undefined : kioskMessages.pin;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongPin) return;
    const minutes = minutesOf(typed.hours, typed.minutes);
    create.mutate(
      { body: { spot: spot.pk, mode, pin: typed.pin, ...(mode === 'hours' ? { minutes } : {}) } },
      {
        onSuccess: ({ ticket }) => {
          const search = stringifySearch(mode === 'hours' ? { minutes } : { calendar: true });
          const address = `${path}${search}#${ticket}`;
          const here = place === 'here';
          // Without noopener the kiosk's page could reach back into the dashboard.
          if (here) globalThis.open(address, '_blank', 'noopener');
          setTyped({ ...typed, pin: '' });
          setTried(false);
          onStarted({ address, here });
        },
      },
    );
  };
  const number = (name: 'hours' | 'minutes', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={4}
      value={typed[name]}
      onChange={(event) =>
        setTyped({ ...typed, [name]: event.currentTarget.value.replace(/\D/g, '') })
      }
      error={create.error?.fields[name]}
    />
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <OneChoice label="Mode" options={modes} chosen={mode} onChange={setMode} />
      {mode === 'hours' ? (
        <div className={form.pair}>
          {number('hours', 'Hours')}
          {number('minutes', 'Minutes')}
        </div>
      ) : null}
      <TextInput
        className={classes.pin ?? ''}
        label="Staff PIN"
        description="4 digits. The kiosk asks for it before anybody is validated."
        inputMode="numeric"
        autoComplete="off"
        maxLength={kioskRules.pinLength}
        value={typed.pin}
        onChange={(event) =>
          setTyped({ ...typed, pin: event.currentTarget.value.replace(/\D/g, '') })
        }
        error={(tried ? wrongPin : undefined) ?? create.error?.fields.pin}
      />
      <OneChoice label="Where" options={places} chosen={place} onChange={setPlace} />
      <FormFailure error={create.error} what={createKiosk.failure} />
      <div>
        <Button type="submit" loading={create.isPending}>
          Start Kiosk
        </Button>
      </div>
    </form>
  );
}
