/** Something wrong with a packet. */
export interface Finding {
  /** A file of the packet, a row, a seal, or the packet. */
  subject: string;
  /** The problem, as one message for people. */
  message: string;
}

/** Names in packets are untrusted text, so they are cut off here. */
const maxNameLength = 120;

/** A name from a packet, safe for a message: without control characters, and no longer than a line. */
export function quoteName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this replaces them.
  const printable = name.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '?',
  );
  return printable.length > maxNameLength ? `${printable.slice(0, maxNameLength)}…` : printable;
}

/** A short form of a fingerprint: people compare the first and last characters. */
export const shortenKey = (fingerprint: string): string =>
  `${fingerprint.slice(0, 8)}…${fingerprint.slice(-8)}`;
