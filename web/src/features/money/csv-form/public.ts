export { CsvChoices, Problems } from './csv-choices.tsx';
