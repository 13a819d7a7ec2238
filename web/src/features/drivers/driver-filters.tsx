import type { TransientType } from '@lotkeeper/contract/filter-words';
import { transientTypes } from '@lotkeeper/contract/filter-words';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './drivers.module.css';
import type { DriverFilters, DriversSpot } from './drivers.page.tsx';
import { defaultTypes } from './drivers.rules.ts';

/** Pause in typing before the list is searched, in milliseconds. */
const searchPause = 300;

const states = [
  { value: 'active', label: 'Active' },
  { value: 'upcoming', label: 'Upcoming' },
] as const;

const typeNames: Record<TransientType, string> = { daily: 'Daily', flat: 'Flat', hourly: 'Hourly' };
const types = transientTypes.map((value) => ({ value, label: typeNames[value] }));

/** Search, state and rental types of a list. Each begins again at the first page. */
export function DriverFilterBar(props: {
  tab: 'monthly' | 'transient';
  spot: DriversSpot;
  filters: DriverFilters;
  onFilter: (filters: DriverFilters) => void;
}) {
  const { tab, spot, onFilter } = props;
  const { page: _, ...filters } = { ...props.filters, tab };
  const [typed, setTyped] = useState(filters.searchTerm ?? '');
  const apply = useDebouncedCallback((text: string) => {
    onFilter({ ...filters, searchTerm: text.trim() || undefined });
  }, searchPause);
  const chooseTypes = (chosen: string[]) => {
    const rentalType = transientTypes.filter((type) => chosen.includes(type));
    onFilter({ ...filters, rentalType: rentalType.length > 0 ? rentalType : undefined });
  };
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        label="Plate, name, email or phone"
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          apply(event.currentTarget.value);
        }}
      />
      <SearchSelect
        label="State of the rental"
        options={states}
        value={filters.slotState ?? 'active'}
        onChoose={(chosen) =>
          onFilter({ ...filters, slotState: chosen === 'upcoming' ? 'upcoming' : undefined })
        }
      />
      {tab === 'transient' ? (
        <MultiSelect
          label="Rental types"
          options={types}
          chosen={filters.rentalType ?? defaultTypes(spot)}
          onChange={chooseTypes}
        />
      ) : null}
    </div>
  );
}
