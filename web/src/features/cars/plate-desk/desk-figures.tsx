import type { DeskFigures as Figures } from '@lotkeeper/contract/cars/plate-desk';
import { getDeskFigures } from '@lotkeeper/contract/cars/plate-desk';
import { formatCount, formatMean, formatPercent } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';

const describeAccepted = ({ decided, suggested, accepted }: Figures) =>
  accepted === 0
    ? `no suggestion was accepted in ${formatCount(decided)} ${decided === 1 ? 'decision' : 'decisions'}`
    : `${formatCount(accepted)} of ${formatCount(suggested)} suggestions were accepted (${formatPercent(accepted / suggested, 0)})`;

/** Means are shown with one decimal. */
const smallestMean = 0.1;

function describeMisread({ misread, days }: Figures): string {
  if (misread === 0) return 'no car was misread';
  const mean = misread / days;
  const aDay = mean < smallestMean ? `fewer than ${formatMean(smallestMean)}` : formatMean(mean);
  return `${formatCount(misread)} ${misread === 1 ? 'car was' : 'cars were'} misread, ${aDay} a day`;
}

export const describeFigures = (figures: Figures): string =>
  figures.decided === 0
    ? `Nobody has decided about a car in the last ${figures.days} days.`
    : `In the last ${figures.days} days, ${describeAccepted(figures)}, and ${describeMisread(figures)}.`;

/** How well suggestions and cameras did lately, in a sentence; nothing until it's known. */
export function DeskFigures(props: { organizationId: string; spot: number | null }) {
  const { organizationId, spot } = props;
  const { data } = useRead(getDeskFigures, {
    params: { id: organizationId },
    query: spot === null ? {} : { spot },
  });
  return data ? <p className="ui-note ui-top-wide">{describeFigures(data)}</p> : null;
}
