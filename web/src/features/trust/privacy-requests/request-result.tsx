import { foundClassTexts } from '@lotkeeper/contract/trust/privacy-classes';
import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { describeKept, listCounts } from './request-words.ts';

/** The state of a closed request, in a sentence. */
function describeState({ state, confirmed_by, finished_at }: PrivacyRequest): string {
  if (state === 'waiting') return 'Erasing begins in a moment. You can leave this page.';
  if (state === 'running') return 'Erasing… You can leave this page.';
  if (state === 'expired')
    return 'Nobody erased it within 7 days, so it isn’t remembered any more whom this was about. Search again to open another request.';
  if (state === 'failed')
    return 'The secret key was changed, so it isn’t known any more whom this was about. Search again to open another request.';
  return `Erased ${formatAgo(finished_at ?? 0, now())} by ${confirmed_by}. A car that comes again is a new car, and recorded as usual.`;
}

/** The result of a request: what was erased, and what was kept and why. */
export function RequestResult({ request }: { request: PrivacyRequest }) {
  const { erased, remaining } = request;
  return (
    <div className="ui-stack">
      <output>{describeState(request)}</output>
      {erased.length > 0 ? <p>Deleted or made anonymous: {listCounts(erased)}.</p> : null}
      {remaining.length > 0 ? (
        <div>
          <h3 className="ui-bottom">What stayed</h3>
          <ul className="ui-list ui-bottom">
            {remaining.map((row) => (
              <li key={`${row.class} ${row.reason}`}>
                {foundClassTexts[row.class].label}: {describeKept(row)}
              </li>
            ))}
          </ul>
          <p>Search again when that’s over.</p>
        </div>
      ) : null}
    </div>
  );
}
