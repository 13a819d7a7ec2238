import { shortestSearch } from '@lotkeeper/contract/visitors';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './visitors.module.css';
import type { VisitorFilters } from './visitors.page.tsx';

/** Pause in typing before the list is searched, in milliseconds (operations spec §9). */
const searchPause = 300;

const options = [
  { value: 'all', label: 'All Valid Visitors' },
  { value: 'expiring', label: 'Expiring Soon Visitors' },
] as const;

/** Search and choice of the list. Either begins again at the first page. */
export function VisitorFilterBar(props: {
  filters: VisitorFilters;
  onFilter: (filters: VisitorFilters) => void;
}) {
  const { expiring, searchTerm = '' } = props.filters;
  const [typed, setTyped] = useState(searchTerm);
  const apply = useDebouncedCallback((text: string) => {
    const kept = text.trim();
    if (kept.length > 0 && kept.length < shortestSearch) return;
    props.onFilter({ ...(expiring && { expiring }), ...(kept && { searchTerm: kept }) });
  }, searchPause);
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label="Search by plate, name, or phone"
        placeholder="Search by plate, name, or phone"
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          apply(event.currentTarget.value);
        }}
      />
      <SearchSelect
        ariaLabel="Which visitors"
        options={options}
        value={expiring ? 'expiring' : 'all'}
        onChoose={(chosen) =>
          props.onFilter({
            ...(chosen === 'expiring' && { expiring: true }),
            ...(searchTerm && { searchTerm }),
          })
        }
      />
    </div>
  );
}
