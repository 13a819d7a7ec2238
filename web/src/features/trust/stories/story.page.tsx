import type { Story, StoryRecord } from '@lotkeeper/contract/trust/stories';
import {
  getRentalStory,
  getViolationStory,
  getVisitStory,
} from '@lotkeeper/contract/trust/stories';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { keepLastPlace } from '../../../kernel/last-place.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { StoryEvidence } from './story-evidence.tsx';
import { StoryHold } from './story-hold.tsx';
import { StoryMoneyPanel } from './story-money.tsx';
import { StoryRefund } from './story-refund.tsx';
import { StorySummary } from './story-summary.tsx';
import { StoryTimeline } from './story-timeline.tsx';

const recordNames: Record<StoryRecord, string> = {
  rental: 'Rental',
  visit: 'Visit',
  violation: 'Violation',
};

interface StoryPageProps {
  organizationId: string;
  record: StoryRecord;
  /** As in the URL: a pk or a uuid. */
  id: string;
}

function useStory({ record, id }: Pick<StoryPageProps, 'record' | 'id'>) {
  const input = { params: { id } };
  const rental = useRead(getRentalStory, record === 'rental' ? input : null);
  const visit = useRead(getVisitStory, record === 'visit' ? input : null);
  const violation = useRead(getViolationStory, record === 'violation' ? input : null);
  return { rental, visit, violation }[record];
}

/** Everything recorded about a rental, visit, or violation, from the booking to the bank. */
export function StoryPage({ organizationId, record, id }: StoryPageProps) {
  const story = useStory({ record, id });
  const name = recordNames[record];
  const status = story.error?.status;
  // A member of two organizations can read the record, but it isn't this organization's.
  const isElsewhere = story.data && story.data.property.organization !== Number(organizationId);
  const isAbsent = isElsewhere || (!story.data && (status === 404 || status === 400));
  const visibleStory = isAbsent ? undefined : story.data;
  const spotId = visibleStory ? String(visibleStory.property.pk) : null;
  // The menu is that of the record's property.
  useEffect(() => {
    if (spotId) keepLastPlace({ organizationId, spotId });
  }, [organizationId, spotId]);
  return (
    <>
      <PageHeader
        title={visibleStory?.car?.plate ?? name}
        subtitle={
          visibleStory ? (
            <Subtitle story={visibleStory} name={name} organizationId={organizationId} />
          ) : undefined
        }
      />
      {isAbsent ? (
        <Panel>
          <EmptyState
            icon={SearchX}
            title={`${name} not found`}
            text="It may belong to another organization, or the link is incomplete."
            action={<Link to="/">Go to your properties</Link>}
          />
        </Panel>
      ) : (
        <DataPanel query={story} skeleton={<StorySkeleton />}>
          {(found) => <StoryPanels story={found} {...{ organizationId, record, id }} />}
        </DataPanel>
      )}
    </>
  );
}

function Subtitle(props: { story: Story; name: string; organizationId: string }) {
  const { property } = props.story;
  return (
    <>
      {props.name} at{' '}
      <Link
        to="/organization/$organizationId/spots/$spotId/detail"
        params={{ organizationId: props.organizationId, spotId: String(property.pk) }}
      >
        {property.name}
      </Link>
    </>
  );
}

const StorySkeleton = () => (
  <div className="ui-stack">
    <Panel>
      <TableSkeleton rows={2} columns={5} />
    </Panel>
    <div className="ui-aside">
      <Panel>
        <TableSkeleton rows={8} columns={2} />
      </Panel>
      <Panel>
        <TableSkeleton rows={8} columns={2} />
      </Panel>
    </div>
  </div>
);

function StoryPanels(props: StoryPageProps & { story: Story }) {
  const { story, organizationId, record, id } = props;
  return (
    <div className="ui-stack">
      <StorySummary story={story} organizationId={organizationId} />
      <div className={story.money ? 'ui-aside' : undefined}>
        <StoryTimeline story={story} />
        {story.money ? (
          <div className="ui-stack">
            <StoryMoneyPanel story={story} money={story.money} />
            {story.rental ? (
              <StoryRefund
                record="rental"
                id={story.rental.uuid}
                timezone={story.property.timezone}
              />
            ) : null}
            {record === 'violation' && story.violations[0] ? (
              <StoryRefund
                record="violation"
                id={story.violations[0].uuid}
                timezone={story.property.timezone}
              />
            ) : null}
            <StoryEvidence record={record} id={id} />
            <StoryHold organizationId={organizationId} record={record} story={id} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
