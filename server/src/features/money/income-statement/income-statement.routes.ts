import {
  downloadIncomeStatement,
  downloadIncomeStatementPdf,
  downloadMovements,
  getIncomeStatement,
} from '@lotkeeper/contract/money/income-statement';
import { listCommissionBases } from '@lotkeeper/contract/money/ledger';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { readCommissionTerms } from '../../../records/money/commission-bases.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import { movementsFile, printedStatementFile, statementFile } from './income-statement.file.ts';
import {
  eachMovement,
  listSpotNames,
  newestMovement,
  readParts,
} from './income-statement.queries.ts';
import { buildStatement } from './income-statement.rules.ts';

/** Ledger files that a person can download per hour: each reads the ledger itself. */
const maxDownloads = 60;

/** PDF statements that a person can download per hour: drawing one takes about 70 ms of CPU time. */
const maxPdfs = 60;

/** The subject of a file for its name: the property, otherwise the organization. */
async function readScopeName(scope: RevenueScope, spots: readonly { name: string }[]) {
  const [first] = spots;
  return scope.kind === 'spot' && first ? first.name : (await readOrganization(scope)).name;
}

/** What drivers paid in a range of days, the deductions, and what is left. */
export function incomeStatementRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  serve(getIncomeStatement, async ({ scope, query }) => {
    const [{ uuid }, spots, { bases }] = await Promise.all([
      readOrganization(scope),
      readParts(scope, query),
      readCommissionTerms(scope),
    ]);
    const all = spots.flatMap((spot) => spot.rows);
    return {
      organization: buildStatement(uuid, all),
      spots: spots.map((spot) => buildStatement(spot.uuid, spot.rows)),
      commission_bases: listCommissionBases(bases, query),
    };
  });

  serve(downloadIncomeStatement, async ({ scope, query }) => {
    const spots = await readParts(scope, query);
    const rows = spots.map((spot) => [spot.name, buildStatement(spot.uuid, spot.rows)] as const);
    const all = buildStatement(
      '',
      spots.flatMap((spot) => spot.rows),
    );
    const total = scope.kind === 'spot' ? [] : [[allProperties, all] as const];
    return statementFile(await readScopeName(scope, spots), query, [...rows, ...total]);
  });

  serve(downloadIncomeStatementPdf, async ({ scope, query, now }) => {
    await limiter.enforce(`statements ${scope.person.pk}`, maxPdfs, now, 'downloads');
    const [{ name }, spots, { bases }] = await Promise.all([
      readOrganization(scope),
      readParts(scope, query),
      readCommissionTerms(scope),
    ]);
    return printedStatementFile({
      organization: name,
      property: scope.kind === 'spot' ? must(spots[0], 'property').name : null,
      range: query,
      statement: buildStatement(
        '',
        spots.flatMap((spot) => spot.rows),
      ),
      commissionPeriods: listCommissionBases(bases, query),
      timezones: [...new Set(spots.map((spot) => spot.timezone))],
      createdAt: now,
    });
  });

  serve(downloadMovements, async ({ scope, query, now }) => {
    await limiter.enforce(`movements ${scope.person.pk}`, maxDownloads, now, 'downloads');
    const [spots, newest] = await Promise.all([listSpotNames(scope), newestMovement(scope)]);
    return movementsFile(await readScopeName(scope, spots), query, spots, (spotPk) =>
      eachMovement(scope, spotPk, query, newest),
    );
  });
}
