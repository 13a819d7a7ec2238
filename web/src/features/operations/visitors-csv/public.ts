export { FormChoices } from './file-preview.tsx';
export { problemOfFile } from './file-rules.ts';
export { nameColumn } from './preview.rules.ts';
export { UploadProgress } from './upload-progress.tsx';
export type { ChosenFile } from './visitors-csv.api.ts';
export { chooseFile, uploadOptions } from './visitors-csv.api.ts';
