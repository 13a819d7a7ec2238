import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import type { DeskFacts, OtherFacts } from './suggestion.rules.ts';
import { isSameFinding, listReasons, suggestFinding } from './suggestion.rules.ts';

const read = (plate: string, confidence: number, sureness = confidence) => ({
  plate,
  confidence,
  sureness,
  direction: 'Entrance' as const,
  captured_at: 0,
});
const at = (minutes: number) => instant(minutes * minuteMs);

const facts: DeskFacts = {
  plate: 'ABC123',
  state: 'FL',
  entrance_at: at(0),
  exit_at: null,
  doubtful: true,
  held: null,
  is_known: false,
  is_elsewhere: false,
  was_decided: false,
  readings: [read('ABC123', 0.9)],
  others: [],
  likely: null,
};
const other: OtherFacts = {
  pk: 7,
  plate: 'ABC128',
  state: null,
  entrance_at: null,
  exit_at: at(40),
  is_known: false,
  sureness: 0.6,
};

test.each<[Partial<DeskFacts>, string[]]>([
  [{}, ['doubtful']],
  [{ doubtful: false }, ['uncharged']],
  [{ doubtful: false, entrance_at: instant(at(0) - 3 * dayMs), exit_at: at(0) }, ['uncharged']],
  [{ doubtful: false, exit_at: instant(at(0) - 2 * dayMs) }, ['too_late']],
  [{ entrance_at: null }, ['no_entrance']],
  [{ readings: [read('ABC123', 0.5)] }, ['unsure_read']],
  [
    {
      readings: [read('ABC123', 0.9), read('A8C123', 0.6)],
    },
    ['unsure_read', 'look_alike'],
  ],
  [{ was_decided: true }, ['changed', 'doubtful']],
  [{ doubtful: false, held: 'outage' }, ['outage']],
  [{ is_elsewhere: true }, ['two_places']],
  [{ others: [{ ...other, plate: 'ABC 123', exit_at: at(-9) }] }, ['double_dip']],
  [{ others: [{ ...other, plate: 'ABC 123', exit_at: at(-11) }] }, ['doubtful']],
  [
    {
      readings: [
        { ...read('ABC123', 0.9), captured_at: 60 },
        { ...read('ABC123', 0.9), captured_at: 30, direction: 'Exit' },
      ],
    },
    ['clocks'],
  ],
  [
    {
      readings: [0, 30, 33, 60].map((captured_at, index) => ({
        ...read('ABC123', 0.9),
        captured_at,
        direction: index % 2 ? ('Exit' as const) : ('Entrance' as const),
      })),
    },
    ['doubtful'],
  ],
])('a visit says why it waits: %j', (more, reasons) => {
  expect(listReasons({ ...facts, ...more }, at(1))).toEqual(reasons);
});

test('a plate that no camera was sure of is probably misread', () => {
  const readings = [read('ABC123', 0.31)];
  expect(suggestFinding({ ...facts, readings })).toEqual({
    finding: { verdict: 'misread' },
    why: 'No read of the plate is surer than 31%.',
  });
});

test('a plate that was read alike coming and going is probably right', () => {
  const one = read('ABC 123', 0.8);
  const readings = [one, { ...one, plate: 'ABC123', direction: 'Exit' as const }];
  const whole = { ...facts, exit_at: at(40), readings };
  const confirmed = { finding: { verdict: 'confirmed' }, why: '2 reads agree on the plate.' };
  expect(suggestFinding({ ...whole, doubtful: false })).toEqual(confirmed);
  // It was in beside a car whose plate looks like it.
  const twin = { ...other, entrance_at: at(-20), exit_at: at(60) };
  expect(suggestFinding({ ...whole, others: [twin] })).toEqual(confirmed);
  expect(suggestFinding(whole).finding).toBeNull();
  expect(suggestFinding({ ...whole, doubtful: false, held: 'long_stay' }).finding).toBeNull();
});

test.each([
  ['of one read', [read('ABC123', 0.9)], 'A camera was 90% sure of the plate.'],
  [
    'of two frames of one pass',
    [read('ABC123', 0.9), read('ABC123', 0.8)],
    'A camera was 90% sure of the plate.',
  ],
  ['of no read', [], 'The camera doesn’t say how sure it was. Compare the image.'],
])('nothing is suggested because %s of a plate that nobody knows', (_, readings, why) => {
  expect(suggestFinding({ ...facts, readings })).toEqual({ finding: null, why });
});

test('where a camera often mistakes a sign, the known car with the true one is suggested', () => {
  const mistake = { camera_pk: 1, read_sign: '8', true_sign: 'B', count: 12 };
  const likely = {
    ...mistake,
    read_key: 'A8C123',
    plate_key: 'ABC123',
    plate: 'ABC 123',
    state: 'FL',
  };
  expect(suggestFinding({ ...facts, plate: 'A8C123', likely })).toEqual({
    finding: { verdict: 'corrected', plate: 'ABC 123', state: 'FL' },
    why: 'The camera read 8 for B 12 times before, and ABC 123 is a car that you know.',
  });
});

test('a read counts as it was weighed, and says so', () => {
  const readings = [read('ABC123', 0.9, 0.64)];
  expect(listReasons({ ...facts, readings }, at(1))).toEqual(['unsure_read']);
  expect(suggestFinding({ ...facts, readings }).why).toBe(
    'A camera was 90% sure of the plate. By what it mistook before, that counts as 64%.',
  );
});

test('the only visit with a similar plate and the end that is missing is probably its other half', () => {
  const { finding, why } = suggestFinding({ ...facts, others: [other] });
  expect(finding).toEqual({ verdict: 'joined', other: 7, plate: 'ABC123', state: 'FL' });
  expect(why).toBe('ABC128 left and wasn’t seen to come. It is probably the same car.');
});

test.each<[string, Partial<OtherFacts>, string | undefined]>([
  ['a plate of a known car is likelier', { is_known: true }, 'ABC128'],
  ['an exit before the entrance isn’t its own', { exit_at: at(-40) }, undefined],
  ['two different characters are another car', { plate: 'ABX128' }, undefined],
  ['unless one of them is a known car', { plate: 'ABC132', is_known: true }, 'ABC132'],
  ['neither plate is likelier where cameras were as sure', { sureness: 0.85 }, undefined],
])('%s', (_, more, plate) => {
  const { finding } = suggestFinding({ ...facts, others: [{ ...other, ...more }] });
  expect(finding && 'plate' in finding ? finding.plate : undefined).toBe(plate);
});

test('of two visits that it may belong to, none is suggested', () => {
  const others = [other, { ...other, pk: 8, plate: 'ABC12' }];
  expect(suggestFinding({ ...facts, others }).finding).toBeNull();
});

test('a suggestion is accepted with its plate and its other visit, however the plate is typed', () => {
  const corrected = { verdict: 'corrected' as const, plate: 'ABC 123', state: 'FL' };
  expect(isSameFinding(corrected, { ...corrected, plate: 'abc-123', state: null })).toBe(true);
  expect(isSameFinding(corrected, { ...corrected, plate: 'ABC124' })).toBe(false);
  const joined = { ...corrected, verdict: 'joined' as const, other: 7 };
  expect(isSameFinding(joined, { ...joined, other: 8 })).toBe(false);
  expect(isSameFinding(joined, corrected)).toBe(false);
  expect(isSameFinding({ verdict: 'misread' }, { verdict: 'misread' })).toBe(true);
});
