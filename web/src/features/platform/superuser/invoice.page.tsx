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

/** Links superusers to the administrative page for custom invoices. */
export function InvoicePage({ spot }: { spot: { pk: number; name: string } }) {
  const address = settings.admin_origin && invoiceAddress(settings.admin_origin, spot.pk);
  const support = writeToSupport(settings.support_email, spot.name);
  return (
    <>
      <PageHeader title="Create an Invoice" subtitle={spot.name} />
      <Panel>
        <EmptyState
          icon={FileText}
          title={`Create a custom invoice for ${spot.name}`}
          text={
            address
              ? 'It opens in a new tab.'
              : 'Custom invoices are created on your administrative site, which isn’t connected yet: ask the person who runs this server to set ADMIN_ORIGIN to its URL.'
          }
          action={
            address ? (
              <Button
                component="a"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                rightSection={<ExternalLink size={16} aria-hidden />}
              >
                Create an Invoice
              </Button>
            ) : support ? (
              <Button component="a" variant="default" href={support}>
                Email support
              </Button>
            ) : null
          }
        />
      </Panel>
    </>
  );
}
