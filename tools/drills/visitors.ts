import { createVisitorCode, listVisitorCodes } from '@lotkeeper/contract/operations/visitor-codes';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import { createVisitor } from '@lotkeeper/contract/operations/visitors';
import type { Caller, Reply } from './people.ts';
import { call, callWell } from './people.ts';

/** A property's always-valid validation code, created if there is none. */
export async function getVisitorCode(caller: Caller, spot: number) {
  const { results } = await callWell(caller, listVisitorCodes, { query: { spot: String(spot) } });
  const found = results.find((code) => code.always_valid);
  const body = { spot, code: 'DRILL', always_valid: true };
  return found ?? callWell(caller, createVisitorCode, { body });
}

/** Adds a visitor with an always-valid code. */
export async function addVisitor(
  caller: Caller,
  spot: number,
  plate: string,
  code?: number,
): Promise<Reply<Visitor>> {
  return call(caller, createVisitor, {
    body: {
      spot,
      validation_source: 'dashboard',
      codes: [code ?? (await getVisitorCode(caller, spot)).pk],
      plate,
      state: 'AZ',
      country: 'US',
    },
  } as never);
}
