import { expect, test } from 'vitest';
import { buildJsonLine, chooseLogFormat, toPrettyLine } from './log-lines.ts';

test('the log format is the configured one, or else pretty on a terminal and JSON elsewhere', () => {
  expect(chooseLogFormat('json', true)).toBe('json');
  expect(chooseLogFormat('pretty', false)).toBe('pretty');
  expect(chooseLogFormat(undefined, true)).toBe('pretty');
  expect(chooseLogFormat(undefined, false)).toBe('json');
  expect(chooseLogFormat('purple', false)).toBe('json');
});

const at = (time: number) => `T${time}`;

test('a line is one JSON object, whatever its message contains', () => {
  const line = buildJsonLine({ level: 'error', message: 'two\n"lines"', time: 7 }, { job: 'x' });
  expect(line.endsWith('\n')).toBe(true);
  expect(line.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({ level: 50, time: 7, job: 'x', msg: 'two\n"lines"' });
});

test('a pretty line has time, level, message, and fields, with a stack below it', () => {
  const line = JSON.stringify({
    level: 50,
    time: 7,
    pid: 1,
    hostname: 'h',
    request_id: '7kq2m9xw',
    code: undefined,
    count: 2,
    stack: ['a.ts:1', 'b.ts:2'],
    msg: 'request failed',
  });
  expect(toPrettyLine(line, at)).toBe(
    'T7 error: request failed request_id=7kq2m9xw count=2\n    at a.ts:1\n    at b.ts:2\n',
  );
  expect(toPrettyLine('{"level":35,"time":1}', at)).toBe('T1 35: \n');
});
