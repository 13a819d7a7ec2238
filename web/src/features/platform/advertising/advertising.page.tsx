import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { bookingLink, listSpots } from '@lotkeeper/contract/platform/spots';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { AddPropertyLink, EditPropertyButton } from '../../../shared/property-links.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { CopyButton } from '../../../ui/form/copy-text.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';

const QrDialog = lazyDialog(() => import('./qr-dialog.tsx'));

interface Linked {
  link: string;
  name: string;
}

/** Each property's booking link, for signs, flyers, and websites. */
export function AdvertisingPage({ organizationId }: { organizationId: string }) {
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  const [shownLink, setShownLink] = useState<Linked | null>(null);
  return (
    <>
      <PageHeader
        title="Advertising"
        subtitle="Each property’s booking link, for your site, signs and flyers"
      />
      <TablePanel
        query={spots}
        caption="Booking links"
        rowKey={({ pk }) => pk}
        columns={columnsFor(setShownLink)}
        empty={{
          icon: Megaphone,
          title: 'No parking lots here yet...',
          text: 'Your properties’ booking links will appear here.',
          action: <AddPropertyLink organizationId={organizationId} />,
        }}
      />
      {shownLink ? <QrDialog {...shownLink} onClose={() => setShownLink(null)} /> : null}
    </>
  );
}

const columnsFor = (onShow: (linked: Linked) => void): DataColumn<SpotSummary>[] => [
  {
    key: 'name',
    header: 'Property',
    primary: true,
    render: ({ pk, name }) => <span id={`spot-${pk}`}>{name}</span>,
  },
  {
    key: 'link',
    header: 'Booking Link',
    isDetail: true,
    isCut: true,
    render: (spot) => {
      const link = bookingLink(spot);
      return link ? (
        <a className="ui-wrap" href={link}>
          {link.replace('https://', '')}
        </a>
      ) : (
        <span className="ui-dimmed">This property has no booking link yet.</span>
      );
    },
  },
  actionsColumn((spot) => {
    const link = bookingLink(spot);
    if (!link) {
      return (
        <EditPropertyButton spot={spot} isInRow>
          Add a booking link
          <span className="ui-hidden"> to {spot.name}</span>
        </EditPropertyButton>
      );
    }
    return (
      <>
        <CopyButton
          isInRow
          text={link}
          label="Copy Link"
          copied="Link copied!"
          describedBy={`spot-${spot.pk}`}
        />
        <RowButton
          action="QR code"
          subject={`of ${spot.name}`}
          onClick={() => onShow({ link, name: spot.name })}
        />
      </>
    );
  }),
];
