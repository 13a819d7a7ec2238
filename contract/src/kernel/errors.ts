import * as z from 'zod/mini';

/** Every error code of the API with its HTTP status. The list is closed; docs/errors.md explains each. */
export const errorStatus = {
  malformed_request: 400,
  invalid_fields: 400,
  code_invalid: 400,
  session_ended: 401,
  key_invalid: 401,
  not_allowed: 403,
  purpose_required: 403,
  confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/**
 * The one error envelope: `detail` is for people, `code` for programs, and `fields` names each invalid field. If a
 * record isn't as its form showed it, `current` has its values now. A server error has the request ID under which it is
 * in the server's log.
 */
export const errorEnvelope = z.object({
  detail: z.string(),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.record(z.string(), z.unknown())),
  request_id: z.optional(z.string()),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** The fallback message of a failure. */
export const commonFailure = 'Something went wrong. Please try again.';

/** Adds a server error's log ID to its message, for support, or for who runs the installation and has its log. */
export const addSupportCode = (
  message: string,
  requestId: string | undefined,
  isOperator = false,
): string => {
  if (!requestId) return message;
  return isOperator
    ? `${message} If it happens again, look for this code in the server’s log: ${requestId}`
    : `${message} If it happens again, tell support this code: ${requestId}`;
};

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  detail: 'A message for a person.',
  code: ['The kind of error, for a program.', 'invalid_fields'],
  current:
    'In a `conflict` of a change that says what its form showed: the values now. Send them as `shown` to change it anyway.',
  request_id: 'In a server error: the code that its log has it under. Send it to support.',
};
