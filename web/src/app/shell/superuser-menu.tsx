import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { searchOrganizations, searchSpots } from '@lotkeeper/contract/platform/superuser';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../kernel/api.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import type { useCurrent } from './current.ts';
import classes from './sidebar.module.css';
import { AddOrganizationLink, AddSpotLink } from './superuser-links.tsx';

type Current = ReturnType<typeof useCurrent>;
const typingPause = 200;

function useSearch<T>(
  name: string,
  text: string,
  search: (text: string, signal: AbortSignal) => Promise<T[]>,
) {
  const [settled] = useDebouncedValue(text, typingPause);
  const results = useQuery({
    queryKey: ['search', name, settled],
    queryFn: ({ signal }) => search(settled, signal),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });
  return results.data ?? [];
}

/** The internal staff's menu above the others: every organization and property, and links that create new ones. */
export function SuperuserMenu({ current }: { current: Current }) {
  const { organizationId, spot } = current;
  return (
    <section className={classes.superuser} aria-label="Superuser">
      <OrganizationSearch />
      <PropertySearch />
      <AddOrganizationLink />
      {organizationId ? <AddSpotLink organizationId={organizationId} /> : null}
      <Link to="/superuser/people" search={organizationId ? { organization: organizationId } : {}}>
        People
      </Link>
      {organizationId ? (
        <Link to="/superuser/edit-organization" search={{ organization: organizationId }}>
          Edit organization
        </Link>
      ) : null}
      {organizationId && spot ? (
        <Link
          to="/organization/$organizationId/edit-property"
          params={{ organizationId }}
          search={{ spotPk: String(spot.pk) }}
        >
          Edit property
        </Link>
      ) : null}
      <p>
        Billing:{' '}
        {organizationId && spot ? (
          <Link
            to="/organization/$organizationId/spots/$spotId/invoice"
            params={{ organizationId, spotId: String(spot.pk) }}
          >
            Create invoice
          </Link>
        ) : (
          <span aria-disabled="true" className={classes.dimmed}>
            Create invoice (choose an organization and a property first)
          </span>
        )}
      </p>
    </section>
  );
}

function OrganizationSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const results = useSearch('organizations', text, (search, signal) =>
    call(searchOrganizations, { query: { search } }, signal),
  );
  return (
    <SearchSelect
      ariaLabel="Organization search"
      placeholder="Organization search"
      options={results.map((option) => ({ value: String(option.pk), label: option.name }))}
      value={null}
      onSearch={setText}
      onChoose={(organizationId) =>
        void navigate({ to: '/organization/$organizationId', params: { organizationId } })
      }
    />
  );
}

function PropertySearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const results = useSearch('spots', text, (search, signal) =>
    call(searchSpots, { query: { search } }, signal),
  );
  return (
    <SearchSelect
      ariaLabel="Property search"
      placeholder="Property search"
      options={results.map((option) => ({
        value: `${option.organization}/${option.pk}`,
        label: `${option.name}, ${option.city} (${option.organization_name})`,
      }))}
      value={null}
      onSearch={setText}
      onChoose={(chosen) => {
        const [organizationId = '', spotId = ''] = chosen.split('/');
        void navigate({
          to: '/organization/$organizationId/spots/$spotId/detail',
          params: { organizationId, spotId },
        });
      }}
    />
  );
}
