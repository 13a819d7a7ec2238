import { openSessions } from '../server/src/kernel/access/sessions.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { noLimits, openDatabase } from '../server/src/kernel/data/database.ts';

/** Signs people in on a database of the bench, and returns the token of each. */
export async function startSessions(url: string, people: readonly number[]): Promise<string[]> {
  const database = openDatabase({ url, pool: 2, prepare: true, limits: noLimits });
  const sessions = await openSessions(database, systemClock, console.error);
  const tokens: string[] = [];
  for (const person of people) tokens.push(await sessions.start(person, 'bench'));
  await database.close();
  return tokens;
}
