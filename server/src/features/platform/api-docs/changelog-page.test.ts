import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { toChangelogPage } from './changelog-page.ts';

const changelog = `# Changelog

For operators.

## Unreleased

### Upgrading

- Set \`DEMO=0\`.

### Added

- **Letters**: on Monday ([money.md](docs/money.md#letters)). \`GET /api/x\` has <b>them</b>.

### Fixed

- Works with [S3](https://example.com), too.

## 0.1.0

The first release ([067](docs/decisions/067-one-schema.md)).
`;

test('the changelog is one list for each section of a release, without what operators do before an update', () => {
  const [, main = ''] = /<main>(.*)<\/main>/.exec(toChangelogPage(changelog)) ?? [];
  expect(main).toBe(
    '<section><h2>This version</h2><h3>Added</h3><ul><li><strong>Letters</strong>: on Monday. ' +
      '<code>GET /api/x</code> has &lt;b&gt;them&lt;/b&gt;.</li></ul><h3>Fixed</h3>' +
      '<ul><li>Works with S3, too.</li></ul></section>' +
      '<section><h2>0.1.0</h2><p>The first release.</p></section>',
  );
});

test('the page is served by us, under the pages’ own policy and without any address of others', async () => {
  const { app } = await testApp({ now: '2026-06-15T19:00:00Z' });
  const { statusCode, headers, body } = await app.inject({ url: '/api/docs/changelog' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("style-src 'self'");
  expect(body).not.toMatch(/ style=| on\w+=|<script|https?:|\*\*|\]\(/);
  expect(body).toContain('<strong>Plate Desk</strong>');
});
