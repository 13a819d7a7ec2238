import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import type { DataColumn } from './data-table.tsx';

interface RowButtonProps extends Pick<ButtonProps, 'size' | 'mr' | 'leftSection' | 'loading'> {
  /** The verb that it shows. */
  action: string;
  /** What it acts on, for those who only hear the button. */
  subject: string;
  onClick: () => void;
}

/** A button of one row of a table or list. */
export const RowButton = ({ action, subject, size = 'compact-sm', ...rest }: RowButtonProps) => (
  <Button
    className="ui-row-button"
    variant="default"
    size={size}
    aria-label={`${action} ${subject}`}
    {...rest}
  >
    {action}
  </Button>
);

/** The column of a table with the buttons of each row. */
export const actionsColumn = <Row,>(
  header: string,
  render: (row: Row) => ReactNode,
): DataColumn<Row> => ({ key: 'actions', header, isActions: true, align: 'right', render });
