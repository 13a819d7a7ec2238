/** What is wrong with a packet. */
export interface Finding {
  /** A file of the packet, a row, a seal, or the packet. */
  subject: string;
  /** What is wrong with it, as one message for people. */
  message: string;
}

/** Names in packets are somebody else's text: they're shown up to here. */
const maxNameLength = 120;

/** A name from a packet for a message: without control characters, and not longer than a line. */
export function quoteName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
  const printable = name.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '?',
  );
  return printable.length > maxNameLength ? `${printable.slice(0, maxNameLength)}…` : printable;
}

/** A fingerprint as people compare it: the first and last characters are what they look at. */
export const shortenKey = (fingerprint: string): string =>
  `${fingerprint.slice(0, 8)}…${fingerprint.slice(-8)}`;
