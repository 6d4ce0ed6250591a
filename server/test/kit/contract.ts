import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isEndpoint, type AnyEndpoint } from '@crewline/contract/endpoint'
import { z } from 'zod'
import { sendHttpRequest } from './ask.ts'
import { recordFailure } from './seen-failures.ts'

const FOLDER = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

/** Lists every endpoint of the contract by its exported name, so that sweep tests cannot miss a new one. */
export async function everyEndpoint(): Promise<[name: string, endpoint: AnyEndpoint][]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(file))
  const endpoints: [string, AnyEndpoint][] = []
  for (const file of files) {
    const exports = (await import(`${FOLDER}${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exports)) if (isEndpoint(value)) endpoints.push([name, value])
  }
  return endpoints.sort(([a], [b]) => (a < b ? -1 : 1))
}

/** One field as JSON Schema describes it. */
export interface FieldShape {
  type?: string
  format?: string
  enum?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: FieldShape
  const?: unknown
  anyOf?: FieldShape[]
  oneOf?: FieldShape[]
  properties?: Record<string, FieldShape>
  required?: string[]
}

/** One part of a request, field by field. */
export interface Fields {
  fields: Record<string, FieldShape>
  required: string[]
}

/** Cached: sweep tests read the same parts thousands of times, and a part does not change. */
const fieldsCache = new WeakMap<z.ZodType, Fields>()

/** Returns the fields of one part of a request and which are required; empty when the part takes nothing. */
export function fieldsOf(shape: z.ZodType): Fields {
  const before = fieldsCache.get(shape)
  if (before) return before
  const fields = readFields(shape)
  fieldsCache.set(shape, fields)
  return fields
}

function readFields(shape: z.ZodType): Fields {
  if (shape.def.type === 'undefined') return { fields: {}, required: [] }
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return { fields: (schema.properties ?? {}) as Record<string, FieldShape>, required: schema.required ?? [] }
}

/** Returns true for fields that contain an id or a list of ids. */
export function hasId(field: FieldShape): boolean {
  return (field.items ?? field).format === 'uuid'
}

/** Returns a valid value for a field: null where allowed, the first of several kinds, and `id` for ids. */
export function exampleOf(field: FieldShape, id: string): unknown {
  const kinds = field.anyOf ?? field.oneOf ?? []
  const [first] = kinds
  if (kinds.some((kind) => kind.type === 'null')) return null
  if (first) return exampleOf(first, id)
  if (field.const !== undefined) return field.const
  if (field.type === 'object')
    return Object.fromEntries(
      (field.required ?? []).map((name) => [name, exampleOf(field.properties?.[name] ?? {}, id)]),
    )
  if (field.type === 'boolean') return true
  if (field.type === 'array') return []
  if (field.type === 'integer' || field.type === 'number') return field.minimum ?? 1
  if (field.format === 'uuid') return id
  if (field.format === 'email') return 'new@test.example'
  if (field.format === 'date') return '2020-01-02'
  if (field.format === 'date-time') return '2100-01-01T08:00:00.000Z'
  return field.enum?.[0] ?? 'Hello'
}

/** The parts of a request as sent. */
export interface Wire {
  params?: Record<string, string>
  query?: [name: string, value: string][]
  body?: string
  headers?: Record<string, string>
}

/** The response: the status, the raw text, and the parsed object. */
export interface ApiResponse {
  http: number
  text: string
  body: Record<string, unknown>
}

/** Calls an endpoint with raw bytes; throws when the response is not JSON. */
export async function callRaw(
  address: string,
  token: string | null,
  endpoint: AnyEndpoint,
  wire: Wire = {},
): Promise<ApiResponse> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => wire.params?.[name] ?? '')
  const query = new URLSearchParams(wire.query).toString()
  const { http, text, headers } = await sendHttpRequest(`${address}/api${path}${query ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...wire.headers,
    },
    body: wire.body,
  })
  // A download is not parsed; its text is searched for forbidden content.
  const isFile = endpoint.answers === 'file' && 'content-disposition' in headers
  const body = isFile ? { file: text } : (JSON.parse(text) as Record<string, unknown>)
  if (http !== 200) recordFailure(endpoint, (body as { code?: unknown }).code)
  return { http, text, body }
}
