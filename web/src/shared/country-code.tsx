import '@mantine/core/styles/Input.layer.css';
import { defaultDialCode, dialCountries } from '@lotkeeper/contract/kernel/places';
import { NativeSelect } from '@mantine/core';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

const countryOptions = dialCountries.map(({ country, dial_code }) => ({
  value: country,
  label: `${countryNames.of(country) ?? country} +${dial_code}`,
}));

/** The dial code of a country, without the plus. */
export const dialCodeOf = (country: string) =>
  dialCountries.find((one) => one.country === country)?.dial_code ?? defaultDialCode;

/** The country whose dial code a phone number begins with, by its ISO code. */
export function CountryCodeSelect(props: {
  value: string;
  onChange: (country: string) => void;
  size?: 'lg';
}) {
  return (
    <NativeSelect
      label="Country code"
      data={countryOptions}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      {...(props.size ? { size: props.size } : {})}
    />
  );
}
