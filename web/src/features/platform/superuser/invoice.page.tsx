import { ExternalLink, FileText } from 'lucide-react';
import { settings } from '../../../kernel/settings.ts';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { invoiceAddress } from './invoice.rules.ts';

/** A link that writes to support; null without an address. */
const writeToSupport = (email: string | null, spotName: string) => {
  const subject = encodeURIComponent(`Connect custom invoices (${spotName})`);
  return email && `mailto:${email}?subject=${subject}`;
};

const reasonId = 'invoice-reason';

/** Opens the administrative page for custom invoices; without one, says why the button can't. */
export function InvoicePage({
  spot,
}: {
  spot: { pk: number; name: string; organization: number };
}) {
  const address = settings.admin_origin && invoiceAddress(settings.admin_origin, spot.pk);
  const support = writeToSupport(settings.support_email, spot.name);
  const detail = `/organization/${spot.organization}/spots/${spot.pk}/detail`;
  const create = {
    rightSection: <ExternalLink size={16} aria-hidden />,
    children: 'Create an Invoice',
  };
  return (
    <>
      <PageHeader title="Create an Invoice" subtitle={spot.name} />
      <Panel>
        <EmptyState
          icon={FileText}
          title={`Create a custom invoice for ${spot.name}`}
          text={
            address ? (
              'It opens in a new tab.'
            ) : (
              <span id={reasonId}>
                Custom invoices are created on your administrative site, which isn’t connected yet:
                ask the person who runs this server to set ADMIN_ORIGIN to its URL.
              </span>
            )
          }
          action={
            address ? (
              <Button
                component="a"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                {...create}
              />
            ) : (
              <>
                <Button disabled aria-describedby={reasonId} {...create} />
                <Button component="a" variant="default" href={support ?? detail}>
                  {support ? 'Email support' : 'Open Detail'}
                </Button>
              </>
            )
          }
        />
      </Panel>
    </>
  );
}
