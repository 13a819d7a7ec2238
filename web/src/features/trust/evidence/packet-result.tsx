import { compareKeys, packetDoesNotShow, packetShows } from '@lotkeeper/evidence/packet-words';
import type { PacketOrigin, Verdict } from '@lotkeeper/evidence/verify-packet';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PacketImages } from './packet-images.tsx';
import { ProvedRows, UnsealedRows } from './packet-rows.tsx';
import { formatIso } from './packet-times.ts';
import { VerdictBanner } from './verdict-banner.tsx';
import classes from './verify.module.css';

/** Further findings add nothing to act on. */
const maxFindings = 50;

function Findings({ findings }: { findings: readonly { message: string }[] }) {
  const messages = [...new Set(findings.map(({ message }) => message))];
  return (
    <Panel title="What is wrong">
      <ul className="ui-list">
        {messages.slice(0, maxFindings).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {messages.length > maxFindings ? (
        <p className={classes.quiet}>And {messages.length - maxFindings} more.</p>
      ) : null}
    </Panel>
  );
}

function describeKeys({ areKeysExpected, unexpectedKeys }: PacketOrigin): string {
  if (!areKeysExpected)
    return `This installation’s keys couldn’t be fetched, so whose key it is wasn’t verified. ${compareKeys}`;
  return unexpectedKeys.length === 0
    ? 'This installation has the key.'
    : 'The packet is signed by a key that this installation doesn’t have. Verify it on the page of the operator who made it.';
}

function Origin({ origin }: { origin: PacketOrigin }) {
  const { organization, made_at, keys } = origin;
  return (
    <Panel title="Who made it">
      <dl className={classes.facts}>
        <dt>Organization</dt>
        <dd>
          <code>{organization}</code>
        </dd>
        <dt>Made</dt>
        <dd>{formatIso(made_at)}</dd>
        <dt>{keys.length === 1 ? 'Fingerprint of the key' : 'Fingerprints of the keys'}</dt>
        {keys.map((key) => (
          <dd key={key}>
            <code>{key}</code>
          </dd>
        ))}
      </dl>
      <p>{describeKeys(origin)}</p>
    </Panel>
  );
}

function Limits() {
  return (
    <div className="ui-columns">
      <Panel title="What this shows">
        <ul className="ui-list">
          {packetShows.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Panel>
      <Panel title="What it doesn’t show">
        <ul className="ui-list">
          {packetDoesNotShow.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

/** Everything that can be said about a packet, starting with the verdict. */
export function PacketResult({ verdict, fileName }: { verdict: Verdict; fileName: string }) {
  const isProved = verdict.verdict === 'proved' || verdict.verdict === 'proved in part';
  return (
    <>
      <VerdictBanner verdict={verdict} fileName={fileName} />
      {'findings' in verdict ? <Findings findings={verdict.findings} /> : null}
      {'origin' in verdict && verdict.origin ? <Origin origin={verdict.origin} /> : null}
      {isProved ? (
        <>
          <ProvedRows rows={verdict.proved} />
          <UnsealedRows rows={verdict.unsealed} />
          <PacketImages images={verdict.images} missing={verdict.missingImages} />
          <Limits />
        </>
      ) : null}
    </>
  );
}
