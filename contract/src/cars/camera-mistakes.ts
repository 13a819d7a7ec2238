import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';

/** How many days back misreads are counted. */
export const mistakeDays = 30;
/** Maximum cameras that are listed. */
export const maxMistakenCameras = 100;

const confusion = z.object({ read: z.string(), real: z.string(), count: z.int() });
export type Confusion = z.infer<typeof confusion>;

/** What people at the plate desk found out about a camera. */
const cameraMistakes = z.object({
  camera: z.int(),
  name: z.string(),
  spot_name: z.nullable(z.string()),
  reads: z.int(),
  misread: z.int(),
  confusions: z.array(confusion),
});
export type CameraMistakes = z.infer<typeof cameraMistakes>;

export const listCameraMistakes = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/camera_mistakes/',
  summary: 'What cameras read wrong, by what people decided at the plate desk; most misreads first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: z.strictObject({ id: pkOrUuidText }),
  answer: z.array(cameraMistakes),
  freshFor: 60,
  failure: 'Could not fetch what cameras mistake',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  camera: 'The camera, by its number.',
  name: ['The name of the camera.', 'Entrance 1'],
  spot_name: 'The name of its property; null if it isn’t known.',
  reads: 'Plate reads of the last 30 days.',
  misread: 'Reads that people found wrong in the last 30 days.',
  confusions: 'The characters that it mistakes most, since it was installed, up to three.',
  read: ['The character that it reads; empty where it leaves one out.', '8'],
  real: ['The character that is there; empty where there is none.', 'B'],
  count: 'How often people found that.',
};
