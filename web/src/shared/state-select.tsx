import { plateCountries } from '@lotkeeper/contract/kernel/places';
import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import { SearchSelect } from '../ui/form/search-select.tsx';

const countryNames = { US: 'United States', MX: 'Mexico', CA: 'Canada' } as const;

const options = plateCountries.map((country) => ({
  group: countryNames[country],
  items: plateStates
    .filter((state) => state.country === country)
    .map(({ pair, name, state }) => ({ value: pair, label: `${name} (${state})` })),
}));

/** A plate's state or province, as a `country_state` pair. */
export function StateSelect(props: {
  value: string | null;
  onChoose: (pair: string) => void;
  error?: string | undefined;
  required?: boolean;
  size?: 'lg';
}) {
  return (
    <SearchSelect label="State" placeholder="Search for a state" options={options} {...props} />
  );
}
