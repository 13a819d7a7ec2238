import type { Viewer } from '@lotkeeper/contract/platform/pages';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import type { useCurrent } from './current.ts';
import { findSpotPage, pageAtSpot } from './same-page.ts';

/** The property drop-down of organizations with several properties; keeps the open page. */
export function SpotSelect({
  current,
  viewer,
}: {
  current: ReturnType<typeof useCurrent>;
  viewer: Viewer;
}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const organizationId = current.organizationId ?? '';
  const choose = (spotId: string) => {
    const chosen = current.spots.find(({ pk }) => String(pk) === spotId);
    if (!chosen) return;
    const page = pageAtSpot(findSpotPage(pathname), chosen, viewer);
    void navigate({
      to: '/organization/$organizationId/spots/$spotId/$page',
      params: { organizationId, spotId, page },
    });
  };
  return (
    <SearchSelect
      ariaLabel="Property"
      placeholder="Choose a property"
      options={current.spots.map((spot) => ({ value: String(spot.pk), label: spot.name }))}
      value={current.spot ? String(current.spot.pk) : null}
      onChoose={choose}
    />
  );
}
