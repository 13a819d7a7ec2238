import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { reportedTypeNames, reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { visitStatuses, visitStatusNames } from '@lotkeeper/contract/people/filter-words';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { listPresets } from '../../../shared/report-ranges.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { rangeProblem } from '../../../ui/form/date-range.rules.ts';
import { DateRangePicker } from '../../../ui/form/date-range-picker.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import type { LogRange } from './driver-log.rules.ts';
import { limitRange, logDays, startRange } from './driver-log.rules.ts';
import type { LogFilters } from './log-search.ts';
import classes from './visibility.module.css';

const statuses = [
  { value: 'all', label: 'All' },
  ...visitStatuses.map((value) => ({ value, label: visitStatusNames[value] })),
];
const types = [
  { value: 'all', label: 'All' },
  ...reportedTypeNames.map((value) => ({ value, label: reportedTypes[value] })),
];

const spans = [
  { value: 'day', label: 'One day' },
  { value: 'range', label: 'Several days' },
];

/** Dates, plate, status, and rental type of the log. */
export function DriverLogFilters(
  props: FilterProps<LogFilters> & {
    today: LocalDate;
    day: LocalDate;
    /** null = one day. */
    range: LogRange | null;
  },
) {
  const { today, day, range, filters, onFilter } = props;
  return (
    <div className={classes.filters} role="search">
      <SearchSelect
        label="Show"
        options={spans}
        value={range ? 'range' : 'day'}
        onChoose={(span) => {
          const { searchTerm, status, rentalType } = filters;
          const days = span === 'range' ? startRange(today) : {};
          onFilter({ searchTerm, status, rentalType, ...days });
        }}
      />
      {range ? (
        <DateRangePicker
          label="Dates"
          value={range}
          {...limitRange(today)}
          presets={listPresets(today).filter(
            (preset) => rangeProblem(preset.range, limitRange(today)) === null,
          )}
          onChange={({ start, end }) =>
            onFilter({ ...filters, startDate: start as LocalDate, endDate: end as LocalDate })
          }
        />
      ) : (
        <DateField
          label="Date"
          value={day}
          today={today}
          within={logDays(today)}
          onChange={(date) => onFilter({ ...filters, date: date === today ? undefined : date })}
        />
      )}
      <SearchField
        label="Plate"
        value={filters.searchTerm ?? ''}
        maxLength={40}
        onSearch={(text) => onFilter({ ...filters, searchTerm: text }, 'replace')}
      />
      <SearchSelect
        label="Status"
        options={statuses}
        value={filters.status ?? 'all'}
        onChoose={(chosen) =>
          onFilter({ ...filters, status: visitStatuses.find((status) => status === chosen) })
        }
      />
      <SearchSelect
        label="Rental type"
        options={types}
        value={filters.rentalType ?? 'all'}
        onChoose={(chosen) =>
          onFilter({ ...filters, rentalType: reportedTypeNames.find((type) => type === chosen) })
        }
      />
    </div>
  );
}
