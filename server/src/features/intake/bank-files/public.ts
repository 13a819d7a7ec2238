export type { BankFile, StatementLine } from './bank-file.ts';
export { readBankFileInProcess } from './bank-file-process.ts';
