import { isValetPhone, valetMessages } from '@lotkeeper/contract/valet';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { CountryCodeSelect, getDialCode } from '../../shared/country-code.tsx';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Failed } from './failed.tsx';
import type { Failure } from './valet.rules.ts';

/** A phone number as it is sent. */
export interface TypedPhone {
  phone: string;
  phone_country_code: string;
}

/** Asks for a driver's phone number. */
export function PhoneStep(props: {
  text: ReactNode;
  submitLabel: string;
  pending: boolean;
  failure: Failure | null;
  onPhone: (typed: TypedPhone) => void;
  onBack: () => void;
}) {
  const [country, setCountry] = useState('US');
  const [phone, setPhone] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { phone: phone.trim(), phone_country_code: `+${getDialCode(country)}` };
    setWrong(!isValetPhone(input.phone));
    if (isValetPhone(input.phone)) props.onPhone(input);
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={form.note}>{props.text}</p>
      <CountryCodeSelect value={country} onChange={setCountry} size="lg" />
      <TextInput
        label="Phone number"
        type="tel"
        size="lg"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        value={phone}
        onChange={(event) => {
          setPhone(event.currentTarget.value);
          setWrong(false);
        }}
        error={wrong ? valetMessages.invalidPhone : undefined}
        data-autofocus
      />
      {wrong ? null : <Failed failure={props.failure} />}
      <div className={form.buttons}>
        <Button variant="default" size="lg" onClick={props.onBack}>
          Back
        </Button>
        <Button type="submit" size="lg" loading={props.pending}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
