/** The connection was cut or is gone: it's unknown whether the statement took effect. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}
