import { listOldZones } from '@lotkeeper/contract/kernel/zone-data';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { ChevronDown } from 'lucide-react';
import { useRead } from '../kernel/queries.ts';
import { SharedFailure } from '../ui/data/failures.tsx';
import { PageStatus } from '../ui/frame/page-header.tsx';
import { createWidget } from '../ui/use-widget.ts';
import { EditPropertyLink } from './property-links.tsx';
import classes from './property-switcher.module.css';
import { formatAddress } from './spot-address.ts';

const oldZones = new Set(listOldZones().map(({ zone }) => zone));

const usePropertyMenu = createWidget(() => import('./property-menu.tsx'));

interface PropertySwitcherProps {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
  /** The page that opens for another property. */
  page: string;
}

/** The header of a property's main pages: its name, address, and organization, and a switch to others. */
export function PropertySwitcher({ organization, spot, spots, page }: PropertySwitcherProps) {
  const organizations = useRead(listOrganizations, {});
  const others = (organizations.data ?? []).filter((candidate) => candidate.pk !== organization.pk);
  const several = spots.length > 1 || others.length > 0;
  return (
    <>
      <header className={classes.header}>
        <h1 className={classes.name}>
          {several ? <Switch {...{ organization, spot, spots, others, page }} /> : spot.name}
        </h1>
        <p className="ui-top ui-dimmed">
          {formatAddress(spot)} <span aria-hidden>·</span> {organization.name}
          <EditPropertyLink spot={spot} /> <PageStatus />
        </p>
        {oldZones.has(spot.timezone) ? (
          <p className="ui-top ui-dimmed" role="status">
            This browser’s time zone data are old, so times here may be an hour off. Update the
            browser.
          </p>
        ) : null}
      </header>
      <SharedFailure />
    </>
  );
}

/** The property's name as a button. The menu is loaded on focus or hover. */
function Switch(props: PropertySwitcherProps & { others: readonly Organization[] }) {
  const { Widget, start, failure, standIn } = usePropertyMenu();
  if (Widget) return <Widget {...props} start={start} />;
  return (
    <>
      <button
        {...standIn}
        type="button"
        className={classes.button}
        aria-label={`${props.spot.name}, switch property`}
        aria-haspopup="menu"
        aria-expanded={false}
      >
        <span>{props.spot.name}</span>
        <ChevronDown size={18} aria-hidden />
      </button>
      {failure ? (
        <p role="alert" className="ui-top ui-dimmed">
          {failure}
        </p>
      ) : null}
    </>
  );
}
