import type { ApiDocument, Operation } from './openapi.ts';
import { isReference, toAnswer, toBody, toParameterTables } from './reference-call.ts';
import type { Components } from './reference-fields.ts';
import { escapeHtml } from './reference-html.ts';

const messagesTitle = 'Messages of webhooks';

/** A message that is sent to other systems: what it contains, and what its receiver answers. */
function toMessageSection(type: string, operation: Operation, components: Components): string {
  const { summary, parameters = [], responses } = operation;
  const id = `message-${type}`;
  const answers = Object.entries(responses)
    .map(([status, answer]) => (isReference(answer) ? '' : toAnswer(status, answer, components)))
    .join('');
  return `<article id="${id}"><h3><a href="#${id}">${escapeHtml(summary)}</a></h3><p class="call"><b class="post">POST</b> <code>${escapeHtml(type)}</code></p>${toParameterTables(parameters)}${toBody(operation, components)}${answers}</article>`;
}

/** All messages of webhooks as a part of the page. */
export function toMessageSections({ webhooks, components }: ApiDocument): string {
  const sections = Object.entries(webhooks).map(([type, { post }]) =>
    toMessageSection(type, post, components.schemas),
  );
  return `<section aria-labelledby="webhook-messages"><h2 id="webhook-messages">${messagesTitle}</h2><p>What Lotkeeper posts to the URL of a webhook. Messages about the same thing arrive in order, at least once.</p>${sections.join('')}</section>`;
}

/** Their links in the contents. */
export const toMessageContents = ({ webhooks }: ApiDocument) =>
  `<li><a href="#webhook-messages">${messagesTitle}</a><ul>${Object.entries(webhooks)
    .map(
      ([type, { post }]) =>
        `<li><a href="#message-${type}">${escapeHtml(post.summary)} <small>${escapeHtml(type)}</small></a></li>`,
    )
    .join('')}</ul></li>`;
