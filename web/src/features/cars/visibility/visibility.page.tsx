import { hasFeature, spotFeatureRules } from '@lotkeeper/contract/platform/spots';
import { useState } from 'react';
import { useProfile } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { CameraImages } from './camera-images.tsx';
import type { VisibilitySpot } from './driver-log.rules.ts';
import { DriverLog } from './driver-log.tsx';
import { HeroStats } from './hero-stats.tsx';
import type { LogFilters } from './log-search.ts';

const views = [
  { value: 'demo', label: 'Demo' },
  { value: 'extended', label: 'Extended View' },
] as const;
type View = (typeof views)[number]['value'];

/** What a property's cameras see. A superuser may hide plates from onlookers, and sees more about each visit. */
export function VisibilityPage(
  props: FilterProps<LogFilters> & {
    spot: VisibilitySpot;
  },
) {
  const { spot, filters, onFilter } = props;
  const { superuser } = useProfile();
  const [chosen, setChosen] = useState<View[]>([]);
  const demo = chosen.includes('demo');
  const hasImages = hasFeature(spot, 'camera images', { superuser });
  const hasLog = hasFeature(spot, 'driver log', { superuser });
  return (
    <>
      <PageHeader
        title="Visibility"
        subtitle={`What the cameras of ${spot.name} see`}
        actions={
          superuser ? (
            <Choices label="View" options={views} chosen={chosen} onChange={setChosen} />
          ) : undefined
        }
      />
      <div className="ui-stack">
        {hasImages || hasLog ? (
          <HeroStats spot={spot} hasOccupancy={hasLog} hasReads={hasImages} />
        ) : null}
        {hasLog ? (
          <DriverLog
            spot={spot}
            filters={filters}
            onFilter={onFilter}
            superuser={superuser}
            demo={demo}
            extended={chosen.includes('extended')}
          />
        ) : null}
        {/* Below the log, whose rows have images of their own. */}
        {hasImages ? <CameraImages spot={spot} hidePlates={demo} /> : null}
        {hasImages || hasLog ? null : <EmptyState title={spotFeatureRules['driver log'].whenOff} />}
      </div>
    </>
  );
}
