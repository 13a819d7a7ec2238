import type { FigureMeasure, FigureQuestion } from '@lotkeeper/contract/money/figures';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChartOpener } from '../ui/charts/chart-types.ts';

/** The ledger query behind a figure, as in the Ledger page's URL. Both days are included. */
export interface FigureAddress {
  measure: FigureMeasure;
  startDate: string;
  endDate: string;
  /** Absent = the whole organization. */
  spotPk?: string | number | undefined;
  group?: FigureQuestion['rental_group'];
  type?: FigureQuestion['rental_type'];
  source?: string | undefined;
  code?: string | undefined;
  /** 1 = Monday. */
  weekday?: number | undefined;
  hour?: number | undefined;
}

interface FigureLinkProps {
  organization: string | number;
  figure: FigureAddress;
  children: ReactNode;
}

/** A figure that links to its ledger entries. */
export function FigureLink({ organization, figure, children }: FigureLinkProps) {
  return (
    <Link
      className="ui-figure"
      to="/organization/$organizationId/ledger"
      params={{ organizationId: String(organization) }}
      search={toSearch(figure)}
    >
      {children}
    </Link>
  );
}

/** The same, for widgets that wrap a value themselves. */
export const linkToFigure =
  (organization: string | number, figure: FigureAddress) => (value: ReactNode) => (
    <FigureLink {...{ organization, figure }}>{value}</FigureLink>
  );

/** A figure of one property. */
export const linkToSpotFigure = (
  spot: { pk: number; organization: number },
  figure: Omit<FigureAddress, 'spotPk'>,
) => linkToFigure(spot.organization, { ...figure, spotPk: spot.pk });

/**
 * Links the values of a chart to their entries: each one in its table, and in the drawing a
 * category by its `row`. `findFigure` returns null for values that no entries add up to.
 */
export function useFigureOpener(
  organization: number,
  row: string,
  findFigure: (row: string, index: number) => FigureAddress | null,
): ChartOpener {
  const navigate = useNavigate();
  return {
    renderValue: (text, rowOfValue, index) => {
      const figure = findFigure(rowOfValue, index);
      return figure ? <FigureLink {...{ organization, figure }}>{text}</FigureLink> : text;
    },
    open: (index) => {
      const figure = findFigure(row, index);
      if (!figure) return;
      void navigate({
        to: '/organization/$organizationId/ledger',
        params: { organizationId: String(organization) },
        search: toSearch(figure),
      });
    },
  };
}

/** A query's search parameters: text, without absent ones. */
const toSearch = (figure: FigureAddress): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figure)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
