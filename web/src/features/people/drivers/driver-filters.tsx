import type { TransientType } from '@lotkeeper/contract/people/filter-words';
import { transientTypes } from '@lotkeeper/contract/people/filter-words';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import type { DriverFilters } from './driver-search.ts';
import type { DriversSpot } from './drivers.rules.ts';
import { defaultTypes } from './drivers.rules.ts';

const states = [
  { value: 'active', label: 'Active' },
  { value: 'upcoming', label: 'Upcoming' },
] as const;

const typeNames: Record<TransientType, string> = { daily: 'Daily', flat: 'Flat', hourly: 'Hourly' };
const types = transientTypes.map((value) => ({ value, label: typeNames[value] }));

/** Search, state, and rental types of a list. */
export function DriverFilterBar(
  props: FilterProps<DriverFilters> & {
    tab: 'monthly' | 'transient';
    spot: DriversSpot;
  },
) {
  const { tab, spot, onFilter } = props;
  const filters = { ...props.filters, tab };
  const chooseTypes = (chosen: string[]) => {
    const rentalType = transientTypes.filter((type) => chosen.includes(type));
    onFilter({ ...filters, rentalType });
  };
  return (
    <div className="ui-filters" role="search">
      <SearchField
        className="ui-search"
        label="Plate, name, email or phone"
        value={filters.searchTerm ?? ''}
        maxLength={100}
        onSearch={(text) => onFilter({ ...filters, searchTerm: text }, 'replace')}
      />
      <SearchSelect
        label="State of the rental"
        options={states}
        value={filters.slotState ?? 'active'}
        onChoose={(chosen) => onFilter({ ...filters, slotState: chosen })}
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
