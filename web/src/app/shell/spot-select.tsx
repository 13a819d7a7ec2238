import { useNavigate } from '@tanstack/react-router';
import { SearchSelect } from '../../ui/search-select.tsx';
import type { useCurrent } from './current.ts';

/** The property dropdown of organizations with more than one property. */
export function SpotSelect({ current }: { current: ReturnType<typeof useCurrent> }) {
  const navigate = useNavigate();
  const organizationId = current.organizationId ?? '';
  return (
    <SearchSelect
      label="Property"
      placeholder="Choose a property"
      options={current.spots.map((spot) => ({ value: String(spot.pk), label: spot.name }))}
      value={current.spot ? String(current.spot.pk) : null}
      onChoose={(spotId) =>
        void navigate({
          to: '/organization/$organizationId/spots/$spotId/detail',
          params: { organizationId, spotId },
        })
      }
    />
  );
}
