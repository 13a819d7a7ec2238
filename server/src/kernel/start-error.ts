/** A start that cannot go on for a reason outside the program; its message is one sentence for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}
