import type { Kiosk, KioskMode } from '@lotkeeper/contract/operations/kiosks';
import { createKiosk, kioskRules, listKiosks } from '@lotkeeper/contract/operations/kiosks';
import { formatStay } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { endSession } from '../../../kernel/session.tsx';
import { stringifySearch } from '../../../kernel/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { Problems } from '../../../ui/form/use-form.ts';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import classes from './kiosk-generator.module.css';

/** A started kiosk for another device, and its single-use URL. */
export interface StartedKiosk {
  address: string;
  /** Its number and mode in words. */
  name: string;
}

/** Opens a kiosk in this browser and signs it out, so that a guest never reaches the dashboard. */
export const openKioskHere = (address: string): Promise<void> =>
  endSession(async () => location.assign(address));

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
  { value: 'there', label: 'On another device', description: 'Shows a QR code to scan with it.' },
  {
    value: 'here',
    label: 'On this device',
    description: 'Signs you out here, so that guests can’t reach the dashboard.',
  },
] as const;

/** Neither has its own limit: together they may be up to 31 days. */
const hourRules: NumberRules = { min: 0, max: 1e9, unit: ['hour', 'hours'], isOptional: true };
const minuteRules: NumberRules = { ...hourRules, unit: ['minute', 'minutes'] };

interface Draft {
  mode: KioskMode;
  screen: 'here' | 'there';
  hours: string;
  minutes: string;
  pin: string;
}
const emptyDraft: Draft = { mode: 'hours', screen: 'there', hours: '2', minutes: '0', pin: '' };

/** Its number distinguishes it from one that was started in the same minute. */
export const describeKiosk = ({ pk, mode, minutes }: Kiosk): string =>
  `Kiosk ${pk} · ${mode === 'calendar' ? 'Calendar Mode' : `Hours Mode, ${formatStay(minutes)}`}`;

/** The entered time in minutes. */
export const readMinutes = ({ hours, minutes }: Pick<Draft, 'hours' | 'minutes'>): number =>
  (parseNumber(hours, hourRules) ?? 0) * 60 + (parseNumber(minutes, minuteRules) ?? 0);

const toBody = (spot: number, draft: Draft) => {
  const { mode, pin } = draft;
  return { spot, mode, pin, ...(mode === 'hours' ? { minutes: readMinutes(draft) } : {}) };
};

/** The problems, by field. A time that is too long, or none, is reported at Hours. */
export function validateKiosk(draft: Draft): Problems {
  const { minutes, ...problems } = findProblems(createKiosk.body, toBody(1, draft));
  if (draft.mode !== 'hours') return problems;
  const numbers = findNumberProblems({
    hours: [draft.hours, hourRules],
    minutes: [draft.minutes, minuteRules],
  });
  if (Object.keys(numbers).length > 0) return { ...problems, ...numbers };
  const hours = readMinutes(draft) === 0 ? 'Enter how long a visitor may park.' : minutes;
  return { ...problems, ...(hours ? { hours } : {}) };
}

export function StartKiosk(props: {
  spot: { pk: number };
  /** The kiosk page's path, without search parameters. */
  path: string;
  onStarted: (started: StartedKiosk) => void;
}) {
  const { spot, path, onStarted } = props;
  const create = useSend(createKiosk, [listKiosks]);
  const form = useForm({
    initial: emptyDraft,
    validate: validateKiosk,
    send: create,
    onSubmit: (draft) =>
      create.mutate(
        { body: toBody(spot.pk, draft) },
        {
          onSuccess: ({ ticket, kiosk }) => {
            const isTimed = draft.mode === 'hours';
            const search = stringifySearch(
              isTimed ? { minutes: readMinutes(draft) } : { calendar: true },
            );
            const address = `${path}${search}#${ticket}`;
            if (draft.screen === 'here') {
              void openKioskHere(address);
              return;
            }
            form.reset({ ...draft, pin: '' });
            onStarted({ address, name: describeKiosk(kiosk) });
          },
        },
      ),
  });
  const { values, set, text, number } = form;
  return (
    <form className={classes.form} {...form.props}>
      <OneChoice
        label="Mode"
        options={modes}
        chosen={values.mode}
        onChange={(mode) => set({ mode })}
      />
      {values.mode === 'hours' ? (
        <div className={classes.time}>
          <NumberInput label="Hours" rules={hourRules} {...number('hours')} />
          <NumberInput label="Minutes" rules={minuteRules} {...number('minutes')} />
        </div>
      ) : null}
      <TextInput
        className="ui-field"
        label="Staff PIN"
        description="4 digits. The kiosk asks for it before anyone is validated."
        inputMode="numeric"
        autoComplete="off"
        maxLength={kioskRules.pinLength}
        {...text('pin')}
        onChange={(event) => set({ pin: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <OneChoice
        label="Where"
        options={placeOptions}
        chosen={values.screen}
        onChange={(screen) => set({ screen })}
      />
      <FormFailure error={create.error} action={createKiosk.failure} />
      <div>
        <Button type="submit" loading={create.isPending}>
          {values.screen === 'here' ? 'Start Kiosk and sign out' : 'Start Kiosk'}
        </Button>
      </div>
    </form>
  );
}
