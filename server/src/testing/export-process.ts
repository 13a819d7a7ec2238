// Writes an export in a process of its own, whose memory a test limits; prints how large it is.

import { createSecretBox } from '../kernel/access/secrets.ts';
import { systemClock } from '../kernel/clock.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { writeOrganization } from '../organization-file/write-organization.ts';
import { openSealKey } from '../records/trust/seal-key.ts';

const [url = '', folder = '', organization] = process.argv.slice(2);
const chunks = writeOrganization({
  url,
  organizationId: Number(organization),
  files: folderFiles(folder),
  key: openSealKey(createSecretBox('the secret key of all tests, 32 characters or more')),
  now: systemClock(),
});
let bytes = 0;
for await (const chunk of chunks) bytes += chunk.length;
process.stdout.write(String(bytes));
