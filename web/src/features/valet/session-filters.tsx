import type { ValetStatus } from '@lotkeeper/contract/filter-words';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Segments } from '../../ui/segments.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './valet.module.css';
import type { ValetFilters } from './valet.search.ts';

/** Pause in typing before the list is searched, in milliseconds. */
const searchPause = 300;

const options = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'pending', label: 'Pending' },
] as const satisfies readonly { value: '' | ValetStatus; label: string }[];

/** Search and status of the list. Either begins again at the first page. */
export function SessionFilters(props: {
  filters: ValetFilters;
  onFilter: (filters: ValetFilters) => void;
}) {
  const { status, search = '' } = props.filters;
  const [typed, setTyped] = useState(search);
  const apply = useDebouncedCallback(
    (text: string) => props.onFilter({ status, search: text.trim() || undefined }),
    searchPause,
  );
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        size="lg"
        aria-label="Search by plate, phone, car or key tag"
        placeholder="Search by plate, phone, car or key tag"
        value={typed}
        maxLength={60}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          apply(event.currentTarget.value);
        }}
      />
      <Segments
        label="Status"
        size="lg"
        options={options}
        chosen={status ?? ''}
        onChange={(chosen) =>
          props.onFilter({ status: chosen || undefined, search: typed.trim() || undefined })
        }
      />
    </div>
  );
}
