import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isEndpoint, type AnyEndpoint } from '@crewline/contract/endpoint'
import { z } from 'zod'
import { ask } from './ask.ts'

const FOLDER = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

/** Every endpoint the contract declares, by its exported name: what a sweep walks, so that a new one cannot be left out. */
export async function everyEndpoint(): Promise<[name: string, endpoint: AnyEndpoint][]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(file))
  const found: [string, AnyEndpoint][] = []
  for (const file of files) {
    const said = (await import(`${FOLDER}${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(said)) if (isEndpoint(value)) found.push([name, value])
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1))
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

/** Sweeps ask for the same parts thousands of times, and a part does not change. */
const known = new WeakMap<z.ZodType, Fields>()

/** The fields of one part of a request and which of them must be there; empty where the part takes nothing. */
export function fieldsOf(shape: z.ZodType): Fields {
  const before = known.get(shape)
  if (before) return before
  const found = readFields(shape)
  known.set(shape, found)
  return found
}

function readFields(shape: z.ZodType): Fields {
  if (shape.def.type === 'undefined') return { fields: {}, required: [] }
  const said = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return { fields: (said.properties ?? {}) as Record<string, FieldShape>, required: said.required ?? [] }
}

/** True for fields that hold an id, alone or as a list. */
export function holdsId(field: FieldShape): boolean {
  return (field.items ?? field).format === 'uuid'
}

/** A value that such a field takes: nothing where it may be nothing, the first of several kinds, and `id` for ids. */
export function exampleOf(field: FieldShape, id: string): unknown {
  const kinds = field.anyOf ?? field.oneOf ?? []
  const [first] = kinds
  if (kinds.some((one) => one.type === 'null')) return null
  if (first) return exampleOf(first, id)
  if (field.const !== undefined) return field.const
  if (field.type === 'object')
    return Object.fromEntries(
      (field.required ?? []).map((name) => [name, exampleOf(field.properties?.[name] ?? {}, id)]),
    )
  if (field.type === 'boolean') return true
  if (field.type === 'array') return []
  if (field.format === 'uuid') return id
  if (field.format === 'email') return 'new@test.example'
  if (field.format === 'date-time') return '2100-01-01T08:00:00.000Z'
  return field.enum?.[0] ?? 'Hello'
}

/** The parts of a request as they go over the wire. */
export interface Wire {
  params?: Record<string, string>
  query?: [name: string, value: string][]
  body?: string
  headers?: Record<string, string>
}

/** What came back: the status, the text as it was, and the object in it. */
export interface Heard {
  http: number
  text: string
  body: Record<string, unknown>
}

/** Calls an endpoint with bytes of our choosing; a body that is not JSON is a failure of the server. */
export async function callRaw(
  address: string,
  token: string | null,
  endpoint: AnyEndpoint,
  wire: Wire = {},
): Promise<Heard> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => wire.params?.[name] ?? '')
  const query = new URLSearchParams(wire.query).toString()
  const { http, text, headers } = await ask(`${address}/api${path}${query ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(wire.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...wire.headers,
    },
    body: wire.body,
  })
  // A download is whatever it is; its text is looked through for what must not be in it.
  const isFile = endpoint.answers === 'file' && 'content-disposition' in headers
  return { http, text, body: isFile ? { file: text } : (JSON.parse(text) as Record<string, unknown>) }
}
