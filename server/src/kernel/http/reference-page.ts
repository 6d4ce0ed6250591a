import { GUIDE } from './reference-guide.ts'

/** The parts of JSON Schema that the contract uses. */
interface Schema {
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  $ref?: string
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

/** One call of the OpenAPI document, as `openApiOf` writes it. */
interface Operation {
  operationId: string
  summary: string
  'x-permission': string | null
  'x-past-due': string
  'x-api-keys': string
  security?: unknown
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
}

/** The part of the OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  /** The events that are posted to customers. */
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Content } } }>
}

interface Call {
  path: string
  method: string
  operation: Operation
}

/** Objects within objects are shown to this depth. */
const DEPTH = 5

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1A212C,#E4E8EE);--soft:light-dark(#5A6575,#9AA5B4);--line:light-dark(#E3E6EB,#363E4A);--card:light-dark(#fff,#1A2029);--page:light-dark(#F7F8FA,#12171E);--link:light-dark(#2563E0,#8FB4FE)}
*{box-sizing:border-box}html{scroll-padding-top:12px}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:32px 16px 64px}h1{font-size:24px;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px}h3{font-size:14px;margin:16px 0 4px}
p{margin:4px 0 12px;max-width:75ch}a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:4px 14px;margin:12px 0}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:10px 14px}summary{cursor:pointer;display:flex;gap:4px 12px;flex-wrap:wrap;align-items:baseline}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;background:var(--page);padding:10px;border-radius:6px;margin:4px 0}.method{font-weight:600;min-width:52px}.soft{color:var(--soft)}summary .soft{flex-basis:100%}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th{text-align:start;font-weight:500;color:var(--soft);font-size:13px}th,td{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}td:last-child{min-width:220px}`

/** Renders the API reference: every call with its fields, an example and its refusals. It needs no script. */
export function pageOf(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = [...Map.groupBy(calls, ({ path }) => path.split('/')[2] ?? '')]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Crewline | API reference</title><style>${STYLE}</style>
<main><h1>Crewline API ${escaped(document.info.version)}</h1>
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). The source code contains a typed client in <code>client/</code>.</p>
<nav aria-label="Guide">${GUIDE.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}<a href="#events">Events</a></nav>
${GUIDE.map(({ id, title, html }) => `<h2 id="${id}">${title}</h2>${html}`).join('\n')}
<h3 id="events">Events</h3>${Object.entries(document.webhooks).map(eventHtml).join('\n')}
<h2>Calls</h2><nav aria-label="Groups of calls">${groups.map(([name]) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join('')}</nav>
${groups.map(([name, some]) => `<h2 id="${escaped(name)}">${escaped(name)}</h2>${some.map(callHtml).join('\n')}`).join('\n')}</main></html>`
}

function callHtml({ path, method, operation }: Call): string {
  const success = operation.responses['200']
  const body = operation.requestBody?.content
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, schema }) =>
    row(name, { ...schema, description: [`In the ${where}.`, schema.description ?? ''].join(' ').trim() }, required),
  )
  const needs = [
    operation.security ? NEEDS[operation['x-api-keys']] : 'Needs no session.',
    operation['x-permission'] ? `Permission: ${operation['x-permission']}.` : '',
    operation.security && operation['x-past-due'] === 'allowed' ? 'Works while the account is past due.' : '',
  ]
  return `<details id="${escaped(operation.operationId)}"><summary><code class="method">${method}</code><code>${escaped(path)}</code><span class="soft">${escaped(operation.summary)}</span></summary>
<p class="soft">${escaped(needs.filter(Boolean).join(' '))}</p>
${parameters.length > 0 ? `<h3>Parameters</h3>${table(parameters.join(''))}` : ''}
${body ? `<h3>Body</h3>${contentHtml(body)}` : ''}
<h3>Example</h3><pre><code>${escaped(exampleOf({ path, method, operation }))}</code></pre>
<h3>Response</h3>${success ? contentHtml(success.content) : ''}
<h3>Refusals</h3>${refusalsHtml(operation)}</details>`
}

const NEEDS: Record<string, string> = {
  allowed: 'Needs an API key or a session.',
  refused: 'Needs a session; refuses API keys.',
}

function eventHtml([type, { post }]: [string, ApiDocument['webhooks'][string]]): string {
  const schema = post.requestBody.content['application/json']?.schema
  return `<details id="event-${escaped(type)}"><summary><code>${escaped(type)}</code></summary>${contentHtml(post.requestBody.content)}
<h3>Example</h3><pre><code>${escaped(JSON.stringify(valueOf(schema ?? {}), null, 2))}</code></pre></details>`
}

function contentHtml(content: Content): string {
  const [type, { schema }] = Object.entries(content)[0] ?? ['', { schema: {} }]
  if (type !== 'application/json') return `<p>The bytes of a file (<code>${escaped(type)}</code>).</p>`
  const rows = rowsOf(schema, '', 0)
  return rows === '' ? `<p><code>${escaped(typeOf(schema))}</code></p>` : table(rows)
}

function refusalsHtml({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([http]) => http !== '200')
    .flatMap(([http, { description }]) =>
      description.split('\n\n').map((line) => {
        const [, code = '', text = ''] = /^`(\w+)`: (.*)$/s.exec(line) ?? []
        return `<tr><td>${http}</td><td><code>${escaped(code)}</code></td><td>${escaped(text)}</td></tr>`
      }),
    )
  return `<div class="scroll"><table><tr><th>HTTP</th><th>Code</th><th>Default message</th></tr>${rows.join('')}</table></div>`
}

function table(rows: string): string {
  return `<div class="scroll"><table><tr><th>Field</th><th>Type</th><th>Description</th></tr>${rows}</table></div>`
}

/** Rows for the fields of an object, with the fields of inner objects after each. */
function rowsOf(schema: Schema, prefix: string, depth: number): string {
  const inner = schema.items ?? variantsOf(schema).find((variant) => variant.properties ?? variant.items) ?? schema
  const suffix = schema.items ? '[]' : ''
  if (!inner.properties) return inner !== schema && depth < DEPTH ? rowsOf(inner, prefix + suffix, depth + 1) : ''
  const start = prefix === '' ? '' : `${prefix}${suffix}.`
  return Object.entries(inner.properties)
    .map(([name, field]) => {
      const nested = depth < DEPTH ? rowsOf(field, start + name, depth + 1) : ''
      return row(start + name, field, inner.required?.includes(name) === true) + nested
    })
    .join('')
}

function row(name: string, schema: Schema, isRequired: boolean): string {
  const notes = [
    schema.description ?? '',
    schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`,
  ]
  return `<tr><td><code>${escaped(name)}</code>${isRequired ? '' : ' <span class="soft">optional</span>'}</td><td><code>${escaped(typeOf(schema))}</code></td><td>${escaped(notes.filter(Boolean).join(' '))}</td></tr>`
}

function variantsOf({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? allOf ?? []
}

function typeOf(schema: Schema): string {
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items) return `${typeOf(schema.items)}[]`
  if (schema.format) return schema.format
  const limit = schema.maxLength === undefined ? '' : ` (at most ${schema.maxLength})`
  return `${[schema.type ?? 'any'].flat().join(' | ')}${limit}`
}

function exampleOf({ path, method, operation }: Call): string {
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  const schema = operation.requestBody?.content['application/json']?.schema
  const lines = [
    `curl -X ${method} "$CREWLINE${path}"`,
    ...(operation.security ? [`-H "Authorization: Bearer $CREWLINE_KEY"`] : []),
    ...(type ? [`-H 'Content-Type: ${type}'`] : []),
    ...(type === 'application/octet-stream' ? ['--data-binary @file'] : []),
    ...(schema ? [`-d '${JSON.stringify(valueOf(schema))}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

/** An example value with the required fields only. */
function valueOf(schema: Schema): unknown {
  const [variant] = variantsOf(schema)
  if (variant) return valueOf(variant)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties)
    return Object.fromEntries((schema.required ?? []).map((name) => [name, valueOf(schema.properties?.[name] ?? {})]))
  if (schema.items) return [valueOf(schema.items)]
  if (schema.format === 'uuid') return '0192f0c1-7c4e-7a31-9d2b-5f6a7b8c9d0e'
  if (schema.format === 'date-time') return '2027-03-01T09:00:00.000Z'
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'object' ? {} : 'text'
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
