/** Part of a recording in rrweb's format: https://github.com/rrweb-io/rrweb, packages/types. */
export type Part = Record<string, unknown>;

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listParts = (value: unknown): Part[] =>
  Array.isArray(value) ? value.filter(isPart) : [];

export const pick = (part: Part, names: readonly string[]): Part =>
  Object.fromEntries(
    names.filter((name) => part[name] !== undefined).map((name) => [name, part[name]]),
  );

const mask = (text: unknown) => (typeof text === 'string' ? text.replace(/\S/g, '*') : '');

const eventTypes = { loaded: [0, 1], snapshot: 2, change: 3, page: 4 } as const;
const sources = { mutation: 0, input: 5 } as const;
/** Mouse, scroll, window size, touch, media, and selection: positions only. */
const positionSources: readonly unknown[] = [1, 2, 3, 4, 6, 7, 12, 14];
const nodeTypes = { element: 2, text: 3 } as const;

/** Attributes that affect a page's appearance and contain no data. */
const plainAttributes = new Set([
  'class',
  'role',
  'type',
  'dir',
  'lang',
  'colspan',
  'rowspan',
  'disabled',
  'hidden',
  'data-variant',
  'data-size',
  'data-orientation',
  'data-position',
  'data-mantine-color-scheme',
  '_cssText',
  'rr_width',
  'rr_height',
  'rr_scrollTop',
  'rr_scrollLeft',
]);

const isStyleValue = (value: unknown) =>
  typeof value === 'string' && /^[\w\s:;.,%()#/*+!-]*$/.test(value) && !value.includes('url(');

function cleanStyle(style: unknown): unknown {
  if (!isPart(style)) return isStyleValue(style) ? style : undefined;
  const values = Object.entries(style).filter(([, value]) =>
    Array.isArray(value) ? value.every(isStyleValue) : value === false || isStyleValue(value),
  );
  return Object.fromEntries(values);
}

function cleanAttribute(name: string, value: unknown): unknown {
  if (name === 'style') return cleanStyle(value);
  if (plainAttributes.has(name)) return value;
  if (name === 'rel') return value === 'stylesheet' ? value : undefined;
  if (name === 'href') {
    const path = typeof value === 'string' ? /\/assets\/[\w.-]+\.css$/.exec(value)?.[0] : undefined;
    return path;
  }
  const isFlag = [true, false, '', 'true', 'false'].includes(value as string);
  return name.startsWith('data-') && isFlag ? value : undefined;
}

function cleanAttributes(attributes: unknown): Part {
  if (!isPart(attributes)) return {};
  const cleaned = Object.entries(attributes).map(
    ([name, value]) => [name, cleanAttribute(name, value)] as const,
  );
  return Object.fromEntries(cleaned.filter(([, value]) => value !== undefined));
}

function cleanNode(node: unknown): Part {
  if (!isPart(node)) return {};
  const cleaned = pick(node, ['type', 'id', 'rootId', 'compatMode', 'isSVG', 'needBlock']);
  if (node.type === nodeTypes.element) {
    cleaned.tagName = node.tagName;
    cleaned.attributes = cleanAttributes(node.attributes);
  }
  if (node.type === nodeTypes.text) {
    cleaned.isStyle = node.isStyle;
    cleaned.textContent = node.isStyle ? node.textContent : mask(node.textContent);
  } else if ('textContent' in node) cleaned.textContent = '';
  // The document type's own names.
  if (node.type === 1) Object.assign(cleaned, { name: 'html', publicId: '', systemId: '' });
  if (Array.isArray(node.childNodes)) cleaned.childNodes = node.childNodes.map(cleanNode);
  return cleaned;
}

/** Keeps everything except text. */
function keepNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepNumbers);
  if (isPart(value)) {
    const entries = Object.entries(value).filter(([, entry]) => typeof entry !== 'string');
    return Object.fromEntries(entries.map(([name, entry]) => [name, keepNumbers(entry)]));
  }
  return typeof value === 'string' ? null : value;
}

function cleanMutation(data: Part): Part {
  return {
    source: data.source,
    adds: listParts(data.adds).map((add) => ({
      ...pick(add, ['parentId', 'nextId', 'previousId']),
      node: cleanNode(add.node),
    })),
    removes: listParts(data.removes).map((removed) =>
      pick(removed, ['parentId', 'id', 'isShadow']),
    ),
    texts: listParts(data.texts).map(({ id, value }) => ({ id, value: mask(value) })),
    attributes: listParts(data.attributes).map(({ id, attributes }) => ({
      id,
      attributes: cleanAttributes(attributes),
    })),
  };
}

function cleanChange(data: Part): unknown {
  if (data.source === sources.mutation) return cleanMutation(data);
  if (data.source === sources.input) {
    return { ...pick(data, ['source', 'id', 'isChecked']), text: mask(data.text) };
  }
  return positionSources.includes(data.source) ? keepNumbers(data) : undefined;
}

function cleanData(type: unknown, data: Part, route: string): unknown {
  if (eventTypes.loaded.includes(type as 0)) return {};
  if (type === eventTypes.snapshot) {
    return { node: cleanNode(data.node), initialOffset: keepNumbers(data.initialOffset) };
  }
  if (type === eventTypes.page) return { ...pick(data, ['width', 'height']), href: route };
  return type === eventTypes.change ? cleanChange(data) : undefined;
}

/** Rebuilds the events of a session replay: masks text and inputs again, and drops attributes that may contain data. */
export function cleanRecording(events: unknown, route: string): Part[] {
  return listParts(events).flatMap(({ type, timestamp, data }) => {
    const cleaned = cleanData(type, isPart(data) ? data : {}, route);
    return cleaned === undefined ? [] : [{ type, timestamp, data: cleaned }];
  });
}
