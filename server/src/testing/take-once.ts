import type { Message } from '../kernel/messages/messages.ts';

/** Takes a message as providers do: one whose key came before is the same one, sent again, and dropped. */
export function takeOnce(taken: Message[], message: Message): void {
  if (taken.every(({ key }) => key !== message.key)) taken.push(message);
}
