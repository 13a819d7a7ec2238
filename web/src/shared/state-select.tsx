import { plateCountries } from '@lotkeeper/contract/kernel/places';
import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import { useTexts } from '../kernel/language.ts';
import { SearchSelect } from '../ui/form/search-select.tsx';

export const stateSelectTexts = {
  label: 'State',
  placeholder: 'Search for a state',
  countries: { US: 'United States', MX: 'Mexico', CA: 'Canada' },
};

const groups = plateCountries.map((country) => ({
  country,
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
  const { label, placeholder, countries } = useTexts(stateSelectTexts);
  const options = groups.map(({ country, items }) => ({ group: countries[country], items }));
  return <SearchSelect {...{ label, placeholder, options }} {...props} />;
}
