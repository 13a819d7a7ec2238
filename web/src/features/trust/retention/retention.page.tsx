import { ScanSearch, UserSearch } from 'lucide-react';
import type { PageFilters } from '../../../kernel/search-params.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { ExportsPanel } from '../organization-exports/public.ts';
import { DeletionsPanel } from './deletions-panel.tsx';
import { HoldsPanel } from './holds-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';

interface PrivacyPageProps extends FilterProps<PageFilters> {
  organizationId: string;
}

/** How long an organization keeps its data, what is on hold, and what was deleted. */
export function PrivacyPage({ organizationId, filters, onFilter }: PrivacyPageProps) {
  return (
    <>
      <PageHeader
        title="Privacy & Retention"
        subtitle="How long your data is kept, what must be kept longer, and what was deleted"
        actions={
          <>
            <LinkButton
              to="/organization/$organizationId/plate-searches"
              params={{ organizationId }}
              leftSection={<ScanSearch size={16} aria-hidden />}
            >
              Plate Searches
            </LinkButton>
            <LinkButton
              to="/organization/$organizationId/privacy/requests"
              params={{ organizationId }}
              leftSection={<UserSearch size={16} aria-hidden />}
            >
              Requests of Drivers
            </LinkButton>
          </>
        }
      />
      <div className="ui-stack">
        <RulesPanel organizationId={organizationId} />
        <HoldsPanel organizationId={organizationId} />
        <DeletionsPanel
          organizationId={organizationId}
          page={filters.page ?? 1}
          onPage={(next, mode) => onFilter({ page: next }, mode)}
        />
        <ExportsPanel organizationId={organizationId} />
      </div>
    </>
  );
}
