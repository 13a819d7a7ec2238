import { valetRoles } from '@lotkeeper/contract/kernel/access';
import { listValetLots } from '@lotkeeper/contract/operations/valet';
import { getProfile } from '@lotkeeper/contract/people/session';
import { useEffect, useState } from 'react';
import { ValetPage } from '#features/operations/valet/valet.page.tsx';
import { valetSearch } from '#features/operations/valet/valet-search.ts';
import { readToken } from '#kernel/auth-cookie.ts';
import { findFirstStep } from '#kernel/first-form.ts';
import { queryClient, readOptions } from '#kernel/queries.ts';
import { endSession } from '#kernel/session.tsx';
import type { HistoryMode } from '#kernel/url-state.ts';
import { parseSearch, stringifySearch } from '#kernel/url-state.ts';
import { rememberWantedPath } from '#kernel/wanted-path.ts';
import { drawPhonePage } from '../draw-phone-page.tsx';
import { ForRoles } from '../for-roles.tsx';
import classes from '../page.module.css';
import { SignedIn } from '../signed-in.tsx';

const openLogin = async (reason?: string) =>
  location.replace(reason ? `/login?reason=${reason}` : '/login');

const readFilters = () => valetSearch.parse(parseSearch(location.search));
type Filters = ReturnType<typeof readFilters>;

/** Writes the filters into the URL, which drops what it had besides them. */
const writeFilters = (filters: Filters, mode: HistoryMode = 'push') =>
  history[`${mode}State`](null, '', `${location.pathname}${stringifySearch(filters)}`);

function useFilters() {
  const [filters, setFilters] = useState(readFilters);
  useEffect(() => {
    writeFilters(readFilters(), 'replace');
    const onBack = () => setFilters(readFilters());
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
  const onFilter = (next: Filters, mode?: HistoryMode) => {
    writeFilters(next, mode);
    setFilters(readFilters());
  };
  return { filters, onFilter };
}

/** The valet dashboard has the whole screen to itself. */
function Stand({ organization }: { organization: string }) {
  const home = (
    <a className={classes.way} href={`/organization/${organization}/spots?view=list`}>
      Go to your properties
    </a>
  );
  return (
    <ForRoles
      roles={valetRoles}
      organization={Number(organization)}
      title="Valet Dashboard"
      frame={(refusal) => (
        <main className={classes.bare}>
          {home}
          {refusal}
        </main>
      )}
    >
      <ValetPage
        organizationId={organization}
        {...useFilters()}
        onLogout={() => void endSession(openLogin)}
        home={home}
      />
    </ForRoles>
  );
}

/** The longest wait for what the stand is drawn with at once, in milliseconds. */
const maxWaitMs = 5000;

/** Waits for the first reads and, if something was begun in the page's HTML, for its dialog, which takes its place. */
async function awaitStand(organization: string): Promise<void> {
  const isReady = Promise.all([
    queryClient.prefetchQuery(readOptions(getProfile, {})),
    queryClient.prefetchQuery(readOptions(listValetLots, { query: { organization } })),
    findFirstStep() && import('#features/operations/valet/stand-dialogs.ts').catch(() => null),
  ]);
  await Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}

export async function draw(): Promise<void> {
  if (!readToken()) {
    rememberWantedPath(location.href.slice(location.origin.length));
    return openLogin();
  }
  const [, organization = ''] = /^\/valet\/([^/]+)/.exec(location.pathname) ?? [];
  await awaitStand(organization);
  drawPhonePage(
    '/valet/$orgId',
    <SignedIn openLogin={openLogin}>
      <Stand organization={organization} />
    </SignedIn>,
  );
}
