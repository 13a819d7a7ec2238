import { expect, test } from 'vitest';
import { formatSupervisorLine } from './log-line.mjs';

const line = 'Lotkeeper ended. Restarting in 1 seconds.';

test('a line of the supervisor has the format of the server’s log', () => {
  const json = formatSupervisorLine(line, { setting: undefined, isTerminal: false, now: 5 });
  expect(JSON.parse(json)).toMatchObject({ level: 50, time: 5, msg: line });
  expect(formatSupervisorLine(line, { setting: 'json', isTerminal: true, now: 5 })).toBe(json);
  for (const options of [
    { setting: undefined, isTerminal: true },
    { setting: 'pretty', isTerminal: false },
  ]) {
    expect(formatSupervisorLine(line, { ...options, now: 5 })).toBe(line);
  }
});
