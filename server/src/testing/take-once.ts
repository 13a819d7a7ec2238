import type { Message } from '../kernel/messages/messages.ts';

/** Takes a message as providers do: one whose key came before is the same one, sent again, and dropped. */
export function takeOnce(taken: Message[], message: Message): void {
  const { key } = message;
  if (key === undefined || taken.every((other) => other.key !== key)) taken.push(message);
}
