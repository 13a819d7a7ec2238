import { FolderClock } from 'lucide-react';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { RequestSearch } from './request-search.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import type { RequestFilters } from './requests-search.ts';

interface RequestsPageProps extends FilterProps<RequestFilters> {
  organizationId: string;
}

/** Finds what the organization has about a driver, exports it, and erases it. */
export function RequestsPage(props: RequestsPageProps) {
  const { organizationId, filters, onFilter } = props;
  const { page = 1, request } = filters;
  const open = (pk: number) => onFilter({ page, request: pk });
  return (
    <>
      <PageHeader
        title="Requests of Drivers"
        subtitle="When a driver asks what you have about them, find it, export it, or erase it"
        actions={
          <LinkButton
            to="/organization/$organizationId/privacy"
            params={{ organizationId }}
            leftSection={<FolderClock size={16} aria-hidden />}
          >
            Privacy & Retention
          </LinkButton>
        }
      />
      <div className="ui-stack">
        <Panel title="Find a driver">
          <RequestSearch organizationId={organizationId} onFound={({ pk }) => open(pk)} />
        </Panel>
        {request ? <RequestPanel key={request} {...{ organizationId, request }} /> : null}
        <RequestsPanel
          {...{ organizationId, page }}
          onPage={(next, mode) => onFilter({ page: next }, mode)}
          onRequest={open}
        />
      </div>
    </>
  );
}
