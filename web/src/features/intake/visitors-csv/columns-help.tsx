import { DataTable } from '../../../ui/data/data-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import sample from './sample.csv?url';

const columns = [
  { name: 'Plate', needed: 'Required', text: '1 to 12 letters and digits.' },
  { name: 'State', needed: 'Required', text: 'As a code or a name: AZ or Arizona, ON, Jalisco.' },
  {
    name: 'Name',
    needed: 'Optional',
    text: 'Up to 120 characters. Or first and last name in two columns.',
  },
  { name: 'Phone', needed: 'Optional', text: 'A valid phone number.' },
  {
    name: 'Country',
    needed: 'Optional',
    text: 'US, MX or CA. If empty, it follows from the state; if several countries have that state, the US.',
  },
];

/** The columns of a file, with a sample to start from. */
export function ColumnsHelp() {
  return (
    <Panel
      title="Columns"
      actions={
        <a href={sample} download="visitors-sample.csv">
          Download a sample file
        </a>
      }
    >
      <p className="ui-bottom">
        A CSV file, or an Excel workbook (.xlsx). One line has the column names, in any order, in
        English, Spanish or French. Each line below it is one visitor. If a plate appears twice, the
        later line is used. You see how the file is read before anything is added.
      </p>
      <DataTable
        caption="Columns of the file"
        rows={columns}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: 'Column', primary: true, render: ({ name }) => name },
          { key: 'needed', header: 'Needed', render: ({ needed }) => needed },
          { key: 'text', header: 'Contents', render: ({ text }) => text },
        ]}
      />
    </Panel>
  );
}
