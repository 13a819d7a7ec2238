import type { CameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cars/cameras';
import type { OpenedMessage } from './envelope.ts';
import type { Beat, CameraRead, Envelope, ParsedMessage } from './formats/camera-read.ts';
import { UnparsableMessage } from './formats/camera-read.ts';
import { custom } from './formats/custom.ts';
import { formats } from './formats/formats.ts';

/** Maximum reads of one message, including vehicles without a plate. */
const maxReads = 1000;

/** The content of a message, and the outcome to answer with. */
export interface Message extends ParsedMessage {
  outcome: CameraAnswer['outcome'];
  reason: string | null;
}

/** The images of a message's reads, and of vehicles whose plate its camera couldn't read. */
export const listPictures = ({ reads, beats }: Pick<Message, 'reads' | 'beats'>) =>
  [...reads, ...beats].flatMap(({ image, plate_image }) => [image, plate_image]);

/** Gives a message's only read the images beside it that have a name its format doesn't know. */
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

/** How to read a sender's messages. */
export interface Reader {
  format: CameraFormat;
  /** The mapping of the format `custom`; null until an Admin set it. */
  mapping: CameraMapping | null;
}

function parseOne({ format, mapping }: Reader, envelope: Envelope): ParsedMessage {
  if (envelope.document === undefined) throw new UnparsableMessage('It contains no JSON or XML.');
  const parsed = format === 'custom' ? custom(envelope, mapping) : formats[format](envelope);
  return { ...parsed, reads: addOtherPictures(parsed.reads, envelope) };
}

/**
 * Parses a sender's message, each of its documents separately; for one that can’t be read, the result has the reason.
 */
export function parseMessage(reader: Reader, { envelopes, problem }: OpenedMessage): Message {
  const reads: CameraRead[] = [];
  const beats: Beat[] = [];
  let why = problem;
  let ignored: string | null = null;
  for (const envelope of envelopes) {
    try {
      const parsed = parseOne(reader, envelope);
      // More than a hundred thousand can't be passed as arguments.
      for (const parsedRead of parsed.reads) reads.push(parsedRead);
      for (const beat of parsed.beats) beats.push(beat);
      ignored ??= parsed.ignored;
    } catch (error) {
      if (!(error instanceof UnparsableMessage)) throw error;
      why ??= error.message;
    }
  }
  if (reads.length + beats.length > maxReads) {
    return toUnknown('It contains more than 1,000 readings.');
  }
  if (reads.length > 0) {
    const reason = why === null ? null : `A part of it can’t be read: ${why}`;
    return { reads, beats, ignored, outcome: 'read', reason };
  }
  if (why !== null) return toUnknown(why);
  return { reads, beats, ignored, outcome: ignored ? 'ignored' : 'heartbeat', reason: ignored };
}

const toUnknown = (reason: string): Message => ({
  reads: [],
  beats: [],
  ignored: null,
  outcome: 'unknown',
  reason,
});
