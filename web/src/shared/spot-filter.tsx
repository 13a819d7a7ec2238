import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { SearchSelect } from '../ui/form/search-select.tsx';

const all = 'all';

/** One property, or all of the organization. */
export function SpotFilter(props: {
  spots: readonly SpotSummary[];
  spot: SpotSummary | null;
  onChoose: (spot: SpotSummary | null) => void;
}) {
  const { spots, spot, onChoose } = props;
  return (
    <SearchSelect
      label="Property"
      options={[
        { value: all, label: allProperties },
        ...spots.map(({ pk, name }) => ({ value: String(pk), label: name })),
      ]}
      value={spot ? String(spot.pk) : all}
      onChoose={(value) => onChoose(spots.find(({ pk }) => String(pk) === value) ?? null)}
    />
  );
}
