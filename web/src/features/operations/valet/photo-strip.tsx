import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { valetMessages, valetRules } from '@lotkeeper/contract/operations/valet';
import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { PhotoDrafts, PhotoInput } from '../../../shared/photo-input.tsx';
import { scaledPhoto } from '../../../shared/photo-scaling.ts';
import form from '../../../ui/form/form.module.css';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import { Failed } from './failed.tsx';
import type { Outgoing } from './outbox.ts';
import type { Stand } from './stand.ts';
import classes from './valet.module.css';
import type { Failure } from './valet.rules.ts';
import { describeFailure, formatName, unsavedText } from './valet.rules.ts';

type OutgoingPhoto = Extract<Outgoing, { kind: 'photo' }>;

/** A car's photos, for the valet who returns it. */
export function Photos({ session }: { session: ValetSession }) {
  if (session.photos.length === 0) return null;
  return (
    <div className={classes.photos}>
      <p className={form.legend}>Photos at check-in</p>
      <PictureGallery
        name={formatName(session)}
        pictures={session.photos.map(({ url }) => ({ url, thumbnail_url: url }))}
        most={valetRules.maxPhotos}
      />
    </div>
  );
}

/** Puts a photo into the outbox, scaled down; a check-in holds it until confirmed. */
function useCamera(stand: Stand, session: ValetSession, held: boolean) {
  const [preparing, setPreparing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const take = async (file: File) => {
    setPreparing(true);
    setFailure(null);
    try {
      const photo = await scaledPhoto(file);
      const outcome = await stand.outbox.add({
        id: crypto.randomUUID(),
        by: stand.by,
        name: formatName(session),
        at: now(),
        held,
        kind: 'photo',
        session: session.uuid,
        photo,
      });
      if (outcome.kind === 'refused') setFailure(describeFailure(outcome.error));
    } catch {
      setFailure({ title: 'This photo couldn’t be read.', text: 'Take another one.' });
    }
    setPreparing(false);
  };
  return { take, preparing, failure };
}

/** Takes photos of a car; shows the saved ones and those being sent. */
export function PhotoStrip(props: {
  stand: Stand;
  session: ValetSession;
  outgoing: readonly Outgoing[];
  /** Whether they wait for the check-in. */
  held: boolean;
}) {
  const { stand, session, held } = props;
  const { take, preparing, failure } = useCamera(stand, session, held);
  const id = useId();
  const photos = props.outgoing.filter(
    (item): item is OutgoingPhoto => item.kind === 'photo' && item.session === session.uuid,
  );
  const full = session.photos.length + photos.length >= valetRules.maxPhotos;
  return (
    <div className={classes.photos}>
      <p className={form.legend}>Photos of the car (optional)</p>
      {session.photos.length > 0 ? <Photos session={session} /> : null}
      <PhotoDrafts
        label="New photos"
        drafts={photos.map((item, index) => ({
          key: item.id,
          photo: item.photo,
          alt: `The car, ${index + 1}`,
          removeLabel: `Discard photo ${index + 1}`,
          onRemove: () => void stand.outbox.discard(item.id),
        }))}
      />
      <PhotoInput
        id={id}
        label={preparing ? 'Preparing the photo…' : 'Take a photo'}
        icon={Camera}
        accept="image/*"
        capture
        disabled={full || preparing}
        onChoose={(photo) => void take(photo)}
      />
      <output className="ui-dimmed">
        {photos.some(({ unsaved }) => unsaved)
          ? unsavedText('A photo', true)
          : full
            ? valetMessages.tooManyPhotos
            : describeProgress(photos, held)}
      </output>
      <Failed failure={failure} />
    </div>
  );
}

function describeProgress(photos: readonly OutgoingPhoto[], held: boolean): string {
  if (photos.length === 0) return '';
  const count = photos.length === 1 ? '1 photo' : `${photos.length} photos`;
  return held ? `${count}, sent with the check-in` : `${count} being sent…`;
}
