import { entryOrders } from '@lotkeeper/contract/money/figures';
import { maxPromoCodeLength } from '@lotkeeper/contract/people/promo-code-field';
import { X } from 'lucide-react';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import classes from './ledger.module.css';
import type { FilterChoice } from './ledger.rules.ts';
import {
  changeFilter,
  chosenValue,
  describeFilters,
  listChoices,
  measureOptions,
  readEntryFilters,
  readMeasure,
  readOrder,
} from './ledger.rules.ts';
import type { LedgerFilters } from './ledger-search.ts';

type QuestionProps = FilterProps<LedgerFilters>;

const all = 'all';

/** What the page measures, with its definition. */
export function MeasureSelect({ filters, onFilter }: QuestionProps) {
  const measure = readMeasure(filters);
  return (
    <SearchSelect
      label="Figure"
      options={measureOptions}
      value={measure}
      onChoose={(value) => onFilter({ ...filters, measure: value })}
    />
  );
}

function ChoiceSelect({ choice, filters, onFilter }: QuestionProps & { choice: FilterChoice }) {
  const { key, label, options } = choice;
  return (
    <SearchSelect
      label={label}
      options={[{ value: all, label: choice.all }, ...options]}
      value={chosenValue(key, readEntryFilters(filters)) ?? all}
      onChoose={(value) => onFilter(changeFilter(filters, key, value === all ? null : value))}
    />
  );
}

/** Searches the entries by plate or reference. */
export const EntrySearch = ({
  filters,
  onFilter,
  withPlates,
}: QuestionProps & { withPlates: boolean }) => (
  <SearchField
    ariaLabel={withPlates ? 'Plate or reference' : 'Reference'}
    value={filters.search ?? ''}
    maxLength={200}
    onSearch={(search) => onFilter({ ...filters, search }, 'replace')}
  />
);

export const OrderSelect = ({ filters, onFilter }: QuestionProps) => (
  <SearchSelect
    label="Sort by"
    options={Object.entries(entryOrders).map(([value, label]) => ({ value, label }))}
    value={readOrder(filters)}
    onChoose={(order) => onFilter({ ...filters, order })}
  />
);

export function FilterSelects(props: QuestionProps) {
  const { filters, onFilter } = props;
  return (
    <div className={classes.fields}>
      <OrderSelect {...props} />
      {listChoices(readEntryFilters(filters)).map((choice) => (
        <ChoiceSelect key={choice.key} choice={choice} {...props} />
      ))}
      <SearchField
        label="Discount code"
        value={filters.code ?? ''}
        maxLength={maxPromoCodeLength}
        onSearch={(code) => onFilter({ ...filters, code }, 'replace')}
      />
    </div>
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ filters, onFilter }: QuestionProps) {
  const chips = describeFilters(readEntryFilters(filters));
  if (chips.length === 0) return null;
  return (
    <ul className="ui-row" aria-label="Filters">
      {chips.map(({ key, text }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove filter ${text}`}
            onClick={() => onFilter(changeFilter(filters, key, null))}
          >
            <bdi>{text}</bdi>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
