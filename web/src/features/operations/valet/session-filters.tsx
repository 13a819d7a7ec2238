import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import classes from './valet.module.css';
import type { ValetFilters } from './valet-search.ts';

export const sessionStatuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'pending', label: 'Pending' },
] as const satisfies readonly { value: '' | ValetStatus; label: string }[];

/** Search and status of the list. Changing either starts at the first page again. */
export function SessionFilters(props: FilterProps<ValetFilters>) {
  const { status, search = '' } = props.filters;
  return (
    <div className={classes.filters} role="search">
      <SearchField
        size="lg"
        ariaLabel="Search by plate, phone, car or key tag"
        value={search}
        maxLength={60}
        onSearch={(text) => props.onFilter({ status, search: text }, 'replace')}
      />
      <Segments
        label="Status"
        size="lg"
        options={sessionStatuses}
        chosen={status ?? ''}
        onChange={(chosen) => props.onFilter({ status: chosen || undefined, search })}
      />
    </div>
  );
}
