import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { daysUntilReturn } from '@lotkeeper/contract/money/bank';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchableLine, MatchablePayout } from './match.rules.ts';
import { matchPayouts, matchReturns } from './match.rules.ts';

const may5 = '2026-05-05' as LocalDate;

const payout = (pk: number, change: Partial<MatchablePayout> = {}): MatchablePayout => ({
  pk,
  local_date: may5,
  amount: cents(87_200),
  statement_descriptor: 'LOTKEEPER 2026-04',
  ...change,
});

const line = (pk: number, change: Partial<MatchableLine> = {}): MatchableLine => ({
  pk,
  local_date: addDays(may5, 1),
  amount: cents(87_200),
  descriptor: 'ACH CREDIT',
  ...change,
});

describe('one payout and one line', () => {
  test('the same amount a day later is the payout', () => {
    expect(matchPayouts([payout(1)], [line(9)]).matches).toEqual([{ payout: 1, line: 9 }]);
  });

  test.each([
    [-2, 0],
    [-1, 1],
    [0, 1],
    [7, 1],
    [8, 0],
  ])('a line %i days after the payout makes %i matches', (days, count) => {
    const { matches } = matchPayouts([payout(1)], [line(9, { local_date: addDays(may5, days) })]);
    expect(matches).toHaveLength(count);
  });

  test('another amount isn’t a match', () => {
    const { matches, questions } = matchPayouts([payout(1)], [line(9, { amount: cents(87_201) })]);
    expect([matches, questions]).toEqual([[], []]);
  });

  test('a payout that came back is a withdrawal', () => {
    const back = payout(2, { amount: cents(-87_200), local_date: addDays(may5, 3) });
    const debit = line(8, { amount: cents(-87_200), local_date: addDays(may5, 3) });
    expect(matchPayouts([payout(1), back], [line(9), debit]).matches).toEqual([
      { payout: 2, line: 8 },
      { payout: 1, line: 9 },
    ]);
  });
});

describe('several that fit', () => {
  test('the words of the payout decide', () => {
    const lines = [line(8), line(9, { descriptor: 'Lotkeeper 2026-04 CCD' })];
    expect(matchPayouts([payout(1)], lines)).toEqual({
      matches: [{ payout: 1, line: 9 }],
      questions: [],
    });
  });

  test('the words of the payout are found without their spaces and signs', () => {
    const lines = [line(8), line(9, { descriptor: 'PPD*lotkeeper202604' })];
    expect(matchPayouts([payout(1)], lines).matches).toEqual([{ payout: 1, line: 9 }]);
  });

  test('the name of the processor decides', () => {
    const lines = [line(8), line(9, { descriptor: 'STRIPE TRANSFER' })];
    expect(matchPayouts([payout(1)], lines).matches).toEqual([{ payout: 1, line: 9 }]);
  });

  test('what is decided leaves one for the other', () => {
    const payouts = [payout(1), payout(2, { statement_descriptor: 'LOTKEEPER 2026-05-03' })];
    const lines = [line(8), line(9, { descriptor: 'LOTKEEPER 2026-04' })];
    expect(matchPayouts(payouts, lines).matches).toEqual([
      { payout: 2, line: 8 },
      { payout: 1, line: 9 },
    ]);
  });

  test('two equal lines are asked', () => {
    expect(matchPayouts([payout(1)], [line(8), line(9)])).toEqual({
      matches: [],
      questions: [
        { line: 8, kind: 'several', payouts: [1] },
        { line: 9, kind: 'several', payouts: [1] },
      ],
    });
  });

  test('two equal payouts are asked', () => {
    expect(matchPayouts([payout(1), payout(2)], [line(9)]).questions).toEqual([
      { line: 9, kind: 'several', payouts: [1, 2] },
    ]);
  });

  test('a deposit of two payouts together is asked', () => {
    const payouts = [payout(1, { amount: cents(100) }), payout(2, { amount: cents(250) })];
    const deposit = line(9, { amount: cents(350), descriptor: 'STRIPE' });
    expect(matchPayouts(payouts, [deposit])).toEqual({
      matches: [],
      questions: [{ line: 9, kind: 'sum', payouts: [1, 2] }],
    });
  });

  test.each([
    ['the day before', [100, 250], -1, 1],
    ['two days before', [100, 250], -2, 0],
    ['a week after', [100, 250], 7, 1],
    ['later', [100, 250], 8, 0],
    ['with one that came back', [-300, 650], 1, 0],
    ['twice the only one', [175], 1, 0],
  ])(
    'a deposit of two payouts together, %s: %j on day %i, %i questions',
    (_, amounts, days, count) => {
      const payouts = amounts.map((amount, index) => payout(index + 1, { amount: cents(amount) }));
      const deposit = line(9, {
        amount: cents(350),
        descriptor: 'STRIPE',
        local_date: addDays(may5, days),
      });
      expect(matchPayouts(payouts, [deposit])).toMatchObject({ matches: [] });
      expect(matchPayouts(payouts, [deposit]).questions).toHaveLength(count);
    },
  );

  test('no question names more than eight payouts', () => {
    const equal = Array.from({ length: 9 }, (_, index) => payout(index + 1));
    expect(matchPayouts(equal, [line(99)]).questions[0]?.payouts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const pairs = [10, 20, 30, 40, 50, 950, 960, 970, 980, 990].map((amount, index) =>
      payout(index + 1, { amount: cents(amount) }),
    );
    const sum = line(99, { amount: cents(1000), descriptor: 'STRIPE' });
    expect(matchPayouts(pairs, [sum]).questions[0]?.payouts).toHaveLength(8);
  });

  test('what is asked isn’t also matched with a deposit that is less', () => {
    const less = line(10, { amount: cents(80_000), descriptor: 'LOTKEEPER 2026-04' });
    expect(matchPayouts([payout(1)], [line(8), line(9), less])).toMatchObject({
      matches: [],
      questions: [{ line: 8 }, { line: 9 }],
    });
    const payouts = [100, 250, 400].map((amount, at) => payout(at + 1, { amount: cents(amount) }));
    const sum = line(9, { amount: cents(350), descriptor: 'STRIPE' });
    expect(matchPayouts(payouts, [sum])).toMatchObject({
      matches: [],
      questions: [{ line: 9, kind: 'sum', payouts: [1, 2] }],
    });
  });
});

describe('deposits that aren’t as they should be', () => {
  const daily = (pk: number, amount: number, day = '2026-10-07') =>
    payout(pk, {
      local_date: day as LocalDate,
      amount: cents(amount),
      statement_descriptor: `LOTKEEPER ${day}`,
    });
  const onDay = (pk: number, amount: number, day: string, descriptor: string) =>
    line(pk, { local_date: day as LocalDate, amount: cents(amount), descriptor });

  test('a deposit that is $37.50 less and has the payout’s words is that payout', () => {
    const lines = [onDay(9, 16_578, '2026-10-08', 'LOTKEEPER 2026-10-07')];
    expect(matchPayouts([daily(1, 20_328), daily(2, 30_000, '2026-10-06')], lines).matches).toEqual(
      [{ payout: 1, line: 9 }],
    );
  });

  test.each([
    ['a quarter less', 7500, 1],
    ['less than that', 7499, 0],
    ['more', 10_001, 0],
  ])(
    'a deposit that names the processor only and is %s: %i cents, %i matches',
    (_, amount, count) => {
      const lines = [onDay(9, amount, '2026-10-08', 'STRIPE')];
      expect(matchPayouts([daily(1, 10_000)], lines).matches).toHaveLength(count);
    },
  );

  test.each([
    [7, 1],
    [8, 0],
  ])('a deposit that is less %i days after the payout makes %i matches', (days, count) => {
    const less = line(9, {
      amount: cents(80_000),
      local_date: addDays(may5, days),
      descriptor: 'LOTKEEPER 2026-04',
    });
    expect(matchPayouts([payout(1)], [less]).matches).toHaveLength(count);
  });

  test.each([
    ['the processor’s name only', 'STRIPE', 'LOTKEEPER 2026-09-20', 1],
    [
      'the words of a payout of other days',
      'STRIPE LOTKEEPER 2026-09-20',
      'LOTKEEPER 2026-09-20',
      0,
    ],
    ['the processor’s name, beside a payout without words', 'STRIPE', '', 1],
  ])('a deposit that is less and has %s', (_, descriptor, statement_descriptor, count) => {
    const other = { ...daily(2, 50_000, '2026-09-20'), statement_descriptor };
    const lines = [onDay(9, 9000, '2026-10-08', descriptor)];
    expect(matchPayouts([daily(1, 10_000), other], lines).matches).toHaveLength(count);
  });

  test('a payout that came late isn’t also a deposit that is less', () => {
    const late = line(8, { local_date: addDays(may5, 10), descriptor: 'LOTKEEPER 2026-04' });
    const less = line(9, { amount: cents(80_000), descriptor: 'LOTKEEPER 2026-04' });
    expect(matchPayouts([payout(1)], [late, less]).matches).toEqual([{ payout: 1, line: 8 }]);
  });

  test('a payout that came back isn’t waited for', () => {
    const back = payout(1, { amount: cents(-87_200) });
    const debit = line(9, {
      amount: cents(-87_200),
      local_date: addDays(may5, 10),
      descriptor: 'LOTKEEPER 2026-04',
    });
    expect(matchPayouts([back], [debit]).matches).toEqual([]);
  });

  test('one with another payout’s words, or that two payouts fit, is none', () => {
    const named = [
      onDay(8, 9000, '2026-10-07', 'LOTKEEPER 2026-10-06'),
      onDay(9, 9000, '2026-10-08', 'LOTKEEPER 2026-10-06'),
    ];
    const first = daily(1, 9000, '2026-10-06');
    expect(matchPayouts([first, daily(2, 10_000)], named.slice(1)).matches).toEqual([
      { payout: 1, line: 9 },
    ]);
    const lines = [onDay(9, 9000, '2026-10-08', 'STRIPE')];
    expect(matchPayouts([daily(1, 10_000), daily(2, 10_100)], lines).matches).toEqual([]);
  });

  test.each([
    [8, 1],
    [45, 1],
    [46, 0],
  ])('a deposit of the same amount %i days after the payout makes %i matches', (days, count) => {
    const deposit = line(9, { local_date: addDays(may5, days), descriptor: 'LOTKEEPER 2026-04' });
    expect(matchPayouts([payout(1)], [deposit]).matches).toHaveLength(count);
  });

  test('a withdrawal takes back the deposit of its words, else the newest of its amount', () => {
    const deposits = [6, 7, 8].map((day) => ({
      line: day,
      local_date: `2026-10-0${day}` as LocalDate,
      amount: cents(500),
      statement_descriptor: `LOTKEEPER 2026-10-0${day}`,
    }));
    const returns = [
      onDay(20, -500, '2026-10-09', 'ACH RETURN R03 LOTKEEPER 2026-10-06'),
      onDay(21, -500, '2026-10-07', 'STRIPE'),
      onDay(22, -500, '2026-10-09', 'RENT'),
      onDay(23, -400, '2026-10-09', 'ACH RETURN'),
    ];
    expect(matchReturns(deposits, returns)).toEqual([
      { deposit: 7, line: 21 },
      { deposit: 6, line: 20 },
    ]);
    const named = onDay(20, -500, '2026-10-09', 'ACH RETURN LOTKEEPER 2026-10-07');
    expect(matchReturns(deposits, [named])).toEqual([{ deposit: 7, line: 20 }]);
  });

  test.each([
    [0, 1],
    [daysUntilReturn, 1],
    [daysUntilReturn + 1, 0],
    [-1, 0],
  ])('a deposit is taken back once, by a return %i days after it: %i', (days, count) => {
    const deposit = {
      line: 7,
      local_date: may5,
      amount: cents(500),
      statement_descriptor: 'LOTKEEPER 2026-05',
    };
    const back = { amount: cents(-500), local_date: addDays(may5, days), descriptor: 'ACH RETURN' };
    expect(matchReturns([deposit], [line(20, back), line(21, back)])).toHaveLength(count);
  });
});

describe('any payouts and lines', () => {
  const amount = fc.integer({ min: -3, max: 3 }).map((value) => cents(value * 100));
  const day = fc.integer({ min: 0, max: 12 }).map((days) => addDays(may5, days));
  const descriptor = fc.constantFrom('ACH', 'STRIPE', 'LOTKEEPER 2026-04', 'LOTKEEPER 2026-05');
  const payouts = fc
    .array(fc.record({ local_date: day, amount, statement_descriptor: descriptor }), {
      maxLength: 9,
    })
    .map((rows) => rows.map((row, index) => ({ ...row, pk: index + 1 })));
  const lines = fc
    .array(fc.record({ local_date: day, amount, descriptor }), { maxLength: 9 })
    .map((rows) => rows.map((row, index) => ({ ...row, pk: index + 101 })));

  test('no payout or line is used twice, and amounts are equal or less', () => {
    fc.assert(
      fc.property(payouts, lines, (some, others) => {
        const { matches, questions } = matchPayouts(some, others);
        expect(new Set(matches.map((match) => match.payout)).size).toBe(matches.length);
        expect(new Set(matches.map((match) => match.line)).size).toBe(matches.length);
        for (const match of matches) {
          const paid = some.find(({ pk }) => pk === match.payout)?.amount;
          const amount = others.find(({ pk }) => pk === match.line)?.amount ?? Number.NaN;
          expect(amount === paid || (amount > 0 && amount < (paid ?? 0))).toBe(true);
        }
        const used = new Set(matches.map((match) => match.line));
        expect(questions.filter((question) => used.has(question.line))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('the order they were recorded in doesn’t matter', () => {
    const shuffled = fc.tuple(payouts, lines).chain(([some, others]) =>
      fc.record({
        some: fc.constant(some),
        others: fc.constant(others),
        mixed: fc.shuffledSubarray(some, { minLength: some.length }),
        mixedLines: fc.shuffledSubarray(others, { minLength: others.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ some, others, mixed, mixedLines }) => {
        expect(matchPayouts(mixed, mixedLines)).toEqual(matchPayouts(some, others));
      }),
      { numRuns: 1000 },
    );
  });

  test('a pair that fits nothing else is always found', () => {
    fc.assert(
      fc.property(payouts, lines, (some, others) => {
        const only = payout(50, { amount: cents(77_777) });
        const deposit = line(150, { amount: cents(77_777) });
        const { matches } = matchPayouts([...some, only], [deposit, ...others]);
        expect(matches).toContainEqual({ payout: 50, line: 150 });
      }),
    );
  });
});
