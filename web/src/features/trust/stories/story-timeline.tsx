import { visitStatusNames } from '@lotkeeper/contract/people/filter-words';
import type { Story } from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import { describeEvent, describeRest } from '@lotkeeper/contract/trust/story-words';
import { History } from 'lucide-react';
import { formatInstant, formatStay } from '../../../kernel/format.ts';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import classes from './stories.module.css';

/** With more visits, each is a line that opens. */
const mostOpenVisits = 3;

const visitOf = (event: StoryEvent) => ('visit' in event ? event.visit : null);

/** Events in time order, those of one visit that follow each other together. */
function groupEvents(events: readonly StoryEvent[]): StoryEvent[][] {
  const groups: StoryEvent[][] = [];
  for (const event of events) {
    const visit = visitOf(event);
    const last = groups.at(-1);
    if (visit !== null && last?.[0] && visitOf(last[0]) === visit) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** All events, in time order. */
export function StoryTimeline({ story }: { story: Story }) {
  const { events, property } = story;
  const groups = groupEvents(events);
  const folds = groups.filter(([event]) => event && 'visit' in event).length > mostOpenVisits;
  const rest = describeRest(story.not_listed);
  return (
    <Panel title="Timeline">
      {events.length === 0 ? (
        <EmptyState
          icon={History}
          title="Nothing has happened yet"
          text="The start, what cameras see and every payment will be listed here."
        />
      ) : (
        <ol>
          {groups.map((group, index) =>
            folds && group.length > 1 ? (
              // oxlint-disable-next-line react/no-array-index-key -- events have no key of their own
              <li key={index} className={classes.event}>
                <Visit events={group} timezone={property.timezone} />
              </li>
            ) : (
              group.map((event, position) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <li key={`${index} ${position}`} className={classes.event} data-kind={event.kind}>
                  <Event event={event} timezone={property.timezone} />
                </li>
              ))
            ),
          )}
        </ol>
      )}
      {rest ? <p className="ui-note">{rest}</p> : null}
    </Panel>
  );
}

function Visit({ events, timezone }: { events: readonly StoryEvent[]; timezone: string }) {
  const times = events.map(({ happened_at }) => happened_at / 1000);
  const [from, until] = [Math.min(...times), Math.max(...times)];
  const status = events.find((event) => event.kind === 'visit_status');
  return (
    <details>
      <summary>
        {[
          formatInstant(from, timezone),
          // Without a second sight of the car, nobody knows how long.
          ...(until > from ? [formatStay((until - from) / 60)] : []),
          ...(status ? [visitStatusNames[status.status]] : []),
        ].join(' · ')}
      </summary>
      {events.map((event, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <Event key={index} event={event} timezone={timezone} />
      ))}
    </details>
  );
}

function Event({ event, timezone }: { event: StoryEvent; timezone: string }) {
  const { title, details } = describeEvent(event);
  return (
    <>
      <p className="ui-note">{formatInstant(event.happened_at / 1000, timezone)}</p>
      <p className={classes.title}>
        <UserText>{title}</UserText>
      </p>
      {details.map((detail) => (
        <p key={detail} className="ui-note">
          <UserText>{detail}</UserText>
        </p>
      ))}
      {event.kind === 'seen' ? <Images event={event} timezone={timezone} /> : null}
    </>
  );
}

function Images(props: { event: Extract<StoryEvent, { kind: 'seen' }>; timezone: string }) {
  const { event, timezone } = props;
  const pictures = [event.image, event.plate_image].flatMap((url) =>
    url === null ? [] : [{ url, thumbnail_url: url }],
  );
  if (pictures.length === 0) return null;
  const time = formatInstant(event.happened_at / 1000, timezone);
  return (
    <div className={classes.images}>
      <PictureGallery name={`${event.plate}, ${time}`} pictures={pictures} most={2} />
    </div>
  );
}
