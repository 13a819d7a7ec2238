import * as z from 'zod/mini';
import { everybody } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/pictures/:address/',
  summary: 'An image by its signed URL, which expires after 15 minutes',
  access: everybody,
  params: z.strictObject({ address: z.string().check(z.regex(/^[\w.-]{20,200}$/)) }),
  file: 'image/*',
  failure: 'Could not load the image',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  address: 'The signed part of an image’s URL, as an answer contained it.',
};
