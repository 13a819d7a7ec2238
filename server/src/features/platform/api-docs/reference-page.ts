import type { Answer, ApiDocument, Media, Operation, Parameter, Reference } from './openapi.ts';
import type { Components } from './reference-fields.ts';
import { listRows, toComponentName } from './reference-fields.ts';
import {
  codeBlock,
  describeType,
  escapeHtml,
  toFieldTable,
  toInlineHtml,
  toParagraphs,
} from './reference-html.ts';

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

interface Group {
  title: string;
  id: string;
  description: string;
  calls: Call[];
}

const toId = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

function groupCalls({ tags, paths }: ApiDocument): Group[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return tags.map(({ name, description }) => ({
    title: name,
    id: toId(name),
    description,
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }));
}

const isReference = (answer: Answer | Reference): answer is Reference => '$ref' in answer;

const locationTitles = { path: 'Path', query: 'Query string', header: 'Headers' } as const;

function toParameterTables(parameters: readonly Parameter[]): string {
  return (['path', 'query', 'header'] as const)
    .map((location) => {
      const rows = parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name, required, description, schema }) => ({
          path: name,
          variant: '',
          required,
          schema: { ...schema, ...(description ? { description } : {}) },
        }));
      return toFieldTable(locationTitles[location], rows);
    })
    .join('');
}

function toExamples(title: string, { examples = {} }: Media): string {
  return Object.values(examples)
    .map(({ summary, value }) => {
      const caption = summary ? `${title}: ${summary}` : title;
      return `<figure><figcaption>${toInlineHtml(caption)}</figcaption>${codeBlock(value)}</figure>`;
    })
    .join('');
}

function toBody({ requestBody }: Operation, components: Components): string {
  if (!requestBody) return '';
  const types = Object.keys(requestBody.content);
  const [media] = Object.values(requestBody.content);
  const rows = media ? listRows(media.schema, { components, opens: true }) : [];
  const note = requestBody.description ? `<p>${toInlineHtml(requestBody.description)}</p>` : '';
  return `<h4>Body</h4><p>${types.map((type) => `<code>${type}</code>`).join(', ')}</p>${note}${toFieldTable('Fields of the body', rows)}${media ? toExamples('Example', media) : ''}`;
}

function toAnswer(status: string, answer: Answer, components: Components): string {
  const types = Object.keys(answer.content ?? {});
  const media = answer.content?.['application/json'];
  const rows = media ? listRows(media.schema, { components, opens: false }) : [];
  const type = media
    ? describeType(media.schema)
    : types.map((name) => `<code>${name}</code>`).join(', ');
  return `<h4>Answer ${status}</h4><p>${toInlineHtml(answer.description)} ${type}</p>${toFieldTable(`Fields of the answer ${status}`, rows)}${media ? toExamples('Example', media) : ''}`;
}

function toErrorList(operation: Operation): string {
  const errors = Object.entries(operation.responses).flatMap(([status, answer]) => {
    if (!isReference(answer)) return [];
    const name = toComponentName(answer.$ref);
    return [`<a href="#error-${name}">${status}</a>`];
  });
  return `<p>Errors: ${errors.join(', ')}</p>`;
}

const schemeNames: Record<string, string> = {
  token: 'a person’s session',
  key: 'an API key',
  camera: 'a camera’s key',
  kiosk: 'a kiosk',
};

function toAccess({ security }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme)).map((key) => schemeNames[key]);
  if (names.length === 0) return 'Needs no <code>Authorization</code> header.';
  return `<code>Authorization: Token …</code> of ${names.join(' or ')}.`;
}

function toCallSection({ path, method, operation }: Call, components: Components): string {
  const { operationId, summary, description, parameters = [], responses } = operation;
  const answers = Object.entries(responses)
    .map(([status, answer]) => (isReference(answer) ? '' : toAnswer(status, answer, components)))
    .join('');
  return `<article id="${operationId}"><h3><a href="#${operationId}">${escapeHtml(summary)}</a></h3><p class="call"><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code></p>${description ? toParagraphs(description) : ''}<p>${toAccess(operation)} Operation <code>${operationId}</code>.</p>${toParameterTables(parameters)}${toBody(operation, components)}${answers}${toErrorList(operation)}</article>`;
}

function toGroupSection({ title, id, description, calls }: Group, components: Components): string {
  const sections = calls.map((call) => toCallSection(call, components)).join('');
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2><p>${escapeHtml(description)}</p>${sections}</section>`;
}

function toContents(groups: readonly Group[], areas: ApiDocument['x-tagGroups']): string {
  const lists = groups.map(({ title, id, calls }) => {
    const area = areas.find(({ tags }) => tags[0] === title);
    const heading = area ? `<li class="area">${escapeHtml(area.name)}</li>` : '';
    const links = calls.map(
      ({ method, operation }) =>
        `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)} <small>${method}</small></a></li>`,
    );
    return `${heading}<li><a href="#${id}">${escapeHtml(title)}</a><ul>${links.join('')}</ul></li>`;
  });
  return `<ul>${lists.join('')}<li><a href="#objects">Objects</a></li><li><a href="#errors">Errors</a></li></ul>`;
}

function toObjectSections({ components }: ApiDocument): string {
  const { schemas } = components;
  const sections = Object.entries(schemas).map(([name, schema]) => {
    const rows = listRows(schema, { components: schemas, opens: false });
    return `<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${toFieldTable(`Fields of ${name}`, rows)}</article>`;
  });
  return `<section aria-labelledby="objects"><h2 id="objects">Objects</h2>${sections.join('')}</section>`;
}

function toErrorSections({ components }: ApiDocument): string {
  const sections = Object.entries(components.responses).map(([name, { description, content }]) => {
    const media = content?.['application/json'];
    return `<article id="error-${name}"><h3><a href="#error-${name}">${name}</a></h3><p>${toInlineHtml(description)}</p>${media ? toExamples('Example', media) : ''}</article>`;
  });
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2>${sections.join('')}</section>`;
}

/**
 * The whole reference as one page: everything is in its text, so the browser's search finds it, and it needs no script.
 */
export function toReferencePage(document: ApiDocument): string {
  const { info, components } = document;
  const groups = groupCalls(document);
  const sections = groups.map((group) => toGroupSection(group, components.schemas)).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(info.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/reference.css"><script type="module" src="/api/docs/reference.js"></script></head><body><header><h1>${escapeHtml(info.title)}</h1>${toParagraphs(info.description)}<p><a href="/api/docs/json" download="lotkeeper-openapi.json">Download the OpenAPI document</a></p></header><div class="columns"><nav aria-label="Contents"><form role="search" hidden><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false"><output for="filter"></output></form>${toContents(groups, document['x-tagGroups'])}</nav><main>${sections}${toObjectSections(document)}${toErrorSections(document)}</main></div></body></html>`;
}
