import type { Story } from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import { describeEvent, describeRest } from '@lotkeeper/contract/trust/story-words';
import { History } from 'lucide-react';
import { formatInstant } from '../../../kernel/format.ts';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import classes from './stories.module.css';

/** Several events can happen at the same time, even of the same kind. */
const listKeys = (events: readonly StoryEvent[]) => {
  const counts = new Map<string, number>();
  return events.map(({ kind, happened_at }) => {
    const name = `${kind} ${happened_at}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  });
};

/** All events, in time order. */
export function StoryTimeline({ story }: { story: Story }) {
  const { events, property } = story;
  const keys = listKeys(events);
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
        <ol className={classes.events}>
          {events.map((event, index) => (
            <li key={keys[index]} className={classes.event} data-kind={event.kind}>
              <Event event={event} timezone={property.timezone} />
            </li>
          ))}
        </ol>
      )}
      {rest ? <p className={classes.note}>{rest}</p> : null}
    </Panel>
  );
}

function Event({ event, timezone }: { event: StoryEvent; timezone: string }) {
  const { title, details } = describeEvent(event);
  return (
    <>
      <p className={classes.when}>{formatInstant(event.happened_at / 1000, timezone)}</p>
      <p className={classes.title}>
        <UserText>{title}</UserText>
      </p>
      {details.map((detail) => (
        <p key={detail} className={classes.note}>
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
