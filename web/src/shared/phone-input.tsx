import { readPhone } from '@lotkeeper/contract/kernel/phones';
import { findDialCountry } from '@lotkeeper/contract/kernel/places';
import type { TextInputProps } from '@mantine/core';
import type { FocusEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useSpeech } from '../kernel/language.ts';
import { TextInput } from '../ui/form/text-input.tsx';

/** The country of a number without a plus: that of the device, where its rules are known. */
export const findHomeCountry = (languages: readonly string[] = navigator.languages): string => {
  const regions = languages.map((language) => new Intl.Locale(language).region);
  return regions.find((region) => region && ['US', 'CA', 'MX'].includes(region)) ?? 'US';
};

/** As it will be dialed, in groups: '+1 602 555 0190'. */
const withCountryCode = (phone: string) =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');

interface PhoneInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** Where a number without a plus is from; the device's country by default. */
  country?: string;
}

/**
 * A phone number as people write it. When they leave the field it becomes the number that will be called, with its
 * country code, and its country stands below.
 */
export function PhoneInput({ country, onBlur, onKeyDown, ...props }: PhoneInputProps) {
  const { language } = useSpeech();
  const { value, onChange } = props;
  const phone = readPhone(value, country ?? findHomeCountry());
  const from = phone && findDialCountry(phone.slice(1))?.country;
  const complete = () => {
    if (phone) flushSync(() => onChange({ currentTarget: { value: withCountryCode(phone) } }));
  };
  return (
    <TextInput
      autoComplete="tel"
      maxLength={40}
      {...props}
      type="tel"
      description={
        phone && from
          ? `${withCountryCode(phone)}, ${new Intl.DisplayNames([language], { type: 'region' }).of(from)}`
          : props.description
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        complete();
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') complete();
        onKeyDown?.(event);
      }}
    />
  );
}
