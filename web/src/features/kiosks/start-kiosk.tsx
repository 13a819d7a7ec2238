import type { KioskMode } from '@lotkeeper/contract/kiosks';
import { createKiosk, kioskMessages, kioskRules, listKiosks } from '@lotkeeper/contract/kiosks';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { stringifySearch } from '../../kernel/url-state.ts';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import type { NumberRules } from '../../ui/form/number-input.rules.ts';
import { numberProblem, parseNumber } from '../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { OneChoice } from '../../ui/form/one-choice.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import classes from './kiosk-generator.module.css';

/** A kiosk that was started, and where it opens: good once. */
export interface StartedKiosk {
  address: string;
  opensHere: boolean;
}

const modes = [
  {
    value: 'hours',
    label: 'Hours Mode',
    description: 'Every visitor gets the same amount of time.',
  },
  {
    value: 'calendar',
    label: 'Calendar Mode',
    description: 'Staff pick the last day for each visitor.',
  },
] as const satisfies readonly { value: KioskMode; label: string; description: string }[];

const placeOptions = [
  { value: 'here', label: 'On this device', description: 'Opens in a new tab.' },
  { value: 'there', label: 'On another device', description: 'Shows a QR code to scan with it.' },
] as const;

/** Neither has a limit of its own: together they are up to 31 days. */
const hourRules = { min: 0, max: 1e9, unit: ['hour', 'hours'], isOptional: true } as const;
const minuteRules = { ...hourRules, unit: ['minute', 'minutes'] } as const;

/** The typed time in minutes, the usual one when there is none (operations spec §5); or what is wrong, by field. */
export function readDuration(
  hours: string,
  minutes: string,
): { minutes: number; problems: { hours?: string; minutes?: string } } {
  const wrong = {
    hours: numberProblem(hours, hourRules),
    minutes: numberProblem(minutes, minuteRules),
  };
  const problems = {
    ...(wrong.hours ? { hours: wrong.hours } : {}),
    ...(wrong.minutes ? { minutes: wrong.minutes } : {}),
  };
  const totalMinutes =
    (parseNumber(hours, hourRules) ?? 0) * 60 + (parseNumber(minutes, minuteRules) ?? 0);
  if (totalMinutes > kioskRules.mostMinutes) problems.hours = kioskMessages.maxDuration;
  return { minutes: totalMinutes || kioskRules.defaultMinutes, problems };
}

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
  const [screen, setScreen] = useState<'here' | 'there'>('here');
  const [input, setInput] = useState({ hours: '2', minutes: '0', pin: '' });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const wrongPin = input.pin.length === kioskRules.pinLength ? undefined : kioskMessages.pin;
  const duration = readDuration(input.hours, input.minutes);
  const isWrongTime = mode === 'hours' && Object.keys(duration.problems).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (wrongPin || isWrongTime) return;
    const { minutes } = duration;
    create.mutate(
      { body: { spot: spot.pk, mode, pin: input.pin, ...(mode === 'hours' ? { minutes } : {}) } },
      {
        onSuccess: ({ ticket }) => {
          const search = stringifySearch(mode === 'hours' ? { minutes } : { calendar: true });
          const address = `${path}${search}#${ticket}`;
          const opensHere = screen === 'here';
          // Without noopener the kiosk's page could reach back into the dashboard.
          if (opensHere) globalThis.open(address, '_blank', 'noopener');
          setInput({ ...input, pin: '' });
          setIsSubmitted(false);
          onStarted({ address, opensHere });
        },
      },
    );
  };
  const number = (name: 'hours' | 'minutes', label: string, rules: NumberRules) => (
    <NumberInput
      label={label}
      rules={rules}
      value={input[name]}
      onChange={(text) => setInput({ ...input, [name]: text })}
      error={(isSubmitted ? duration.problems[name] : undefined) ?? create.error?.fields[name]}
    />
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <OneChoice label="Mode" options={modes} chosen={mode} onChange={setMode} />
      {mode === 'hours' ? (
        <div className={form.pair}>
          {number('hours', 'Hours', hourRules)}
          {number('minutes', 'Minutes', minuteRules)}
        </div>
      ) : null}
      <TextInput
        className={classes.pin ?? ''}
        label="Staff PIN"
        description="4 digits. The kiosk asks for it before anyone is validated."
        inputMode="numeric"
        autoComplete="off"
        maxLength={kioskRules.pinLength}
        value={input.pin}
        onChange={(event) =>
          setInput({ ...input, pin: event.currentTarget.value.replace(/\D/g, '') })
        }
        error={(isSubmitted ? wrongPin : undefined) ?? create.error?.fields.pin}
      />
      <OneChoice label="Where" options={placeOptions} chosen={screen} onChange={setScreen} />
      <FormFailure error={create.error} action={createKiosk.failure} />
      <div>
        <Button type="submit" loading={create.isPending}>
          Start Kiosk
        </Button>
      </div>
    </form>
  );
}
