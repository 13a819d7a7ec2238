/** The connection was cut or is gone: nobody knows whether the statement took effect. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}
