import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Viewer } from '@lotkeeper/contract/platform/pages';
import { searchOrganizations, searchSpots } from '@lotkeeper/contract/platform/superuser';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../kernel/api.ts';
import { settings } from '../../kernel/settings.ts';
import { findExternalForm } from '../../shared/property-links.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import type { useCurrent } from './current.ts';
import classes from './sidebar.module.css';
import { useOpenSpot } from './spot-select.tsx';

type Current = ReturnType<typeof useCurrent>;
const typingPause = 200;

/** What the server finds for a typed text; the name of what is open isn't a search. */
function useSearch<T>(
  name: string,
  open: string | undefined,
  search: (text: string, signal: AbortSignal) => Promise<T[]>,
) {
  const [text, setText] = useState('');
  const searchText = text === open ? '' : text;
  const [settled] = useDebouncedValue(searchText, typingPause);
  const results = useQuery({
    queryKey: ['search', name, settled],
    queryFn: ({ signal }) => search(settled, signal),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });
  return { found: results.data ?? [], searchText, setText };
}

/** For the internal staff: the open organization and property, and every other one. */
export function SuperuserSearch({ current, viewer }: { current: Current; viewer: Viewer }) {
  return (
    <>
      <OrganizationSearch current={current} />
      <PropertySearch {...{ current, viewer }} />
    </>
  );
}

function OrganizationSearch({ current: { organization } }: { current: Current }) {
  const navigate = useNavigate();
  const { found, searchText, setText } = useSearch(
    'organizations',
    organization?.name,
    (text, signal) => call(searchOrganizations, { query: { search: text } }, signal),
  );
  const own = searchText || !organization ? [] : [organization];
  const others = found.filter(({ pk }) => own.every((open) => open.pk !== pk));
  return (
    <SearchSelect
      ariaLabel="Organization search"
      placeholder="Organization search"
      options={[...own, ...others].map(({ pk, name }) => ({ value: String(pk), label: name }))}
      value={organization ? String(organization.pk) : null}
      onSearch={setText}
      onChoose={(organizationId) =>
        void navigate({ to: '/organization/$organizationId', params: { organizationId } })
      }
    />
  );
}

/** Before anything is typed, it lists the properties of the open organization. */
function PropertySearch({ current, viewer }: { current: Current; viewer: Viewer }) {
  const { organizationId, spot, spots } = current;
  const openSpot = useOpenSpot(current, viewer);
  const { found, searchText, setText } = useSearch('spots', spot?.name, (text, signal) =>
    call(searchSpots, { query: { search: text } }, signal),
  );
  const own = spots.map(({ pk, name }) => ({ value: `${organizationId}/${pk}`, label: name }));
  const others = found.map(({ organization, pk, name, city, organization_name }) => ({
    value: `${organization}/${pk}`,
    label:
      String(organization) === organizationId ? name : `${name}, ${city} (${organization_name})`,
  }));
  return (
    <SearchSelect
      ariaLabel="Property search"
      placeholder="Property search"
      options={searchText || own.length === 0 ? others : own}
      value={spot ? `${organizationId}/${spot.pk}` : null}
      onSearch={setText}
      onChoose={(chosen) => {
        const [chosenOrganization = '', chosenSpot = ''] = chosen.split('/');
        openSpot(chosenOrganization, chosenSpot);
      }}
    />
  );
}

/** The internal staff's own pages, below those that an Admin sees. */
export function SuperuserMenu({ current: { organizationId, spot } }: { current: Current }) {
  const link = { className: classes.link ?? '' };
  const external = { ...link, target: '_blank', rel: 'noopener noreferrer' };
  const newOrganizationForm = settings.new_organization_form_url;
  const newSpotForm = organizationId && findExternalForm(organizationId);
  return (
    <section aria-labelledby="superuser">
      <p id="superuser" className={classes.heading}>
        Superuser
      </p>
      <Link to="/" activeOptions={{ exact: true }} {...link}>
        Organizations
      </Link>
      {newOrganizationForm ? (
        <a href={newOrganizationForm} {...external}>
          Add new organization
        </a>
      ) : (
        <Link to="/superuser/new-organization" {...link}>
          Add new organization
        </Link>
      )}
      {newSpotForm ? (
        <a href={newSpotForm} {...external}>
          Add Spot
        </a>
      ) : null}
      {organizationId && !newSpotForm ? (
        <Link to="/organization/$organizationId/new-property" params={{ organizationId }} {...link}>
          Add Spot
        </Link>
      ) : null}
      <Link
        to="/superuser/people"
        search={organizationId ? { organization: organizationId } : {}}
        {...link}
      >
        People
      </Link>
      {organizationId ? (
        <Link to="/superuser/edit-organization" search={{ organization: organizationId }} {...link}>
          Edit organization
        </Link>
      ) : null}
      <p className={classes.heading}>Billing</p>
      {organizationId && spot ? (
        <Link
          to="/organization/$organizationId/spots/$spotId/invoice"
          params={{ organizationId, spotId: String(spot.pk) }}
          {...link}
        >
          Create invoice
        </Link>
      ) : (
        <p className={`${classes.link} ui-note`}>
          Create invoice: choose an organization and a property first
        </p>
      )}
    </section>
  );
}
