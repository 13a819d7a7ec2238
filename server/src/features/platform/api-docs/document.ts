import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { ContractExports } from './contract-exports.ts';
import { readContract } from './contract-exports.ts';
import { describeFields } from './describe-fields.ts';
import type { Answer, ApiDocument } from './openapi.ts';
import { describeOperation } from './operations.ts';
import { SchemaWriter } from './schemas.ts';
import { securitySchemes } from './security.ts';
import { areas, tags } from './tags.ts';
import { describeWebhooks } from './webhooks.ts';

const introduction = `Every amount of money is in whole US cents. Times are ISO 8601 with an offset where programs send them, and milliseconds since 1970 in answers unless the field says otherwise. Days are \`YYYY-MM-DD\` in the property’s time zone. Unknown fields are refused, and nothing is converted: \`"1"\` isn’t \`1\`.

Programs send data to the calls under Ingest with an API key: \`Authorization: Token {key}\`. The other calls are those of the pages, with the token of a person who is signed in.

Every error is answered as \`{detail, code, fields?}\`: \`detail\` is a message for a person, \`code\` is for a program, and \`fields\` names each wrong field. URLs work with and without the last slash.`;

/** Endpoints grouped like the page: in the order of the tags, then of the features' routes. */
function sortEndpoints({ endpoints }: ContractExports, mounted: ReadonlySet<Endpoint>) {
  const tagOrder = Object.keys(tags);
  const routeOrder = [...mounted];
  return endpoints
    .filter(({ value }) => mounted.has(value))
    .toSorted(
      (a, b) =>
        tagOrder.indexOf(a.file) - tagOrder.indexOf(b.file) ||
        routeOrder.indexOf(a.value) - routeOrder.indexOf(b.value),
    );
}

/**
 * The document of the calls that an app serves, before its fields are described. Takes a fraction of a second, and
 * yields to other requests meanwhile.
 */
export async function composeDocument(
  mounted: ReadonlySet<Endpoint>,
  serverUrl: string,
): Promise<ApiDocument> {
  const contract = await readContract();
  const writer = new SchemaWriter(contract.schemas);
  const paths: ApiDocument['paths'] = {};
  const responses: Record<string, Answer> = {};
  const titles = new Set<string>();
  for (const { file, name, value } of sortEndpoints(contract, mounted)) {
    await setImmediate();
    const tag = tags[file]?.title ?? file;
    titles.add(tag);
    const path = value.path.replaceAll(/:(\w+)/g, '{$1}');
    const methods = (paths[path] ??= {});
    methods[value.method.toLowerCase()] = describeOperation(writer, responses, {
      name,
      tag,
      endpoint: value,
    });
  }
  const webhooks = describeWebhooks(writer);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lotkeeper API',
      version: '1',
      description: introduction,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This installation' }],
    tags: Object.values(tags)
      .filter(({ title }) => titles.has(title))
      .map(({ title, description }) => ({ name: title, description })),
    'x-tagGroups': Object.values(areas).map((area) => ({
      name: area.title,
      tags: Object.values(area.tags)
        .map(({ title }) => title)
        .filter((title) => titles.has(title)),
    })),
    paths,
    webhooks,
    components: { securitySchemes, schemas: writer.finish(), responses },
  };
}

/** Describes the calls that an app serves, and the meaning of each field. */
export async function describeApi(
  mounted: ReadonlySet<Endpoint>,
  serverUrl: string,
): Promise<ApiDocument> {
  const document = await composeDocument(mounted, serverUrl);
  describeFields(document, await readContract());
  return document;
}
