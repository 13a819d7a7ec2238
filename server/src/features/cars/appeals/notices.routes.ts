import { createHash } from 'node:crypto';
import { findDueDay, findLastDay, findStateRule } from '@lotkeeper/contract/cars/appeal-rules';
import type { Notice } from '@lotkeeper/contract/cars/appeals';
import {
  addAppealImage,
  appealMessages,
  appealRules,
  findNotice,
  sendAppeal,
} from '@lotkeeper/contract/cars/appeals';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { LinkScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { cleanPicture } from '../../../kernel/data/clean-picture.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import {
  queueAppealMessages,
  recordAppeal,
  recordAppealImage,
} from '../../../records/cars/appeals.ts';
import { recordImages } from '../../../records/cars/images.ts';
import { lockViolations } from '../../../records/cars/violations.ts';
import { queueVisitCounts } from '../../../records/cars/visits/visit-counts.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { toTicket } from '../violations/public.ts';
import { determineAppealState } from './appeal-state.rules.ts';
import { noticePaymentsRoutes } from './notice-payments.routes.ts';
import type { NoticeKey } from './notice-tokens.ts';
import { noticeTokens } from './notice-tokens.ts';
import type { NoticeRow } from './notices.queries.ts';
import { findNotice as findKey, readNotice } from './notices.queries.ts';

/** Images that may be sent for a violation per hour. */
const imagesPerHour = 20;

/** The rule of the property's state for a violation, if an Admin confirmed it. */
function findConfirmedRule({ spot_state, confirmed_rules, created_at, timezone }: NoticeRow) {
  const rule = findStateRule(spot_state, toLocalDate(created_at, timezone));
  return rule && confirmed_rules.includes(rule.valid_from) ? rule : null;
}

/** The last day to appeal a violation; null = as long as it's open. */
const findLastDayOf = (row: NoticeRow) =>
  findLastDay(findConfirmedRule(row), toLocalDate(row.created_at, row.timezone));

const conflict = (detail: string) => new Refusal('conflict', detail);
const expired = () => new Refusal('not_found', appealMessages.expired);

/** The uuid of an image, derived from its bytes and its violation, so that sending it twice adds it once. */
function imageUuid({ organizationId, violationPk }: NoticeKey, file: string): string {
  const name = `appeal image\0${organizationId}\0${violationPk}\0${file}`;
  const hex = createHash('sha256').update(name).digest('hex');
  // Version 8 of RFC 9562: made by a rule of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The codes that a typed number may be: people put spaces and dashes into them. */
const listCodes = (input: string) => {
  const code = input.toUpperCase();
  return [...new Set([code, code.replaceAll(/[\s-]/g, '')])];
};

/** The phone number of an appeal in its stored form; null without one. Refuses what isn't a phone number. */
function readPhone(phone: string | undefined): string | null {
  if (!phone) return null;
  const parsed = parsePhone(phone, 'US');
  if (parsed === null) throw wrongFields({ phone: appealMessages.phone });
  return parsed;
}

/** What drivers do with a violation on the public page, without signing in. */
export function noticesRoutes(
  serve: Serve,
  deps: {
    sql: SqlPool;
    openLinkScope: (organizationId: number) => LinkScope;
    limiter: Limiter;
    files: FileStore;
    pictures: PictureAddresses;
    secretBox: SecretBox;
    publish: Publish;
    clock: Clock;
    processor: PaymentProcessor;
    takesCards: boolean;
  },
): void {
  const { sql, openLinkScope, limiter, files, pictures, publish } = deps;
  const tokens = noticeTokens(deps.secretBox);

  const toWire = (key: NoticeKey, row: NoticeRow, now: Instant): Notice => {
    const getImageUrl = (uuid: string) =>
      pictures.addressOf({ organization: key.organizationId, uuid }, now);
    const { code, plate, state, status, amount, created_at, evidence, image_url } = toTicket(
      row,
      getImageUrl,
    );
    const { appeal } = row;
    return {
      token: tokens.tokenOf(key, now),
      operator: row.operator,
      property: row.property,
      timezone: row.timezone,
      appeal_by: findLastDayOf(row),
      wording: findConfirmedRule(row)?.wording ?? null,
      ticket: { code, plate, state, status, amount, created_at, evidence, image_url },
      takes_cards: deps.takesCards,
      payment: row.payment,
      appeal: appeal && {
        state: determineAppealState(appeal.decision, status),
        reason: appeal.reason,
        text: appeal.text,
        sent_at: appeal.created_at,
        due_on: appeal.due_on,
        images: appeal.images.map((uuid) => ({ url: getImageUrl(uuid) })),
        decided_at: appeal.decided_at,
        answer: appeal.answer,
        first_amount: appeal.first_amount,
      },
    };
  };

  /** The violation of a token as it is now. */
  const openNotice = (token: string, now: Instant) => {
    const key = tokens.noticeAt(token, now);
    if (!key) throw expired();
    return key;
  };

  const refuseMissing = (row: NoticeRow | null): NoticeRow => {
    if (!row) throw expired();
    return row;
  };

  const read = (key: NoticeKey) =>
    openLinkScope(key.organizationId).write((tx) => readNotice(tx, key));

  /** Changes a violation's appeal under the lock of the violation; then reads it. */
  const runLocked = (
    key: NoticeKey,
    now: Instant,
    work: (recorder: Awaited<ReturnType<typeof openRecorder>>, row: NoticeRow) => Promise<void>,
  ) =>
    openLinkScope(key.organizationId).write(async (tx) => {
      const recorder = await openRecorder(tx, key.organizationId);
      await lockViolations(recorder, [key.violationPk]);
      await work(recorder, refuseMissing(await readNotice(tx, key)));
      return toWire(key, refuseMissing(await readNotice(tx, key)), now);
    });

  noticePaymentsRoutes(serve, deps, {
    openNotice,
    read: async (key) => refuseMissing(await read(key)),
    toWire,
  });

  /**
   * Finds a violation. Each try is counted before it's checked, by network and by code, whether or not there is such a
   * code; a correct one is uncounted. Whatever is wrong, the answer is the same.
   */
  serve(findNotice, async ({ body, request, now }) => {
    const codes = listCodes(body.code);
    const byNetwork = `appeal tries of ${getClientNetwork(request)}`;
    const byCode = `appeal tries for ${codes.at(-1)}`;
    const isAllowed =
      (await limiter.allow(byNetwork, appealRules.triesPerAddress, now)) &&
      (await limiter.allow(byCode, appealRules.triesPerCode, now));
    if (!isAllowed) throw new Refusal('too_many_requests', appealMessages.tooManyTries);
    const key = await findKey(sql, { codes, plateKey: plateKey(body.plate) });
    const row = key && (await read(key));
    if (!row) throw new Refusal('code_invalid', appealMessages.notFound);
    await limiter.takeBack(byNetwork);
    await limiter.takeBack(byCode);
    return toWire(key, row, now);
  });

  serve(sendAppeal, async ({ params, body, now }) => {
    const key = openNotice(params.token, now);
    const phone = readPhone(body.phone);
    const email = body.email ? readEmail(body.email) : null;
    const { spot_pk } = refuseMissing(await read(key));
    const notice = await runLocked(key, now, async (recorder, row) => {
      if (row.appeal?.request === body.request) return;
      if (row.appeal) throw conflict(appealMessages.alreadyAppealed);
      if (row.status !== 'Created') throw conflict(appealMessages.notOpen[row.status]);
      const { request, reason, text, language } = body;
      const today = toLocalDate(now, row.timezone);
      const lastDay = findLastDayOf(row);
      if (lastDay !== null && today > lastDay) throw conflict(appealMessages.tooLate);
      const due_on = findDueDay(findConfirmedRule(row), today);
      const written = { request, reason, text, email, phone, language };
      const appeal = {
        violation_pk: key.violationPk,
        ...written,
        due_on,
        first_amount: row.amount,
      };
      const pk = await recordAppeal(recorder, appeal, now);
      if (pk === null) throw conflict(appealMessages.alreadyAppealed);
      await queueAppealMessages(recorder, { pk, email, phone }, 'sent', now);
      await queueVisitCounts(recorder, [row.visit_pk]);
    });
    publish('server:newRecords', { organizationId: key.organizationId, pk: spot_pk });
    return notice;
  });

  serve(addAppealImage, async ({ params, body, now }) => {
    const key = openNotice(params.token, now);
    await limiter.enforce(
      `appeal images of ${key.organizationId} ${key.violationPk}`,
      imagesPerHour,
      now,
      'uploads',
    );
    const { appeal: known } = refuseMissing(await read(key));
    if (!known || known.decision !== null) throw conflict(appealMessages.tooLateForImages);
    // Anyone with a notice sends images, so none is looked at before it may be added.
    const { media_type, bytes } = await cleanPicture(body ?? new Uint8Array());
    const file = await files.put(bytes);
    return runLocked(key, now, async (recorder, { appeal, spot_pk }) => {
      if (!appeal || appeal.decision !== null) throw conflict(appealMessages.tooLateForImages);
      const uuid = imageUuid(key, file);
      if (appeal.images.includes(uuid)) return;
      if (appeal.images.length >= appealRules.maxImages)
        throw conflict(appealMessages.tooManyImages);
      const image = { uuid, spot_pk, kind: 'appeal' as const, file, media_type };
      const metadata = { bytes: bytes.length, taken_at: now, orientation: null };
      await recordImages(recorder, [{ ...image, ...metadata }]);
      await recordAppealImage(recorder, { appeal_pk: appeal.pk, image: uuid }, now);
    });
  });
}
