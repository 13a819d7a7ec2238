export { problemOfFile } from './file-rules.ts';
export {
  countRows,
  dateOrderNames,
  encodingNames,
  mergeReading,
  nameColumn,
} from './file-words.ts';
export { FormChoices, HeaderChoice } from './form-choices.tsx';
export { ColumnChoices, FirstRows, Problems, ReadingDetails, Warnings } from './preview-parts.tsx';
export { UploadProgress } from './upload-progress.tsx';
export type { ChosenFile } from './uploads.api.ts';
export { chooseFile, sendUpload, useUploadPreview } from './uploads.api.ts';
