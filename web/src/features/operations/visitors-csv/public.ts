export { problemOfFile } from './file-rules.ts';
export { countRows, delimiterNames, encodingNames, nameColumn } from './preview.rules.ts';
export type { ChosenFile } from './visitors-csv.api.ts';
export { chooseFile, uploadOptions } from './visitors-csv.api.ts';
