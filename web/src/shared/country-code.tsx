import '@mantine/core/styles/Input.layer.css';
import type { DialCountry } from '@lotkeeper/contract/kernel/places';
import { defaultDialCode, dialCountries } from '@lotkeeper/contract/kernel/places';
import { NativeSelect } from '@mantine/core';

/** The United States, where most callers are, then all countries by name. */
function listCountryOptions() {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator('en');
  return dialCountries
    .map(({ country, dial_code }) => ({
      value: country,
      label: `${names.of(country) ?? country} +${dial_code}`,
    }))
    .sort(
      (a, b) => Number(b.value === 'US') - Number(a.value === 'US') || compare(a.label, b.label),
    );
}

/** Created when first shown: it takes a tenth of a second on a slow phone, and few pages need it. */
let countryOptions: ReturnType<typeof listCountryOptions> | undefined;

/** A country with its dial code, by its ISO code. */
export const findCountry = (country: string): DialCountry =>
  dialCountries.find((candidate) => candidate.country === country) ?? {
    country,
    dial_code: defaultDialCode,
  };

/** A country's dial code, without the plus. */
export const getDialCode = (country: string) => findCountry(country).dial_code;

/** The country whose dial code a phone number starts with, by its ISO code. */
export function CountryCodeSelect(props: {
  value: string;
  onChange: (country: string) => void;
  size?: 'lg';
}) {
  countryOptions ??= listCountryOptions();
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
