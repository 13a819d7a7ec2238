import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeAll } from './csv-text.ts';
import { findGarbledWords, guessEncoding } from './encoding.rules.ts';

const western =
  'Müller,Zoë,Núñez,José,García,Díaz,Ríos,Lucía,Martí,Élise,Côté,François,Lefèvre,Björn,Åberg,Ángel,Peña,MUÑOZ,MÜLLER,PEÑA,IBÁÑEZ,Ñandú,Íñigo,Óscar,Úrsula,João,Conceição,Gonçalves,Jürgen,Chloé,Noël,Anaïs,Loïc,Benoît,Maëlle,Hélène,Gaëtan,Søren,Kjær,Ødegård,Þór,Renée,Véronique,Théo,São,Assunção,Raúl,Belén,Begoña,Iñaki,Ümit,Öztürk,O’Neil,D’Angelo'.split(
    ',',
  );
const cyrillic = 'Иван,Петров,Ольга,Ивановна,ПЕТРОВ,Яна,Щукин,Юрий,Ёлкина'.split(',');
const files: [string, string, readonly string[]][] = [
  ...['windows-1252', 'macintosh', 'cp850', 'cp437'].map(
    (encoding): [string, string, readonly string[]] => [encoding, 'Western', western],
  ),
  ...['windows-1251', 'koi8-r', 'cp866', 'maccyrillic'].map(
    (encoding): [string, string, readonly string[]] => [encoding, 'Cyrillic', cyrillic],
  ),
  ['windows-1250', 'Polish', 'Łukasz,Wiśniewski,Żaneta,Kraków,Paweł,Świątek'.split(',')],
  ['windows-1253', 'Greek', 'Γιάννης,Παπαδόπουλος,Ελένη'.split(',')],
  ['shift_jis', 'Japanese', '山田,太郎,鈴木'.split(',')],
  ['gbk', 'Chinese', '王伟,张敏,李娜'.split(',')],
];

const isRight = (name: string, encoding: string) => {
  const bytes = iconv.encode(name, encoding);
  // The encoding lacks some letters.
  if (iconv.decode(bytes, encoding) !== name) return true;
  const guess = guessEncoding(bytes);
  return guess.doubts !== 'none' || decodeAll(bytes, guess.encoding) === name;
};

test.each(files)(
  'a name in %s of a %s file is read correctly or asked about, never silently garbled',
  (encoding, _, names) => {
    expect(names.filter((name) => !isRight(name, encoding))).toEqual([]);
  },
);

test.each(['windows-1252', 'macintosh'])(
  'a file of Western names in %s is read without a question',
  (encoding) => {
    expect(
      guessEncoding(iconv.encode(western.filter((name) => name !== 'Þór').join('\n'), encoding)),
    ).toMatchObject({
      encoding,
      doubts: 'none',
    });
  },
);

test('words that were damaged before the file was saved are found', () => {
  expect(
    findGarbledWords('A1,AZ,MÃ¼ller\nB2,AZ,N?ñez\nC3,AZ,Zoë,https://x.example/a?b=c,a?b@c.d,why?'),
  ).toEqual(['MÃ¼ller', 'N?ñez']);
});
