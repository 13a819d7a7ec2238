import type { CalendarFeed } from '@lotkeeper/contract/operations/calendar-feeds';
import {
  createCalendarFeed,
  listCalendarFeeds,
  removeCalendarFeed,
} from '@lotkeeper/contract/operations/calendar-feeds';
import { now } from '../kernel/clock.ts';
import { formatAgo } from '../kernel/format.ts';
import { useRead, useSend } from '../kernel/queries.ts';
import { settings } from '../kernel/settings.ts';
import { DataPanel } from '../ui/data/data-panel.tsx';
import { TableSkeleton } from '../ui/data/skeleton.tsx';
import { Button } from '../ui/form/button.tsx';
import { CopyText } from '../ui/form/copy-text.tsx';
import classes from '../ui/form/form.module.css';
import { FormFailure } from '../ui/form/form-failure.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import { findPublicOrigin } from './public-origin.ts';
import type { Subscription } from './subscribe-button.tsx';

const title = 'Subscribe in your calendar';

const contents = {
  events:
    'The events and closings of this property appear in Google Calendar, Outlook, Apple Calendar or another program, and stay current.',
  payouts:
    'Payouts with their amounts, the day of the next one, and alerts appear in Google Calendar, Outlook, Apple Calendar or another program, and stay current.',
};

const describeLink = ({ created_at, last_read_at }: CalendarFeed) =>
  last_read_at === null
    ? `You have a link, created ${formatAgo(created_at, now())}. No calendar has read it yet.`
    : `You have a link, created ${formatAgo(created_at, now())}. A calendar last read it ${formatAgo(last_read_at, now())}.`;

/** Creates, renews or removes one's own link for calendar programs. */
export function SubscribeDialog({
  organizationId,
  body,
  onClose,
}: Subscription & { onClose: () => void }) {
  const params = { orgId: organizationId };
  const feeds = useRead(listCalendarFeeds, { params });
  const create = useSend(createCalendarFeed, [listCalendarFeeds]);
  const remove = useSend(removeCalendarFeed, [listCalendarFeeds]);
  if (create.data) return <CreatedLink path={create.data.path} onClose={onClose} />;
  const spot = body.kind === 'events' ? body.spot : null;
  const findOwn = (all: readonly CalendarFeed[]) =>
    all.find((feed) => feed.kind === body.kind && feed.spot === spot);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="ui-bottom-wide">{contents[body.kind]}</p>
      <DataPanel query={feeds} flush skeleton={<TableSkeleton rows={1} columns={1} />}>
        {(all) => {
          const own = findOwn(all);
          return (
            <>
              {own ? (
                <p className="ui-bottom-wide">
                  {describeLink(own)} Renew it to see it again. The old one stops working then.
                </p>
              ) : null}
              <FormFailure error={create.error ?? remove.error} />
              <div className={classes.buttons}>
                {own ? (
                  <Button
                    variant="default"
                    loading={remove.isPending}
                    onClick={() => remove.mutate({ params: { ...params, feed: String(own.pk) } })}
                  >
                    Remove link
                  </Button>
                ) : null}
                <Button loading={create.isPending} onClick={() => create.mutate({ params, body })}>
                  {own ? 'Renew link' : 'Create link'}
                </Button>
              </div>
            </>
          );
        }}
      </DataPanel>
    </Dialog>
  );
}

function CreatedLink({ path, onClose }: { path: string; onClose: () => void }) {
  const url = `${findPublicOrigin(settings.public_url, globalThis.location.origin)}${path}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="ui-bottom-wide">
        Copy it now: it isn’t shown again. Anyone who has it can read this calendar, so keep it to
        yourself.
      </p>
      <p className="ui-bottom-wide">
        In Google Calendar, choose Other calendars, then From URL. In Outlook, Add calendar, then
        Subscribe from web. On a Mac or an iPhone, choose Open in calendar.
      </p>
      <CopyText label="Copy link" copied="Copied" text={url} />
      <div className={classes.buttons}>
        <Button component="a" href={url.replace(/^https?:/, 'webcal:')} variant="default">
          Open in calendar
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
