import type { Role } from '@lotkeeper/contract/kernel/access';
import { roles } from '@lotkeeper/contract/kernel/access';
import { roleOptions, roleTexts } from '@lotkeeper/contract/people/team';
import type { PersonWithRoles } from '@lotkeeper/contract/platform/superuser';
import { searchPeople, setRole } from '@lotkeeper/contract/platform/superuser';
import { useDebouncedValue } from '@mantine/hooks';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import type { Employer } from './new-person.tsx';
import { NewPersonDialog } from './new-person.tsx';
import classes from './superuser.module.css';

const typingPause = 200;
const noRole = { value: '', label: 'No role' };

/** Finds people, and grants and revokes roles in the open organization. */
export function PeoplePage({ employer }: { employer: Employer | null }) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, typingPause);
  const [adding, setAdding] = useState(false);
  const people = useRead(searchPeople, { query: { search: settled } });
  const change = useSend(setRole, [searchPeople]);
  const give = (person: PersonWithRoles, role: Role | null) =>
    employer &&
    change.mutate({
      params: { id: person.pk },
      body: { organization: employer.pk, role, shown: { role: roleAt(person, employer) } },
    });
  return (
    <>
      <PageHeader
        title="People"
        subtitle={
          employer
            ? `Roles in ${employer.name}`
            : 'Choose an organization first to change roles there'
        }
        actions={employer ? <Button onClick={() => setAdding(true)}>Add person</Button> : undefined}
      />
      <TextInput
        className={classes.search ?? ''}
        aria-label="Search people by name, email or phone"
        placeholder="Search by name, email or phone"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <FormFailure error={change.error} />
      <TablePanel
        query={people}
        caption="People"
        rowKey={(person) => person.pk}
        columns={createColumns(employer, give)}
        empty={{ icon: Users, title: 'No results found' }}
      />
      {adding && employer ? (
        <NewPersonDialog employer={employer} onClose={() => setAdding(false)} />
      ) : null}
    </>
  );
}

const roleAt = ({ affiliations }: PersonWithRoles, employer: Employer | null): Role | null =>
  affiliations.find(({ organization }) => organization === employer?.pk)?.role ?? null;

const listRoles = ({ affiliations }: PersonWithRoles) =>
  affiliations
    .map(({ organization_name, role }) => `${organization_name} (${roleTexts[role].label})`)
    .join(', ');

function createColumns(
  employer: Employer | null,
  give: (person: PersonWithRoles, role: Role | null) => void,
): DataColumn<PersonWithRoles>[] {
  const inOrganization: DataColumn<PersonWithRoles> = {
    key: 'role',
    header: 'Role here',
    render: (person) => (
      <SearchSelect
        ariaLabel={`Role of ${person.first_name} ${person.last_name}`}
        options={[noRole, ...roleOptions]}
        value={roleAt(person, employer) ?? ''}
        onChoose={(value) => give(person, roles.find((role) => role === value) ?? null)}
      />
    ),
  };
  return [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      render: (person) => (
        <>
          <UserText>{`${person.first_name} ${person.last_name}`}</UserText>
          {person.superuser ? ' · Superuser' : ''}
        </>
      ),
    },
    { key: 'email', header: 'Email', render: (person) => person.email ?? '–' },
    { key: 'phone', header: 'Phone', render: (person) => person.phone ?? '–' },
    {
      key: 'roles',
      header: 'Works for',
      render: (person) => <UserText>{listRoles(person) || 'Nobody'}</UserText>,
    },
    {
      key: 'login',
      header: 'Last login',
      render: (person) =>
        person.last_login === null ? 'Never' : formatAgo(person.last_login, now()),
    },
    ...(employer ? [inOrganization] : []),
  ];
}
