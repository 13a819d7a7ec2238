import type { BankReading } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileLines } from '@lotkeeper/contract/money/bank';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  camtSample,
  csvSample,
  mt940Sample,
  ofxSample,
  ofxXmlSample,
} from '../../../testing/bank-samples.factory.ts';
import { UnreadableFile } from '../files/public.ts';
import { readBankFileInProcess } from './bank-file-process.ts';
import { readBankFile } from './read-bank-file.ts';

const read = (text: string | Buffer, reading: BankReading = {}) =>
  readBankFile(Buffer.from(text as string), reading, () => null);

const refusalOf = async (text: string | Buffer) => {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  return null;
};

const amounts = [872_000, -1250, -300, 7];
const dates = ['2026-05-06', '2026-05-07', '2026-05-08', '2026-05-31'];

describe('the same statement in each format', () => {
  test.each([
    ['ofx', ofxSample()],
    ['mt940', mt940Sample],
    ['camt', camtSample],
    ['csv', csvSample],
  ])('%s has the same four transactions', async (format, text) => {
    const file = await read(text);
    expect(file).toMatchObject({ format, problems: [] });
    expect(file.lines.map(({ amount }) => amount)).toEqual(amounts);
    expect(file.lines.map(({ local_date }) => local_date)).toEqual(dates);
    expect(file.lines[0]?.descriptor).toBe('LOTKEEPER 2026-04 ACH CREDIT');
    expect(file.lines[1]?.descriptor).toContain('Café');
    expect(file.lines[2]?.descriptor).toBe('WIRE FEE TO …6789');
    expect(file.lines[3]?.descriptor).toBe('INTEREST');
  });

  test('OFX 2 is XML on one line, with a card account and an empty FITID', async () => {
    const file = await read(ofxXmlSample);
    expect(file.problems).toEqual([]);
    expect(file.lines.map(({ amount, descriptor }) => [amount, descriptor])).toEqual([
      [872_000, 'LOTKEEPER 2026-04 ACH CREDIT'],
      [-1250, 'Café & Söhne'],
    ]);
  });

  test('the last four digits of the account are shown', async () => {
    expect((await read(ofxSample())).account).toBe('6789');
    expect((await read(mt940Sample)).account).toBe('6789');
    expect((await read(camtSample)).account).toBe('6789');
  });

  test('a QFX of Windows has letters beyond ASCII, and a space in its first tag', async () => {
    const bytes = Buffer.from(ofxSample(undefined, '<OFX >'), 'latin1');
    const file = await read(bytes);
    expect(file.lines.map(({ amount }) => amount)).toEqual(amounts);
    expect(file.lines[1]?.descriptor).toBe('Café & Söhne');
  });

  test('Excel saves CSV as UTF-16 with tabs', async () => {
    const text = csvSample.replaceAll(';', '\t');
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect((await read(bytes)).lines.map(({ amount }) => amount)).toEqual(amounts);
  });
});

describe('refused files', () => {
  test.each([
    ['euros in OFX', ofxSample(undefined, '<OFX>', 'EUR'), bankMessages.currency('EUR')],
    ['euros in MT940', mt940Sample.replaceAll('USD', 'EUR'), bankMessages.currency('EUR')],
    ['euros in CAMT', camtSample.replaceAll('USD', 'EUR'), bankMessages.currency('EUR')],
    ['euros in CSV', csvSample.replace('$8,720.00', '€8,720.00'), bankMessages.currency('€')],
    [
      'a currency column in CSV',
      'Date,Description,Amount,Currency\n2026-05-06,A,1.00,EUR\n',
      bankMessages.currency('EUR'),
    ],
    [
      'one entry in euros',
      camtSample.replace('Ccy="USD">12', 'Ccy="EUR">12'),
      bankMessages.currency('EUR'),
    ],
    ['no currency in OFX', ofxSample().replace('<CURDEF>USD', ''), bankMessages.noCurrency],
    ['nothing', '', bankMessages.empty],
    ['a PDF', '%PDF-1.7', bankMessages.pdf],
    ['a workbook', 'PK\u0003\u0004 xl/workbook.xml', bankMessages.excel],
    ['a web page', '<!doctype html><p>Sign in</p>', bankMessages.markup],
    ['QIF', '!Type:Bank\nD5/6/26\nT1.00\n^', bankMessages.qif],
    [
      'BAI2',
      '01,122099999,123456789,261107,0800,1,80,1,2/\r\n02,1,1,1,261106,2359,USD,2/\r\n',
      bankMessages.bai2,
    ],
    ['text', 'Hello\nworld\n', bankMessages.binary],
    ['zeros', Buffer.alloc(100), bankMessages.binary],
    [
      'an entity bomb',
      camtSample.replace('<Document', '<!DOCTYPE a><Document'),
      bankMessages.unreadable,
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusalOf(text)).toBe(message);
  });

  test('CAMT that isn’t complete is refused with the line', async () => {
    expect(await refusalOf(camtSample.slice(0, -60))).toMatch(/^The file is damaged at line \d+\./);
  });

  test('a file with too many transactions is refused', async () => {
    const rows = Array.from({ length: maxBankFileLines + 1 }, () => '2026-05-06,A,1.00').join('\n');
    expect(await refusalOf(`Date,Description,Amount\n${rows}`)).toBe(bankMessages.tooManyLines);
  });
});

describe('CSV', () => {
  const amountOf = async (cell: string) => {
    const file = await read(`Date,Description,Amount\n2026-05-06,A,"${cell}"\n2026-05-07,B,1.00\n`);
    return file.lines.length === 2 ? file.lines[0]?.amount : file.problems[0]?.reason;
  };

  test.each([
    ['1,234.56', 123_456],
    ['$1,234.56', 123_456],
    ['1.234,56', 123_456],
    ['1 234,56', 123_456],
    ['(12.50)', -1250],
    ['($12.50)', -1250],
    ['12.50-', -1250],
    ['−12.50', -1250],
    ['-$12.50', -1250],
    ['+3', 300],
    ['12.5', 1250],
    ['12.50 DR', -1250],
    ['12.5000', 1250],
    ['.99', 99],
  ])('%s is an amount', async (cell, amount) => {
    expect(await amountOf(cell)).toBe(amount);
  });

  test.each(['1.234', '12.345', '1,23,456.00', '--1', '1.2.3', 'n/a', '99999999999999'])(
    '%s isn’t an amount',
    async (cell) => {
      expect(await amountOf(cell)).toBe(`“${cell}” isn’t an amount.`);
    },
  );

  const ambiguous = 'Date,Description,Amount\n4/5/2026,A,1.00\n5/6/2026,B,2.00\n';

  test('dates that may be either are asked, and read as chosen', async () => {
    const asked = await read(ambiguous);
    expect(asked.csv?.questions).toEqual([bankMessages.dateOrder]);
    const chosen = await read(ambiguous, { date_order: 'dmy' });
    expect(chosen.csv?.questions).toEqual([]);
    expect(chosen.lines[0]?.local_date).toBe('2026-05-04');
  });

  test('a date above 12 shows the order of all', async () => {
    const file = await read(ambiguous.replace('5/6/2026', '5/26/2026'));
    expect(file.csv?.questions).toEqual([]);
    expect(file.lines.map(({ local_date }) => local_date)).toEqual(['2026-04-05', '2026-05-26']);
  });

  test('a column that says debit or credit gives the sign', async () => {
    const file = await read(
      'Date,Description,Amount,Type\n2026-05-06,A,5.00,Debit\n2026-05-07,B,6.00,Credit\n',
    );
    expect(file.lines.map(({ amount }) => amount)).toEqual([-500, 600]);
  });

  test.each([
    [
      'a column of the direction beside signed amounts',
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,05/26/2026,LOTKEEPER,5.00,ACH_CREDIT,9.00,,\nDEBIT,05/27/2026,FEE,-1.00,FEE,8.00,,\n',
    ],
    [
      'a type beside amounts without a sign',
      'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance\n1234,LOTKEEPER,05/26/26,Credit,5.00,9.00\n1234,FEE,05/27/26,Debit,1.00,8.00\n',
    ],
    [
      'a summary above',
      'Description,,Summary Amt.\nBeginning balance,,"4.00"\n\nDate,Description,Amount,Running Bal.\n05/26/2026,LOTKEEPER,"5.00","9.00"\n05/27/2026,FEE,"-1.00","8.00"\n',
    ],
    [
      'no names, and stars',
      '"05/26/2026","5.00","*","","LOTKEEPER"\n"05/27/2026","-1.00","*","","FEE"\n',
    ],
  ])('a bank’s form: %s', async (_, text) => {
    const file = await read(text);
    expect(file).toMatchObject({ problems: [], csv: { questions: [] } });
    expect(
      file.lines.map(({ local_date, amount, descriptor }) => [local_date, amount, descriptor]),
    ).toEqual([
      ['2026-05-26', 500, 'LOTKEEPER'],
      ['2026-05-27', -100, 'FEE'],
    ]);
  });

  test('only rows of a booked status are transactions, and others say why not', async () => {
    const file = await read(`Date (UTC),Description,Amount,Status,Source Account
11-05-2026,Lotkeeper payout,1533.10,Failed,Ops
11-15-2026,Lotkeeper payout,820.00,Pending,Ops
11-20-2026,Lotkeeper payout,90.00,On the way,Ops
11-28-2026,Rent,-20.00,Sent,Ops
`);
    expect(file.csv?.columns.map(({ column }) => column)).toEqual([
      'date',
      'description',
      'amount',
      'status',
      'ignore',
    ]);
    expect(file.lines.map(({ amount }) => amount)).toEqual([-2000]);
    expect(file.problems).toEqual([
      { line: 2, reason: bankMessages.notBooked('Failed') },
      { line: 3, reason: bankMessages.notBooked('Pending') },
      { line: 4, reason: bankMessages.unknownStatus('On the way') },
    ]);
  });

  test.each([
    ['State', 'COMPLETED', 'REVERTED'],
    ['Transaction Status', 'Posted', 'Canceled'],
    ['Status', 'Cleared', 'Uncleared'],
  ])('a column “%s” is a status: %s counts, %s doesn’t', async (name, booked, open) => {
    const file = await read(
      `Date,Description,Amount,${name}\n2026-05-26,A,5.00,${booked}\n2026-05-27,B,6.00,${open}\n`,
    );
    expect(file.lines.map(({ amount }) => amount)).toEqual([500]);
  });

  test('a column “State” that names places isn’t a status', async () => {
    const file = await read('Date,Description,Amount,State\n2026-05-26,A,5.00,AZ\n');
    expect(file).toMatchObject({ lines: [{ amount: 500 }], problems: [] });
  });

  test('columns that were saved before there was a status don’t hide that a row failed', async () => {
    const text =
      'Date,Description,Amount,Status\n2026-05-26,A,5.00,Failed\n2026-05-27,B,6.00,Sent\n';
    const saved: BankReading = { columns: ['date', 'description', 'amount', 'ignore'] };
    const file = await readBankFile(Buffer.from(text), {}, () => saved);
    expect(file.lines.map(({ amount }) => amount)).toEqual([600]);
    const chosen = await readBankFile(Buffer.from(text), saved, () => null);
    expect(chosen.lines.map(({ amount }) => amount)).toEqual([500, 600]);
  });

  test('a row that shows a balance alone is no transaction and no problem', async () => {
    const file = await read(`Date,Description,Amount,Running Bal.
10/01/2026,Beginning balance as of 10/01/2026,,"1,000.00"
10/26/2026,LOTKEEPER,"5.00","1,005.00"
10/27/2026,BALANCE TRANSFER,,"1,004.00"
,Ending balance,,"1,004.00"
`);
    expect(file.lines.map(({ amount }) => amount)).toEqual([500]);
    expect(file.problems).toEqual([{ line: 4, reason: 'It has no amount.' }]);
  });

  test('a file without column names is read by its values', async () => {
    const file = await read('2026-05-06,LOTKEEPER 2026-04,8720.00\n2026-05-07,Rent,-100.00\n');
    expect(file.lines.map(({ amount }) => amount)).toEqual([872_000, -10_000]);
    expect(file.csv?.header_line).toBe(0);
  });

  test('unknown column names are asked', async () => {
    const text = 'When,What,How much,Date,Amount due\nx,LOTKEEPER,y,2026-05-06,8720.00\n';
    const file = await read(text);
    expect(file.csv?.questions).toEqual([bankMessages.columns('the description')]);
    const chosen = await read(text, {
      columns: ['ignore', 'description', 'ignore', 'date', 'amount'],
    });
    expect(chosen.lines[0]).toMatchObject({ amount: 872_000, descriptor: 'LOTKEEPER' });
  });

  test('a row that can’t be read is named with its line, and the others are read', async () => {
    const text = `${csvSample}Total;;15.50;8720.07;\n05/32/2026;X;1.00;;\n05/09/2026;Y;1.00;2.00;\n05/10/2026;Z;;;1\n`;
    const file = await read(text);
    expect(file.lines).toHaveLength(4);
    expect(file.problems).toEqual([
      { line: 10, reason: '“Total” isn’t a date.' },
      { line: 11, reason: '“05/32/2026” isn’t a date.' },
      { line: 12, reason: 'It has both a debit and a credit.' },
      { line: 13, reason: 'It has no amount.' },
    ]);
  });
});

test.each([
  [
    'a booking date and another value date',
    '<BookgDt><Dt>2026-11-06</Dt></BookgDt><ValDt><Dt>2026-11-09</Dt></ValDt>',
    '2026-11-06',
  ],
  ['a value date alone', '<ValDt><Dt>2026-11-09</Dt></ValDt>', '2026-11-09'],
])('an entry of CAMT with %s is on the day of the statement', async (_, dates, day) => {
  const entry = `<Ntry><Amt Ccy="USD">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${dates}</Ntry>`;
  const file = await read(
    `<Document><BkToCstmrStmt><Stmt>${entry}</Stmt></BkToCstmrStmt></Document>`,
  );
  expect(file.lines.map(({ local_date }) => local_date)).toEqual([day]);
});

describe('a batch of CAMT', () => {
  const part = (amount: string, name: string, extra = '') =>
    `<TxDtls>${extra}<Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`;
  const batch = (...parts: string[]) =>
    `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="USD">2533.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-06</Dt></BookgDt><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${parts.join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

  test('each of its transactions is one, with its own words', async () => {
    const file = await read(batch(part('1533.10', 'STRIPE'), part('1000.00', 'ACME')));
    expect(file.lines.map(({ amount, descriptor }) => [amount, descriptor])).toEqual([
      [153_310, 'STRIPE'],
      [100_000, 'ACME'],
    ]);
  });

  test('amounts within AmtDtls count, and a transaction may go the other way', async () => {
    const inner = (amount: string, direction: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls><CdtDbtInd>${direction}</CdtDbtInd></TxDtls>`;
    const file = await read(batch(inner('2600.00', 'CRDT'), inner('66.90', 'DBIT')));
    expect(file.lines.map(({ amount }) => amount)).toEqual([260_000, -6690]);
  });

  test('it stays one transaction when its parts don’t add up, or are in another currency', async () => {
    const short = await read(batch(part('1533.10', 'STRIPE'), part('999.00', 'ACME')));
    expect(short.lines.map(({ amount }) => amount)).toEqual([253_310]);
    const euros = part('1000.00', 'ACME').replace('USD', 'EUR');
    const mixed = await read(batch(part('1533.10', 'STRIPE'), euros));
    expect(mixed.lines.map(({ amount }) => amount)).toEqual([253_310]);
  });
});

describe('damaged files', () => {
  test('MT940 without one of its lines doesn’t add up', async () => {
    const file = await read(mt940Sample.replace(':61:260507D12,50NMSCNONREF\nCafé\n', ''));
    expect(file.problems).toEqual([
      {
        line: 12,
        reason:
          'The transactions don’t add up to this balance: -$12.50 is missing, so a line is missing or damaged.',
      },
    ]);
  });

  test('CSV with two rows that run into each other says so', async () => {
    const file = await read(csvSample.replace('7.50\n05', ''));
    expect(file.problems).toEqual([
      { line: 7, reason: 'It has more values than there are columns.' },
    ]);
  });

  test('CSV whose header and first row run into each other says so', async () => {
    const file = await read(csvSample.replace('ance\n05/06', ''));
    expect(file.lines).toHaveLength(3);
    expect(file.problems).toEqual([
      { line: 4, reason: 'It has more values than any other line: two lines run into each other.' },
    ]);
  });

  test('MT940 without its second page says so', async () => {
    const file = await read(mt940Sample.slice(0, mt940Sample.indexOf('BUNQ')));
    expect(file.problems.map(({ reason }) => reason)).toEqual([
      'The file ends early: the next page of this statement is missing.',
    ]);
  });

  test('OFX that ends early says so', async () => {
    const text = ofxSample();
    const file = await read(text.slice(0, text.indexOf('INTEREST') - 20));
    expect(file.lines).toHaveLength(3);
    expect(file.problems.map(({ reason }) => reason)).toEqual([
      'Transaction 4 ends in the middle of the file.',
      'The file ends early. Later transactions may be missing.',
    ]);
  });

  /** What happens to files: bytes that change, go, or come twice. */
  const damage = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      kind: fc.constantFrom('change', 'remove', 'insert', 'cut', 'repeat'),
      text: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 }),
      length: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 3 },
  );

  const apply = (text: string, changes: typeof damage extends fc.Arbitrary<infer T> ? T : never) =>
    changes.reduce((current, { at, kind, text: other, length }) => {
      const place = Math.floor(at * current.length);
      const [before, after] = [current.slice(0, place), current.slice(place)];
      if (kind === 'cut') return before;
      if (kind === 'remove') return before + after.slice(length);
      if (kind === 'insert') return before + other + after;
      if (kind === 'repeat') return before + after.slice(0, length) + after;
      return before + other + after.slice(other.length);
    }, text);

  test.each([
    ['OFX', ofxSample()],
    ['OFX 2', ofxXmlSample],
    ['MT940', mt940Sample],
    ['CAMT', camtSample],
    ['CSV', csvSample],
  ])('a damaged %s loses no transaction in silence', async (_, sample) => {
    const count = (await read(sample)).lines.length;
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const text = apply(sample, changes);
        try {
          const file = await read(text);
          const isHeard = file.problems.length > 0 || (file.csv?.questions.length ?? 0) > 0;
          expect(isHeard || file.lines.length >= count).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('any bytes end in an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        try {
          await read(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the thread', () => {
  const request = (bytes: Buffer) => ({ bytes, reading: {}, saved: {} });

  test('reads a file', async () => {
    expect((await readBankFileInProcess(request(Buffer.from(camtSample)))).lines).toHaveLength(4);
  });

  test('ends when reading takes too long', async () => {
    const read = readBankFileInProcess(request(Buffer.from(camtSample)), 1);
    await expect(read).rejects.toThrow(bankMessages.tooLong);
  });

  test.each([
    [
      'a thousand tags that never end',
      `${ofxSample().slice(0, -8)}<STMTTRN>${'<A'.repeat(100_000)}</OFX>`,
    ],
    [
      'a tag of thirty letters',
      ofxSample([`<STMTTRN><${'A'.repeat(40)}!><DTPOSTED>20260506</STMTTRN>`]),
    ],
    ['deep XML', `<Document><BkToCstmrStmt>${'<a>'.repeat(50_000)}`],
    ['a line of a megabyte', `Date,Description,Amount\n2026-05-06,${'x'.repeat(1_000_000)},1.00\n`],
  ])('%s doesn’t hang', async (_, text) => {
    const reading = readBankFileInProcess(request(Buffer.from(text)));
    const problem = await reading.then(
      () => null,
      (error: unknown) => error as Error,
    );
    if (problem) expect(problem).toBeInstanceOf(UnreadableFile);
    // The thread's own limit, which ends one that hangs.
    expect(problem?.message).not.toBe(bankMessages.tooLong);
  });
});
