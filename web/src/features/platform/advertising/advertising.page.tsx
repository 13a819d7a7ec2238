import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { bookingLink, listSpots } from '@lotkeeper/contract/platform/spots';
import { Megaphone } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { AddPropertyLink, EditPropertyButton } from '../../../shared/property-links.tsx';
import { formatAddress } from '../../../shared/spot-address.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { CopyButton } from '../../../ui/form/copy-text.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './advertising.module.css';
import { QrDownloads } from './qr-downloads.tsx';

const QrCode = lazy(() => import('../../../ui/media/qr-code.tsx'));

/** Each property's booking link, for signs, flyers, and websites. */
export function AdvertisingPage({ organizationId }: { organizationId: string }) {
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  return (
    <>
      <PageHeader
        title="Advertising"
        subtitle="Each property’s booking link, for your site, signs and flyers."
      />
      <Panel flush>
        <DataPanel
          query={spots}
          skeleton={<TableSkeleton rows={4} columns={2} />}
          empty={{
            icon: Megaphone,
            title: 'No parking lots here yet...',
            text: 'Your properties’ booking links will appear here.',
            action: <AddPropertyLink organizationId={organizationId} />,
          }}
        >
          {(rows) => (
            <ul className="ui-divided">
              {rows.map((spot) => (
                <BookingLink key={spot.pk} spot={spot} />
              ))}
            </ul>
          )}
        </DataPanel>
      </Panel>
    </>
  );
}

function BookingLink({ spot }: { spot: SpotSummary }) {
  const nameId = useId();
  const link = bookingLink(spot);
  return (
    <li className={classes.spot}>
      <div className={classes.code}>
        {link ? (
          <Suspense fallback={null}>
            <QrCode text={link} label={`QR code of the booking link of ${spot.name}`} />
          </Suspense>
        ) : null}
      </div>
      <div>
        <h2 id={nameId} className={classes.name}>
          {spot.name}
        </h2>
        <p className="ui-note">{formatAddress(spot)}</p>
        <p className="ui-note">
          {link ? <a href={link}>{link}</a> : 'This property has no booking link yet.'}
        </p>
      </div>
      <div className={classes.acts}>
        {link ? (
          <>
            <CopyButton text={link} label="Copy Link" copied="Link copied!" describedBy={nameId} />
            <QrDownloads link={link} name={spot.name} />
          </>
        ) : (
          <EditPropertyButton spot={spot}>
            Add a booking link
            <span className="ui-hidden"> to {spot.name}</span>
          </EditPropertyButton>
        )}
      </div>
    </li>
  );
}
