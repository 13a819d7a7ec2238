export { CsvChoices } from './csv-choices.tsx';
export type { ChosenReading } from './file-dialog.tsx';
export { FileDialog, toFileBody } from './file-dialog.tsx';
