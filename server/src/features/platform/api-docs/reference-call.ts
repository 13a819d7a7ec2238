import type { Answer, Media, Operation, Parameter, Reference } from './openapi.ts';
import type { Components } from './reference-fields.ts';
import { listRows } from './reference-fields.ts';
import { codeBlock, describeType, toFieldTable, toInlineHtml } from './reference-html.ts';

export const isReference = (answer: Answer | Reference): answer is Reference => '$ref' in answer;

const locationTitles = { path: 'Path', query: 'Query string', header: 'Headers' } as const;

/** The parameters of a call, a table for each place. */
export function toParameterTables(parameters: readonly Parameter[]): string {
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

export function toExamples(title: string, { examples = {} }: Media): string {
  return Object.values(examples)
    .map(({ summary, value }) => {
      const caption = summary ? `${title}: ${summary}` : title;
      return `<figure><figcaption>${toInlineHtml(caption)}</figcaption>${codeBlock(value)}</figure>`;
    })
    .join('');
}

/** The body of a call with its fields and examples. */
export function toBody({ requestBody }: Operation, components: Components): string {
  if (!requestBody) return '';
  const types = Object.keys(requestBody.content);
  const [media] = Object.values(requestBody.content);
  const rows = media ? listRows(media.schema, { components, opens: true }) : [];
  const note = requestBody.description ? `<p>${toInlineHtml(requestBody.description)}</p>` : '';
  return `<h4>Body</h4><p>${types.map((type) => `<code>${type}</code>`).join(', ')}</p>${note}${toFieldTable('Fields of the body', rows)}${media ? toExamples('Example', media) : ''}`;
}

/** An answer with its fields and examples. */
export function toAnswer(status: string, answer: Answer, components: Components): string {
  const types = Object.keys(answer.content ?? {});
  const media = answer.content?.['application/json'];
  const rows = media ? listRows(media.schema, { components, opens: false }) : [];
  const type = media
    ? describeType(media.schema)
    : types.map((name) => `<code>${name}</code>`).join(', ');
  return `<h4>Answer ${status}</h4><p>${toInlineHtml(answer.description)} ${type}</p>${toFieldTable(`Fields of the answer ${status}`, rows)}${media ? toExamples('Example', media) : ''}`;
}
