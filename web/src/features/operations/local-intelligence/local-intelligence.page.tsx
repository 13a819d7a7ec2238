import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { useHasRole } from '../../../kernel/session.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { ComingUp } from './coming-up.tsx';
import { EventEffects, HolidayEffects } from './effects-panel.tsx';
import { Weekdays } from './weekdays.tsx';

/** What drives a property's demand: holidays, weekdays, and events, and what comes next. */
export function LocalIntelligencePage(props: { organization: { pk: number }; spot: SpotSummary }) {
  const { organization, spot } = props;
  const money = useHasRole(organization.pk)(adminOnly);
  return (
    <>
      <PageHeader title="Local Intelligence" subtitle={spot.name} />
      <div className="ui-stack">
        <ComingUp organization={organization} spot={spot} />
        <HolidayEffects spot={spot} money={money} />
        <Weekdays spot={spot} money={money} />
        <EventEffects spot={spot} money={money} />
      </div>
    </>
  );
}
