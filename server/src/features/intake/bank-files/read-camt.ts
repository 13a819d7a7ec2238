import { parseLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parsePlainAmount, UnreadableFile } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { makeLineFinder, requireDollars, StatementBuilder } from './bank-file.ts';

const lists = new Set(['Stmt', 'Ntry', 'Bal', 'NtryDtls', 'TxDtls', 'Ustrd']);

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  isArray: (name) => lists.has(name),
});

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The node at a path; the first one of a list. */
function find(node: unknown, ...path: string[]): unknown {
  let found = node;
  for (const name of path) {
    const parent = Array.isArray(found) ? (found as unknown[])[0] : found;
    found = isNode(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  }
  return Array.isArray(found) ? (found as unknown[])[0] : found;
}

function findText(node: unknown, ...path: string[]): string {
  const found = find(node, ...path);
  if (typeof found === 'string') return found.trim();
  return isNode(found) && typeof found['#text'] === 'string' ? found['#text'].trim() : '';
}

const listAt = (node: unknown, name: string): Node[] => {
  const found = isNode(node) ? node[name] : undefined;
  return Array.isArray(found) ? found.filter(isNode) : [];
};

/** An amount with its sign. A reversal has the direction that its money moved. */
function readAmount(node: unknown): Cents | null {
  const direction = findText(node, 'CdtDbtInd');
  const amount = parsePlainAmount(findText(node, 'Amt'));
  if (amount === null || amount < 0 || !['CRDT', 'DBIT'].includes(direction)) return null;
  return cents(direction === 'DBIT' ? -amount : amount);
}

const readDate = (node: unknown, name: string) =>
  parseLocalDate((findText(node, name, 'Dt') || findText(node, name, 'DtTm')).slice(0, 10));

/** What an entry or a transaction of it says about itself, the most telling first. */
function describe(entry: Node, details = find(entry, 'NtryDtls', 'TxDtls')): string {
  const party = find(details, 'RltdPties', 'Dbtr') ?? find(details, 'RltdPties', 'Cdtr');
  const remittance = isNode(details) && isNode(details.RmtInf) ? details.RmtInf.Ustrd : undefined;
  const notes = Array.isArray(remittance)
    ? remittance.filter((text) => typeof text === 'string')
    : [];
  const texts = [
    findText(party, 'Nm') || findText(party, 'Pty', 'Nm'),
    ...notes,
    findText(details, 'AddtlTxInf'),
    findText(entry, 'AddtlNtryInf'),
  ];
  return [...new Set(texts.filter(Boolean))].join(' ');
}

/** The transactions of a batch with their amounts; none unless they add up to the entry. */
function listTransactions(entry: Node, total: Cents): { amount: Cents; details: Node }[] {
  const direction = findText(entry, 'CdtDbtInd');
  const transactions = listAt(entry, 'NtryDtls')
    .flatMap((details) => listAt(details, 'TxDtls'))
    .map((details) => {
      const parent = details.Amt ? details : find(details, 'AmtDtls', 'TxAmt');
      const isDollars = findText(parent, 'Amt', '@Ccy') === 'USD';
      const CdtDbtInd = findText(details, 'CdtDbtInd') || direction;
      const amount = readAmount({ Amt: find(parent, 'Amt'), CdtDbtInd });
      return { amount: isDollars ? amount : null, details };
    });
  const known = transactions.flatMap(({ amount, details }) =>
    amount === null ? [] : [{ amount, details }],
  );
  const sum = known.reduce((result, { amount }) => result + amount, 0);
  return known.length === transactions.length && known.length > 1 && sum === total ? known : [];
}

/** Reads one entry; says whether it counts for the balances. */
function readEntry(statement: StatementBuilder, entry: Node, line: number): Cents | null {
  requireDollars(findText(entry, 'Amt', '@Ccy'));
  const status = findText(entry, 'Sts', 'Cd') || findText(entry, 'Sts');
  if (status && status !== 'BOOK') {
    statement.refuse(line, 'This entry isn’t booked yet. A later statement has it.');
    return null;
  }
  const amount = readAmount(entry);
  if (amount === null) statement.refuse(line, 'This entry has no amount that can be read.');
  const local_date = readDate(entry, 'BookgDt') ?? readDate(entry, 'ValDt');
  if (!local_date) statement.refuse(line, 'This entry has no date that can be read.');
  if (amount === null || !local_date) return null;
  const transactions = listTransactions(entry, amount);
  if (transactions.length === 0) {
    statement.add({ line, local_date, amount, descriptor: describe(entry) });
  }
  for (const { amount: part, details } of transactions) {
    statement.add({ line, local_date, amount: part, descriptor: describe(entry, details) });
  }
  return amount;
}

const findBalance = (statement: Node, codes: readonly string[]) =>
  listAt(statement, 'Bal').find((balance) =>
    codes.includes(findText(balance, 'Tp', 'CdOrPrtry', 'Cd')),
  );

/** Compares the entries with the balances around them, so that none is missing. */
function checkBalances(
  into: StatementBuilder,
  statement: Node,
  { sum, line }: { sum: number; line: number },
) {
  const opening = readAmount(findBalance(statement, ['OPBD', 'PRCD']));
  const closing = readAmount(findBalance(statement, ['CLBD']));
  if (opening === null || closing === null || opening + sum === closing) return;
  const difference = dollarsText(cents(closing - opening - sum));
  into.refuse(
    line,
    `The entries don’t add up to the closing balance: ${difference} is missing, so an entry is missing or damaged.`,
  );
}

function parse(text: string): Node {
  try {
    return xml.parse(text) as Node;
  } catch {
    // What the parser objects to beyond the rules of XML, such as too many entities.
    throw new UnreadableFile(bankMessages.unreadable);
  }
}

/** Reads the bank statements of ISO 20022, of any version. */
export function readCamt(text: string): BankFile {
  if (/<!DOCTYPE/i.test(text)) throw new UnreadableFile(bankMessages.unreadable);
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    throw new UnreadableFile(
      `The file is damaged at line ${validity.err.line}. Export it again, and choose the new file.`,
    );
  }
  const document = parse(text);
  const root = find(document, 'Document') ?? document;
  if (find(root, 'BkToCstmrAcctRpt') ?? find(root, 'BkToCstmrDbtCdtNtfctn')) {
    throw new UnreadableFile(bankMessages.intraday);
  }
  const statements = listAt(find(root, 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) throw new UnreadableFile(bankMessages.noLines);
  const builder = new StatementBuilder();
  const lineAt = makeLineFinder(text);
  const positions = Array.from(text.matchAll(/<(?:[\w.-]+:)?Ntry[\s>]/g), ({ index }) => index);
  let count = 0;
  for (const statement of statements) {
    const currency = findText(statement, 'Acct', 'Ccy');
    if (currency) requireDollars(currency);
    builder.setAccount(
      findText(statement, 'Acct', 'Id', 'IBAN') || findText(statement, 'Acct', 'Id', 'Othr', 'Id'),
    );
    const problems = builder.problems.length;
    let sum = 0;
    for (const entry of listAt(statement, 'Ntry')) {
      sum += readEntry(builder, entry, lineAt(positions[count] ?? 0)) ?? 0;
      count += 1;
    }
    const isWhole = builder.problems.length === problems;
    if (isWhole)
      checkBalances(builder, statement, { sum, line: lineAt(positions[count - 1] ?? 0) });
  }
  return builder.build('camt');
}
