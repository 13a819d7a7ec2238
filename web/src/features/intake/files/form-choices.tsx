import type { FilePreview, FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import { delimiters, encodings } from '@lotkeeper/contract/intake/visitors-csv';
import form from '../../../ui/form/form.module.css';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { delimiterNames, encodingNames } from './file-words.ts';

type FormChoice = 'encoding' | 'delimiter' | 'sheet' | 'header_line';

interface FormChoicesProps {
  preview: Pick<FilePreview, FormChoice | 'sheets' | 'first_lines'>;
  onChoose: (change: Pick<FileReading, FormChoice>) => void;
}

/** Encoding, separator, sheet, and header line. */
export function FormChoices({ preview, onChoose }: FormChoicesProps) {
  const { sheet, sheets } = preview;
  return (
    <div className={form.pair}>
      {sheet === null ? (
        <>
          <SearchSelect
            label="Encoding"
            options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
            value={preview.encoding}
            onChoose={(encoding) => onChoose({ encoding })}
          />
          <SearchSelect
            label="Separator"
            options={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
            value={preview.delimiter}
            onChoose={(delimiter) => onChoose({ delimiter })}
          />
        </>
      ) : (
        <SearchSelect
          label="Sheet"
          options={sheets.map((name) => ({ value: name, label: name }))}
          value={sheet}
          onChoose={(chosen) => onChoose({ sheet: chosen })}
        />
      )}
      <HeaderChoice
        label="Column Names"
        noun="Row"
        reading={preview}
        onChoose={(header_line) => onChoose({ header_line })}
      />
    </div>
  );
}

/** Which line has the column names. */
export function HeaderChoice(props: {
  label: string;
  noun: 'Line' | 'Row';
  reading: Pick<FilePreview, 'header_line'> & {
    first_lines: readonly FilePreview['first_lines'][number][];
  };
  onChoose: (line: number) => void;
}) {
  const { label, noun, reading, onChoose } = props;
  return (
    <SearchSelect
      label={label}
      options={[
        { value: '0', label: 'The file has none' },
        ...reading.first_lines.map(({ line, text }) => ({
          value: String(line),
          label: `${noun} ${line}: ${text.slice(0, 60)}`,
        })),
      ]}
      value={String(reading.header_line)}
      onChoose={(line) => onChoose(Number(line))}
    />
  );
}
