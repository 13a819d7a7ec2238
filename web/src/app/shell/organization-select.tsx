import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { listOrganizationPages } from '@lotkeeper/contract/platform/pages';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import type { useCurrent } from './current.ts';
import { findOrganizationPage } from './same-page.ts';

/** Switches between the organizations of a person who has several; keeps the open page if both have it. */
export function OrganizationSelect(props: {
  current: ReturnType<typeof useCurrent>;
  organizations: AnswerOf<typeof listOrganizations>;
}) {
  const { current, organizations } = props;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const choose = (organizationId: string) => {
    const role = organizations.find(({ pk }) => String(pk) === organizationId)?.role ?? null;
    const page = findOrganizationPage(pathname);
    const pages = listOrganizationPages({ superuser: false, role });
    const isThere = pages.some(({ path }) => path === page);
    void (page && isThere
      ? navigate({ to: '/organization/$organizationId/$page', params: { organizationId, page } })
      : navigate({ to: '/organization/$organizationId', params: { organizationId } }));
  };
  return (
    <SearchSelect
      ariaLabel="Organization"
      placeholder="Choose an organization"
      options={organizations.map(({ pk, name }) => ({ value: String(pk), label: name }))}
      value={current.organization ? String(current.organization.pk) : null}
      onChoose={choose}
    />
  );
}
