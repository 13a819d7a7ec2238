/** Bytes of a segment file of the write-ahead log, initdb's default. */
export const segmentBytes = 16 * 2 ** 20;
const segmentsPerLog = 2 ** 32 / segmentBytes;

/** Parses a position in the write-ahead log such as `0/3000A28` into bytes. */
export function parsePosition(text: string): number {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

export const formatPosition = (bytes: number): string =>
  `${Math.floor(bytes / 2 ** 32).toString(16)}/${(bytes % 2 ** 32).toString(16)}`.toUpperCase();

/** The first position of the segment that contains a position. */
export const toSegmentStart = (bytes: number): number => bytes - (bytes % segmentBytes);

/** The name of the segment file that contains a position. */
export function nameSegment(timeline: number, bytes: number): string {
  const number = Math.floor(bytes / segmentBytes);
  return [timeline, Math.floor(number / segmentsPerLog), number % segmentsPerLog]
    .map((field) => field.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
