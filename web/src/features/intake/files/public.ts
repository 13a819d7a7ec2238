export { CsvChoices, Problems } from './csv-choices.tsx';
export { problemOfFile } from './file-rules.ts';
export { countRows, encodingNames, nameColumn } from './file-words.ts';
export { FormChoices } from './form-choices.tsx';
export { UploadProgress } from './upload-progress.tsx';
export type { ChosenFile } from './uploads.api.ts';
export { chooseFile, uploadOptions } from './uploads.api.ts';
