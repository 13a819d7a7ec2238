import { openSessions } from '../../server/src/kernel/access/sessions.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { openApp } from './place.ts';

/** Signs people in on a benchmark database, and returns each one's token. */
export async function startSessions(url: string, people: readonly number[]): Promise<string[]> {
  const database = openApp(url);
  const sessions = await openSessions(database, systemClock, console.error);
  const tokens: string[] = [];
  for (const person of people) tokens.push(await sessions.start(person, 'bench'));
  await database.close();
  return tokens;
}
