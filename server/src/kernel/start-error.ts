/** Something that keeps the server from starting; its message is one sentence that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
