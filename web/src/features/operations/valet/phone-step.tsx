import { readPhone } from '@lotkeeper/contract/kernel/phones';
import { isValetPhone, valetMessages } from '@lotkeeper/contract/operations/valet';
import type { ReactNode } from 'react';
import { CountryCodeSelect, getDialCode } from '../../../shared/country-code.tsx';
import { Button } from '../../../ui/form/button.tsx';
import classes from '../../../ui/form/form.module.css';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Failed } from './failed.tsx';
import type { Failure } from './valet.rules.ts';
import { splitPhone } from './valet.rules.ts';

/** A phone number in the request's format. */
export interface TypedPhone {
  phone: string;
  phone_country_code: string;
}

/** A number as people write it, in the request's format; null when it isn't one. */
function readTyped(text: string, country: string): TypedPhone | null {
  const dial = `+${getDialCode(country)}`;
  const phone = readPhone(text, country) ?? readPhone(dial + text);
  if (phone === null) return null;
  if (!phone.startsWith(dial)) return splitPhone(phone);
  return { phone: phone.slice(dial.length), phone_country_code: dial };
}

export function PhoneStep(props: {
  text: ReactNode;
  /** The specification takes nothing but digits and a decimal point where a code is sent again. */
  digitsOnly?: boolean;
  /** What was typed already. */
  phone?: string | undefined;
  submitLabel: string;
  pending: boolean;
  failure: Failure | null;
  onPhone: (typed: TypedPhone) => void;
  onBack?: () => void;
}) {
  const read = (text: string, country: string): TypedPhone | null => {
    if (!props.digitsOnly) return readTyped(text, country);
    const phone = text.trim();
    return isValetPhone(phone) ? { phone, phone_country_code: `+${getDialCode(country)}` } : null;
  };
  const form = useForm({
    initial: { country: 'US', phone: props.phone ?? '' },
    validate: ({ country, phone }) => ({
      phone: read(phone, country) ? undefined : valetMessages.invalidPhone,
    }),
    send: null,
    onSubmit: ({ country, phone }) => {
      const typedPhone = read(phone, country);
      if (typedPhone) props.onPhone(typedPhone);
    },
  });
  const { values, set, text, errorFor } = form;
  return (
    <form className={classes.form} {...form.props}>
      <p className="ui-dimmed">{props.text}</p>
      <CountryCodeSelect
        value={values.country}
        onChange={(country) => set({ country })}
        size="lg"
      />
      <TextInput
        label="Phone number"
        type="tel"
        size="lg"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        {...text('phone')}
        data-autofocus={props.onBack ? true : undefined}
      />
      {errorFor('phone') ? null : <Failed failure={props.failure} />}
      <div className={classes.buttons}>
        {props.onBack ? (
          <Button variant="default" size="lg" onClick={props.onBack}>
            Back
          </Button>
        ) : null}
        <Button type="submit" size="lg" loading={props.pending}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
