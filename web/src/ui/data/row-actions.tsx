import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import type { DataColumn } from './data-table.tsx';

interface RowButtonProps extends Pick<ButtonProps, 'size' | 'leftSection' | 'loading'> {
  /** The verb shown. */
  action: string;
  /** What it acts on, for screen readers. */
  subject: string;
  onClick: () => void;
}

/** What these take away is gone, or other people lose it. */
const dangers = /^(Delete|Disconnect|Remove|Revoke)\b/;

export const RowButton = ({ action, subject, ...rest }: RowButtonProps) => (
  <Button
    className="ui-row-button"
    variant="subtle"
    size="compact-sm"
    {...(dangers.test(action) ? { color: 'red', 'data-danger': true } : {})}
    aria-label={`${action} ${subject}`}
    {...rest}
  >
    {action}
  </Button>
);

/** A table's column with the buttons of each row. */
export const actionsColumn = <Row,>(
  render: (row: Row) => ReactNode,
  /** Its hidden heading; the specification names some. */
  header = 'Actions',
): DataColumn<Row> => ({ key: 'actions', header, isActions: true, align: 'right', render });
