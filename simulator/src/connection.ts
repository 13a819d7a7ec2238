import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

const feed = z.strictObject({
  /** The property's pk. */
  spot: z.int(),
  format: z.string(),
  direction: z.enum(['Entrance', 'Exit']),
  /** Where its messages go, including the key. */
  path: z.string(),
  signing_secret: z.nullable(z.string()),
});
export type Feed = z.infer<typeof feed>;

const connection = z.strictObject({
  url: z.url(),
  organizations: z.array(
    z.strictObject({ name: z.string(), api_key: z.string(), feeds: z.array(feed) }),
  ),
});

/** The app's URL and the simulator's keys. */
export type Connection = z.infer<typeof connection>;

/** Reads the file that the app writes when it starts; errors explain what to do. */
export async function readConnection(file: string): Promise<Connection> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Error(
      `There is no ${file}. Start the demo with npm start first, or name another DATA_DIR.`,
    );
  }
  const parsed = connection.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${file} does not have the app’s URL and keys.`);
  return parsed.data;
}
