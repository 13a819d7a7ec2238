import { getOperationsRegion } from '@lotkeeper/contract/platform/organizations';
import { supportHours } from '@lotkeeper/contract/platform/settings';
import { formatPhone } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { settings } from '../../../kernel/settings.ts';
import { SupportEmail } from '../../../shared/support-email.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ArticlesPanel } from './articles-panel.tsx';
import { supportOrganization } from './help-center.rules.ts';
import { VideoCards } from './video-cards.tsx';

/** The support number of the organization's region, or the default one. */
function useSupportPhone(organization: string | undefined): string {
  const org = supportOrganization(useProfile(), organization);
  const region = useRead(getOperationsRegion, org ? { query: { org } } : null);
  return region.data?.contact_number ?? settings.support_phone;
}

/** The line that starts an installation without the demo at the same URL. */
const ownStart = () =>
  `DEMO=0 DATA_DIR=data-own PORT=${window.location.port || '3000'} PUBLIC_URL=${window.location.origin} npm start`;

interface HelpCenterPageProps {
  /** The organization that the person came from. */
  organization: string | undefined;
  search: string;
  onSearch: (search: string) => void;
}

/** A search of the articles, and without one tutorials, how to reach support, and all articles. */
export function HelpCenterPage({ organization, search, onSearch }: HelpCenterPageProps) {
  const phone = useSupportPhone(organization);
  return (
    <>
      <PageHeader title="Help Center" subtitle={supportHours} />
      <SearchField
        ariaLabel="Search articles"
        value={search}
        onSearch={onSearch}
        maxLength={100}
        className="ui-bottom-wide ui-search"
      />
      <div className="ui-stack">
        {search ? null : (
          <div className="ui-aside">
            <Panel title="Tutorials">
              <VideoCards videos={settings.help_videos} organization={organization} />
            </Panel>
            <Panel title="Contact">
              <dl className="ui-facts">
                <dt>Email</dt>
                <dd>
                  <SupportEmail fallback="No email address is set up here." />
                </dd>
                <dt>Phone</dt>
                <dd>
                  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</a>
                </dd>
              </dl>
            </Panel>
          </div>
        )}
        <ArticlesPanel {...{ search, organization, onSearch }} />
        {settings.demo && !search ? (
          <Panel title="Start with your own data">
            <p className="ui-bottom-wide">
              You see made-up data. Stop Lotkeeper, and start it with this line: it uses a folder of
              its own, so the demo stays, and prints a link that creates your account.
            </p>
            <CopyText text={ownStart()} label="Copy" copied="Copied" />
          </Panel>
        ) : null}
      </div>
    </>
  );
}
