import type { Viewer } from '@lotkeeper/contract/platform/pages';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import type { useCurrent } from './current.ts';
import { findSpotPage, pageAtSpot } from './same-page.ts';

/** Opens a property: at the open page if it's of the same organization and has that page, else at its Detail page. */
export function useOpenSpot({ spots }: ReturnType<typeof useCurrent>, viewer: Viewer) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (organizationId: string, spotId: string) => {
    const chosen = spots.find(({ pk }) => String(pk) === spotId);
    const page = chosen ? pageAtSpot(findSpotPage(pathname), chosen, viewer) : 'detail';
    void navigate({
      to: '/organization/$organizationId/spots/$spotId/$page',
      params: { organizationId, spotId, page },
    });
  };
}

/** The property drop-down of organizations with several properties; keeps the open page. */
export function SpotSelect({
  current,
  viewer,
}: {
  current: ReturnType<typeof useCurrent>;
  viewer: Viewer;
}) {
  const openSpot = useOpenSpot(current, viewer);
  return (
    <SearchSelect
      ariaLabel="Property"
      placeholder="Choose a property"
      options={current.spots.map((spot) => ({ value: String(spot.pk), label: spot.name }))}
      value={current.spot ? String(current.spot.pk) : null}
      onChoose={(spotId) => openSpot(current.organizationId ?? '', spotId)}
    />
  );
}
