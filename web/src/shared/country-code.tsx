import '@mantine/core/styles/Input.layer.css';
import type { DialCountry } from '@lotkeeper/contract/kernel/places';
import { defaultDialCode, dialCountries } from '@lotkeeper/contract/kernel/places';
import { NativeSelect } from '@mantine/core';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

const byName = new Intl.Collator('en');

/** The United States, where most callers are, and then every country by its name. */
const countryOptions = dialCountries
  .map(({ country, dial_code }) => ({
    value: country,
    label: `${countryNames.of(country) ?? country} +${dial_code}`,
  }))
  .sort(
    (a, b) =>
      Number(b.value === 'US') - Number(a.value === 'US') || byName.compare(a.label, b.label),
  );

/** A country with its dial code, by its ISO code. */
export const findCountry = (country: string): DialCountry =>
  dialCountries.find((candidate) => candidate.country === country) ?? {
    country,
    dial_code: defaultDialCode,
  };

/** The dial code of a country, without the plus. */
export const getDialCode = (country: string) => findCountry(country).dial_code;

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
