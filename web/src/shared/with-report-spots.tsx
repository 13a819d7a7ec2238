import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../kernel/queries.ts';
import { DataPanel } from '../ui/data/data-panel.tsx';
import { TableSkeleton } from '../ui/data/skeleton.tsx';
import { EmptyState } from '../ui/data/states.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { AddPropertyLink } from './property-links.tsx';

/** A page's first panel, its columns while loading, and what it will show. */
export interface SpotsPanel {
  title: string;
  columns: number;
  icon: LucideIcon;
  text: string;
}

/** A page about the money of an organization's properties: waits for their list, and says so when there are none. */
export function WithReportSpots(props: {
  organizationId: string;
  title: string;
  panel: SpotsPanel;
  /** While their list loads, so that nothing jumps; absent = the title. */
  header?: ReactNode;
  children: (spots: readonly SpotSummary[]) => ReactNode;
}) {
  const { organizationId, title, panel, header, children } = props;
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  if (spots.data?.length) return children(spots.data);
  return (
    <>
      {(spots.isPending && header) || <PageHeader title={title} />}
      <DataPanel
        title={panel.title}
        query={spots}
        skeleton={<TableSkeleton rows={8} columns={panel.columns} />}
      >
        {() => (
          <EmptyState
            icon={panel.icon}
            title="No parking lots here yet..."
            text={panel.text}
            action={<AddPropertyLink organizationId={organizationId} />}
          />
        )}
      </DataPanel>
    </>
  );
}
