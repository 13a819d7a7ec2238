import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { SearchSelect } from '../ui/form/search-select.tsx';

const all = 'all';
const options = [
  { value: all, label: 'All types' },
  ...Object.entries(reportedTypes).map(([value, label]) => ({ value, label })),
];

/** One rental type, or all of them. */
export function RentalTypeSelect(props: {
  type: ReportedType | null;
  onChoose: (type: ReportedType | null) => void;
}) {
  return (
    <SearchSelect
      label="Rental type"
      options={options}
      value={props.type ?? all}
      onChoose={(value) => props.onChoose(value === all ? null : (value as ReportedType))}
    />
  );
}
