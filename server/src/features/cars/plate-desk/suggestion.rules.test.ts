import { instant } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { DeskFacts } from './suggestion.rules.ts';
import { listReasons, suggestVerdict } from './suggestion.rules.ts';

const facts: DeskFacts = {
  entrance_at: instant(0),
  doubtful: true,
  was_decided: false,
  readings: [{ plate: 'ABC123', sureness: 0.9 }],
};

test.each<[Partial<DeskFacts>, string[]]>([
  [{}, ['doubtful']],
  [{ doubtful: false }, ['uncharged']],
  [{ entrance_at: null }, ['no_entrance']],
  [{ readings: [{ plate: 'ABC123', sureness: 0.5 }] }, ['unsure_read']],
  [
    {
      readings: [
        { plate: 'ABC123', sureness: 0.9 },
        { plate: 'A8C123', sureness: 0.6 },
      ],
    },
    ['unsure_read', 'look_alike'],
  ],
  [{ was_decided: true }, ['changed', 'doubtful']],
])('a visit says why it waits: %j', (more, reasons) => {
  expect(listReasons({ ...facts, ...more })).toEqual(reasons);
});

test('a plate that no camera was sure of is probably misread', () => {
  const readings = [{ plate: 'ABC123', sureness: 0.31 }];
  expect(suggestVerdict({ ...facts, readings })).toEqual({
    verdict: 'misread',
    why: 'No camera was surer of the plate than 31%.',
  });
});

test('reads that agree are probably right', () => {
  const one = { plate: 'ABC 123', sureness: 0.8 };
  expect(suggestVerdict({ ...facts, readings: [one, { ...one, plate: 'ABC123' }] })).toEqual({
    verdict: 'confirmed',
    why: '2 reads agree on the plate.',
  });
});

test('a visit whose reads are gone is shown all the same', () => {
  expect(suggestVerdict({ ...facts, readings: [] }).verdict).toBe('confirmed');
});
