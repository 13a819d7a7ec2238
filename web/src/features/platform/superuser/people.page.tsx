import type { Role } from '@lotkeeper/contract/kernel/access';
import { roleOptions, roleTexts } from '@lotkeeper/contract/people/team';
import type { PersonWithRoles } from '@lotkeeper/contract/platform/superuser';
import { searchPeople, setRole } from '@lotkeeper/contract/platform/superuser';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatPhone } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import type { Employer } from './new-person.tsx';
import { NewPersonDialog } from './new-person.tsx';

const noRole = { value: '', label: 'No role' } as const;

/** Finds people, and grants and revokes roles in the open organization. */
export function PeoplePage({ employer }: { employer: Employer | null }) {
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<PersonWithRoles | null>(null);
  const people = useRead(searchPeople, { query: { search } });
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
      <SearchField
        className="ui-bottom-wide ui-search"
        ariaLabel="Search people by name, email or phone"
        value={search}
        maxLength={100}
        onSearch={setSearch}
      />
      <TablePanel
        query={people}
        caption="People"
        rowKey={(person) => person.pk}
        columns={[
          ...listColumns(employer),
          ...(employer ? listRoleColumns(employer, setChanged) : []),
        ]}
        filtered={{ by: [search], onClear: () => setSearch('') }}
      />
      {isAdding && employer ? (
        <NewPersonDialog employer={employer} onClose={() => setAdding(false)} />
      ) : null}
      {changed && employer ? (
        <RoleDialog person={changed} employer={employer} onClose={() => setChanged(null)} />
      ) : null}
    </>
  );
}

const nameOf = ({ first_name, last_name }: PersonWithRoles) => `${first_name} ${last_name}`;

/** Gives a person another role in an organization, or none. */
function RoleDialog(props: { person: PersonWithRoles; employer: Employer; onClose: () => void }) {
  const { person, employer, onClose } = props;
  const shownRole = roleAt(person, employer);
  const [role, setChosen] = useState(shownRole);
  const change = useSend(setRole, [searchPeople]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { organization: employer.pk, role, shown: { role: shownRole } };
    change.mutate({ params: { id: person.pk }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Change the role of ${nameOf(person)}`} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <OneChoice
          label={`Role in ${employer.name}`}
          options={[...roleOptions, noRole]}
          chosen={role ?? ''}
          onChange={(value) => setChosen(value === '' ? null : value)}
        />
        <FormFailure error={change.error} action={setRole.failure} />
        <FormActions submit="Save role" isPending={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const roleAt = ({ affiliations }: PersonWithRoles, employer: Employer | null): Role | null =>
  affiliations.find(({ organization }) => organization === employer?.pk)?.role ?? null;

/** The roles in organizations, without the one that has a column. */
const listRoles = ({ affiliations }: PersonWithRoles, employer: Employer | null) =>
  affiliations
    .filter(({ organization }) => organization !== employer?.pk)
    .map(({ organization_name, role }) => `${organization_name} (${roleTexts[role].label})`)
    .join(', ');

const listColumns = (employer: Employer | null): DataColumn<PersonWithRoles>[] => [
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
  { key: 'phone', header: 'Phone', render: ({ phone }) => (phone ? formatPhone(phone) : '–') },
  {
    key: 'roles',
    header: employer ? 'Works elsewhere' : 'Works for',
    render: (person) => <UserText>{listRoles(person, employer) || '–'}</UserText>,
  },
  {
    key: 'login',
    header: 'Last login',
    render: (person) =>
      person.last_login === null ? 'Never' : formatAgo(person.last_login, now()),
  },
];

/** The role in an organization, with a button that changes it. */
const listRoleColumns = (
  employer: Employer,
  onChange: (person: PersonWithRoles) => void,
): DataColumn<PersonWithRoles>[] => [
  {
    key: 'role',
    header: 'Role here',
    render: (person) => {
      const role = roleAt(person, employer);
      return role ? roleTexts[role].label : noRole.label;
    },
  },
  actionsColumn((person) => (
    <RowButton
      action="Change"
      subject={`the role of ${nameOf(person)}`}
      onClick={() => onChange(person)}
    />
  )),
];
