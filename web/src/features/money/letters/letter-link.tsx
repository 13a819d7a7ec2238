import type { LetterKind } from '@lotkeeper/contract/money/letters';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens a letter. */
export function LetterLink(props: {
  organizationId: string;
  kind: LetterKind;
  start: string;
  children: ReactNode;
}) {
  const { organizationId, kind, start, children } = props;
  return (
    <Link
      to="/organization/$organizationId/letters/$kind/$start"
      params={{ organizationId, kind, start }}
    >
      {children}
    </Link>
  );
}
