import type { ApiDocument, Operation } from './openapi.ts';
import { isReference, toAnswer, toBody, toExamples, toParameterTables } from './reference-call.ts';
import type { Components } from './reference-fields.ts';
import { listRows, toComponentName } from './reference-fields.ts';
import { escapeHtml, toFieldTable, toInlineHtml, toParagraphs } from './reference-html.ts';
import { toMessageContents, toMessageSections } from './reference-messages.ts';

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

function toContents(groups: readonly Group[], document: ApiDocument): string {
  const areas = document['x-tagGroups'];
  const lists = groups.map(({ title, id, calls }) => {
    const area = areas.find(({ tags }) => tags[0] === title);
    const heading = area ? `<li class="area">${escapeHtml(area.name)}</li>` : '';
    const links = calls.map(
      ({ method, operation }) =>
        `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)} <small>${method}</small></a></li>`,
    );
    return `${heading}<li><a href="#${id}">${escapeHtml(title)}</a><ul>${links.join('')}</ul></li>`;
  });
  return `<ul>${lists.join('')}${toMessageContents(document)}<li><a href="#objects">Objects</a></li><li><a href="#errors">Errors</a></li></ul>`;
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(info.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/reference.css"><script type="module" src="/api/docs/reference.js"></script></head><body><header><h1>${escapeHtml(info.title)}</h1>${toParagraphs(info.description)}<p><a href="/api/docs/json" download="lotkeeper-openapi.json">Download the OpenAPI document</a></p></header><div class="columns"><nav aria-label="Contents"><form role="search" hidden><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false"><output for="filter"></output></form>${toContents(groups, document)}</nav><main>${sections}${toMessageSections(document)}${toObjectSections(document)}${toErrorSections(document)}</main></div></body></html>`;
}
