import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cameras';
import type { CameraRead, Envelope, ParsedMessage } from './formats/camera-read.ts';
import { UnparsableMessage } from './formats/camera-read.ts';
import { formats } from './formats/formats.ts';

/** Maximum readings of one message. */
const maxReads = 1000;

/** What a message says, and how it is answered. */
export interface Message extends ParsedMessage {
  outcome: CameraAnswer['outcome'];
  reason: string | null;
}

/** The images of a message's reads. */
export const listPictures = ({ reads }: Pick<Message, 'reads'>) =>
  reads.flatMap(({ image, plate_image }) => [image, plate_image]);

/** Gives a message's only read the pictures beside it that have a name its format doesn't know. */
function addOtherPictures(reads: readonly CameraRead[], { pictures }: Envelope): CameraRead[] {
  const [read] = reads;
  if (!read || reads.length > 1) return [...reads];
  const others = [...pictures].filter(
    ([, bytes]) => bytes !== read.image && bytes !== read.plate_image,
  );
  const plate = others.find(([name]) => /plate/i.test(name))?.[1];
  const overview = others.find(([, bytes]) => bytes !== plate)?.[1];
  return [
    {
      ...read,
      image: read.image ?? overview ?? null,
      plate_image: read.plate_image ?? plate ?? null,
    },
  ];
}

/** Reads a message of a format; one that can’t be read says why. */
export function parseMessage(format: CameraFormat, envelope: Envelope): Message {
  try {
    if (envelope.document === undefined) throw new UnparsableMessage('It contains no JSON or XML.');
    const understood = formats[format](envelope);
    const { reads, ignored } = understood;
    if (reads.length > maxReads) {
      throw new UnparsableMessage('It contains more than 1,000 readings.');
    }
    const outcome = reads.length > 0 ? 'read' : ignored ? 'ignored' : 'heartbeat';
    return { ...understood, reads: addOtherPictures(reads, envelope), outcome, reason: ignored };
  } catch (error) {
    if (!(error instanceof UnparsableMessage)) throw error;
    return { reads: [], beats: [], ignored: null, outcome: 'unknown', reason: error.message };
  }
}
