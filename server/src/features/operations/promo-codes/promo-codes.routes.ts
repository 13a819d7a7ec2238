import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { pageCount } from '@lotkeeper/contract/kernel/paging';
import {
  checkPromoCode,
  createPromoCode,
  deletePromoCode,
  downloadPromoFlyer,
  findDiscount,
  formatDiscount,
  generatePromoQrCode,
  getPromoReport,
  listPromoCodes,
  promoMessages,
  promoPageSize,
  updatePromoCode,
  whyNotUsable,
} from '@lotkeeper/contract/operations/promo-codes';
import { listPromoUses } from '@lotkeeper/contract/operations/promo-uses';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { PdfFile } from '../../../kernel/http/binary-files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { notFound, Refusal } from '../../../kernel/refusal.ts';
import { drawFlyer } from './flyer.ts';
import { changePromoCode } from './promo-changes.queries.ts';
import {
  checkCode,
  countPromoUses,
  insertPromoCode,
  listPromoCodeRows,
  readFlyerSpot,
  readPromoCodeRow,
  retirePromoCode,
} from './promo-codes.queries.ts';
import { promoLink, refusePast, refuseUseless, toPromoCode } from './promo-codes.rules.ts';
import { listUses } from './promo-uses.queries.ts';

/** A code with its property, and the link of its flyer. */
async function flyerParts(scope: SpotScope, pk: number) {
  const [row, spot] = await Promise.all([readPromoCodeRow(scope, pk), readFlyerSpot(scope)]);
  const link = promoLink(spot, row.code);
  if (!link) throw new Refusal('conflict', promoMessages.noLink);
  return { row, spot, link };
}

/** Discount codes for drivers, their flyers, and how often they were used. */
export function promoCodesRoutes(serve: Serve): void {
  serve(listPromoCodes, async ({ scope, query, now }) => {
    const today = toLocalDate(now, scope.timezone);
    const usable = query.usable_codes !== 'false';
    const [spot, { results, count }] = await Promise.all([
      readFlyerSpot(scope),
      listPromoCodeRows(scope, { page: query.page, usable, today }),
    ]);
    return {
      results: results.map((row) => toPromoCode(row, spot, today)),
      current_page: query.page,
      total_pages: pageCount(count, promoPageSize),
    };
  });

  serve(createPromoCode, async ({ scope, body, now }) => {
    const today = toLocalDate(now, scope.timezone);
    refusePast(body.expiration ?? null, today);
    const { type } = findDiscount(body) ?? { type: 'value' };
    refuseUseless({ ...body, discount_type: type });
    const row = await insertPromoCode(scope, body, now);
    return toPromoCode(row, await readFlyerSpot(scope), today);
  });

  serve(updatePromoCode, async ({ scope, params, body, now }) => {
    const today = toLocalDate(now, scope.timezone);
    const row = await changePromoCode(scope, { pk: params.id, body, today }, now);
    return toPromoCode(row, await readFlyerSpot(scope), today);
  });

  serve(deletePromoCode, async ({ scope, params, now }) => retirePromoCode(scope, params.id, now));

  serve(generatePromoQrCode, async ({ scope, body }) => {
    const { link } = await flyerParts(scope, body.promo_code_pk);
    return { qr_code: link };
  });

  serve(downloadPromoFlyer, async ({ scope, params }) => {
    const { row, spot, link } = await flyerParts(scope, params.id);
    const offer = formatDiscount(row.discount_type, row.amount);
    const pages = await drawFlyer({ ...row, offer, spot, link });
    return new PdfFile(`discount-code ${inFileName(spot.name)} ${row.code}`, pages);
  });

  serve(getPromoReport, async ({ scope, query }) => {
    const first = `${query.year}-${String(query.month).padStart(2, '0')}-01` as LocalDate;
    return { promo_uses: await countPromoUses(scope, first) };
  });

  serve(listPromoUses, ({ scope, query }) => listUses(scope, query));

  serve(checkPromoCode, async ({ scope, query, now }) => {
    const found = await checkCode(scope, { ...query, now });
    if (found === null) throw notFound('property');
    const reason = whyNotUsable(found);
    return {
      usable: reason === null,
      reason,
      discount_type: found?.discount_type ?? null,
      amount: found?.amount ?? null,
      applicable_rental_types: found?.applicable_rental_types ?? [],
    };
  });
}
