import {
  clearCameraMapping,
  listMessageFields,
  previewCameraMapping,
  setCameraMapping,
} from '@lotkeeper/contract/cars/camera-mappings';
import { listCameraMistakes } from '@lotkeeper/contract/cars/camera-mistakes';
import {
  cameraFormats,
  checkParkpowToken,
  createCameraFeed,
  getCameraMessage,
  getLatestCameraMessage,
  listCameraFeeds,
  listCameraMessages,
  listCameras,
  listSetAside,
  readCameraMessagesAgain,
  receiveCameraMessage,
  receiveParkpowVehicle,
  receiveParkpowWebhook,
  revokeCameraFeed,
  updateCamera,
  updateCameraFeed,
} from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { FastifyRequest } from 'fastify';
import type { CameraScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Accepted } from '../../../kernel/http/call.ts';
import { wrongCameraKey } from '../../../kernel/http/identify-caller.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { notFound, requireFound } from '../../../kernel/refusal.ts';
import { readCameraMistakes } from './camera-mistakes.queries.ts';
import { changeCamera, listSetAsideRows, readCameras } from './cameras.queries.ts';
import { handleMessage } from './door.ts';
import { changeFeed, insertFeed, listFeeds, revokeFeed, setMapping } from './feeds.queries.ts';
import { previewMapping, readFields } from './mapping-preview.ts';
import { listUnknownMessages, readLatestMessage, readUnknownMessage } from './messages.queries.ts';
import { readAgain } from './read-again.ts';
import { checkSignature } from './signature.ts';

interface Deps {
  secretBox: SecretBox;
  files: FileStore;
  publish: Publish;
}

/** A key is only valid for its own format. */
function checkFormat(scope: CameraScope, format: string): void {
  if (!(cameraFormats as readonly string[]).includes(format)) throw notFound('camera format');
  if (scope.feed.format !== format) throw wrongCameraKey();
}

function ingestRoutes(serve: Serve, deps: Deps): void {
  interface Call {
    scope: CameraScope;
    body: Uint8Array;
    request: FastifyRequest;
    now: Instant;
  }
  const receiveMessage = async ({ scope, request, now, ...call }: Call, format: string) => {
    checkFormat(scope, format);
    const body = call.body ?? new Uint8Array();
    const { signingSecret } = scope.feed;
    if (signingSecret) {
      const secret = deps.secretBox.open(signingSecret);
      checkSignature(secret, request.headers['verkada-signature'], body, now);
    }
    const content_type = request.raw.headers['content-type'] ?? '';
    const answer = await handleMessage(scope, deps, { content_type, body, now });
    return answer.outcome === 'unknown' ? new Accepted(answer) : answer;
  };

  serve(receiveCameraMessage, (call) => receiveMessage(call, call.params.format));
  for (const endpoint of [receiveParkpowWebhook, receiveParkpowVehicle]) {
    serve(endpoint, (call) => receiveMessage(call, 'plate-recognizer'));
  }

  serve(checkParkpowToken, async ({ scope }) => {
    checkFormat(scope, 'plate-recognizer');
    return { results: [] };
  });
}

function feedsRoutes(serve: Serve, { secretBox }: Deps): void {
  serve(listCameraFeeds, async ({ scope }) => listFeeds(scope));

  serve(createCameraFeed, async ({ scope, body, now }) => {
    const key = `lc_${newToken()}`;
    const signing_secret =
      body.signing_secret === null ? null : secretBox.seal(body.signing_secret);
    const feed = await insertFeed(
      scope,
      { ...body, signing_secret, key_hash: hashToken(key), hint: key.slice(-4) },
      now,
    );
    return { key, path: `/api/ingest/cameras/${feed.format}/${key}`, feed };
  });

  serve(updateCameraFeed, async ({ scope, params, body, now }) =>
    changeFeed(scope, params.feed, body, now),
  );

  serve(getLatestCameraMessage, async ({ scope, params }) => readLatestMessage(scope, params.feed));

  serve(setCameraMapping, async ({ scope, params, body, now }) => {
    await setMapping(scope, params.feed, body, now);
    const { shown: _, ...mapping } = body;
    return mapping;
  });

  serve(clearCameraMapping, async ({ scope, params, now }) =>
    setMapping(scope, params.feed, null, now),
  );

  serve(revokeCameraFeed, async ({ scope, params, now }) => revokeFeed(scope, params.feed, now));
}

function messagesRoutes(serve: Serve, deps: Deps): void {
  serve(listCameraMessages, async ({ scope }) => {
    const rows = await listUnknownMessages(scope);
    return rows.map(({ start, ...row }) => ({
      ...row,
      beginning: start.toString('utf8').slice(0, 400),
    }));
  });

  serve(readCameraMessagesAgain, async ({ scope, body, now }) =>
    readAgain(scope, deps, body.messages, now),
  );

  serve(listMessageFields, async ({ scope, params }) => readFields(scope, deps, params.message));

  serve(previewCameraMapping, async ({ scope, params, body }) =>
    previewMapping(scope, deps, params.message, body),
  );

  serve(getCameraMessage, async ({ scope, params }) => {
    const row = requireFound(await readUnknownMessage(scope, params.message), 'message');
    return { pk: row.pk, content_type: row.content_type, text: row.body.toString('utf8') };
  });
}

/** Where cameras send their messages, and what an Admin sees of them. */
export function camerasRoutes(serve: Serve, deps: Deps): void {
  ingestRoutes(serve, deps);
  feedsRoutes(serve, deps);
  messagesRoutes(serve, deps);

  serve(listSetAside, async ({ scope }) => listSetAsideRows(scope));

  serve(listCameraMistakes, async ({ scope, now }) => readCameraMistakes(scope, now));

  serve(listCameras, async ({ scope, now }) => readCameras(scope, now));

  serve(updateCamera, async ({ scope, params, body, now }) => {
    await changeCamera(scope, params.camera, body, now);
    const [changed] = await readCameras(scope, now, params.camera);
    return requireFound(changed, 'camera');
  });
}
