import { shortestSearch } from '@lotkeeper/contract/operations/visitors';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import type { VisitorFilters } from './visitor-search.ts';

const options = [
  { value: 'all', label: 'All Valid Visitors' },
  { value: 'expiring', label: 'Expiring Soon Visitors' },
] as const;

/** Search and filter of the list. Changing either starts at the first page again. */
export function VisitorFilterBar(props: FilterProps<VisitorFilters>) {
  const { expiring, searchTerm = '' } = props.filters;
  return (
    <div className="ui-filters" role="search">
      <SearchField
        className="ui-search"
        ariaLabel="Search by plate, name, or phone"
        value={searchTerm.length < shortestSearch ? '' : searchTerm}
        minLength={shortestSearch}
        maxLength={100}
        onSearch={(text) => props.onFilter({ expiring, searchTerm: text }, 'replace')}
      />
      <SearchSelect
        ariaLabel="Which visitors"
        options={options}
        value={expiring ? 'expiring' : 'all'}
        onChoose={(chosen) =>
          props.onFilter({ expiring: chosen === 'expiring' ? 'true' : undefined, searchTerm })
        }
      />
    </div>
  );
}
