import { expect, test } from 'vitest';
import { describeMailFailure, findPort } from './mail-failure.ts';

const server = { host: 'mail.example.com', port: 587 };

test.each([
  [
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' },
    'Nothing answers at mail.example.com, port 587.',
  ],
  [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'There is no server called mail.example.com.'],
  [{ code: 'ENOTFOUND' }, 'There is no server called mail.example.com.'],
  [
    { code: 'EDNS', originalCode: 'EAI_AGAIN' },
    'The address of mail.example.com can’t be looked up right now.',
  ],
  [
    { code: 'ESOCKET', originalCode: 'EHOSTUNREACH' },
    'mail.example.com can’t be reached from this server.',
  ],
  [{ code: 'ETIMEDOUT' }, 'mail.example.com, port 587, doesn’t answer in time.'],
  [
    { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 Error', command: 'AUTH PLAIN' },
    'mail.example.com refused the user name or the password (535).',
  ],
  [
    { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' },
    'mail.example.com refused the sender’s address (553).',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
    'mail.example.com refused the recipient’s address (550).',
  ],
  [
    { code: 'EMESSAGE', responseCode: 554, command: 'DATA' },
    'mail.example.com refused the message (554).',
  ],
  [
    { code: 'ETLS', responseCode: 502, command: 'STARTTLS' },
    'mail.example.com, port 587, can’t encrypt the connection (502).',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    'mail.example.com, port 587, can’t encrypt the connection.',
  ],
  [
    { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    'The certificate of mail.example.com isn’t valid for it.',
  ],
  [
    { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'The certificate of mail.example.com isn’t valid for it.',
  ],
  [{ code: 'ECONNECTION' }, 'mail.example.com, port 587, ended the connection.'],
  [{ code: 'EPROTOCOL' }, 'What answers at mail.example.com, port 587, isn’t an email server.'],
  [{ code: 'EOTHER' }, 'The email couldn’t be sent (EOTHER).'],
])('%o is said in words', (error, words) => {
  expect(describeMailFailure(error, server)).toBe(words);
});

test('a URL without a port has the one of its kind', () => {
  expect(findPort(new URL('smtp://mail.example.com'))).toBe(587);
  expect(findPort(new URL('smtps://mail.example.com'))).toBe(465);
  expect(findPort(new URL('smtp://mail.example.com:2525'))).toBe(2525);
});
