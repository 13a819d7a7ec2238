import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const toSite = (origin: string) => hash(new URL(origin).hostname);

/** Present and verified; and with the key, when it is made. */
const usedFlags = 0b101;
const madeFlags = 0b1000101;

/** A software authenticator with one passkey (WebAuthn, ES256, without attestation). */
export function makeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  const shared = { ...common, type: 'public-key', clientExtensionResults: {} };
  return {
    /** What the browser gives for new options. */
    create({ challenge }: { challenge: string }, from = origin) {
      // COSE: an EC2 key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([
        toSite(origin),
        Buffer.from([madeFlags]),
        uint32(counter),
        Buffer.alloc(16),
        uint16(id.length),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x59]),
        uint16(data.length),
        data,
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: client('webauthn.create', challenge, from).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** What the browser gives for a challenge; `signedFor` is the origin of the site that it signs for. */
    answer({ challenge }: { challenge: string }, from = origin, signedFor = origin) {
      counter += 1;
      const clientData = client('webauthn.get', challenge, from);
      const data = Buffer.concat([toSite(signedFor), Buffer.from([usedFlags]), uint32(counter)]);
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
