import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AccessKind, MemberAccess } from '@lotkeeper/contract/people/team';
import { listMemberAccess } from '@lotkeeper/contract/people/team';
import { useId } from 'react';
import { formatDate } from '../../../kernel/format.ts';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './team.module.css';

const kindLabels: Record<AccessKind, string> = {
  invitation: 'Open invitation',
  auditor_link: 'Auditor link',
  api_key: 'API key',
  webhook: 'Webhook',
  calendar_link: 'Calendar link',
  camera_feed: 'Camera connection',
  kiosk: 'Kiosk',
};

/** What stays active with its member gone, whatever is chosen. */
const goesOn = ({ kind }: MemberAccess) => kind === 'camera_feed' || kind === 'kiosk';

/** What ends without being chosen. */
const endsAnyway = ({ kind }: MemberAccess) => kind === 'calendar_link' || kind === 'invitation';

const formatDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));

const explainUse = ({ expires_at, last_used_at }: MemberAccess) =>
  [
    last_used_at === null ? 'Never used' : `Last used ${formatDay(last_used_at)}`,
    expires_at === null ? null : `expires ${formatDay(expires_at)}`,
  ]
    .filter(Boolean)
    .join(', ');

interface MemberAccessProps {
  name: string;
  /** When it is chosen what ends. */
  after: string;
  query: QueryLike<MemberAccess[]>;
  isEnding: boolean;
  onChange: (isEnding: boolean) => void;
}

/** What a member set up that opens the organization without them, and whether it ends with their role. */
export function MemberAccessChoice({ name, after, query, isEnding, onChange }: MemberAccessProps) {
  const heading = useId();
  return (
    <DataPanel
      query={query}
      flush
      skeleton={<TableSkeleton rows={2} columns={1} />}
      isEmpty={() => false}
      errorTitle={listMemberAccess.failure}
    >
      {(access) => {
        const canEnd = access.some((item) => !endsAnyway(item) && !goesOn(item));
        return access.length === 0 ? null : (
          <>
            <p id={heading} className="ui-bottom">
              {name} set up:
            </p>
            <ul aria-labelledby={heading} className="ui-list ui-bottom-wide">
              {access.map((item) => (
                <li key={`${item.kind} ${item.pk}`}>
                  {kindLabels[item.kind]}: <UserText className="ui-wrap">{item.name}</UserText>
                  <span className={classes.note}> {explainUse(item)}</span>
                </li>
              ))}
            </ul>
            {access.some(goesOn) ? (
              <p className={classes.note}>
                Camera connections and kiosks keep working, so that entrances stay open. If {name}{' '}
                may still have a connection’s key, replace the connection on the Cameras page.
              </p>
            ) : null}
            {canEnd ? (
              <Choices
                label={after}
                options={[
                  {
                    value: 'end',
                    label: 'End auditor links, API keys and webhooks too',
                    description:
                      'Programs that use them stop working. Otherwise they stay active. Open invitations end in any case.',
                  },
                ]}
                chosen={isEnding ? ['end'] : []}
                onChange={(chosen) => onChange(chosen.length > 0)}
              />
            ) : null}
          </>
        );
      }}
    </DataPanel>
  );
}
