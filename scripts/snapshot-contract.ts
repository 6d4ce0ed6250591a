import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { listFiles } from './sources.ts'

const SNAPSHOT = 'contract/contract.snapshot.json'
const ROUTES = 'contract/src/routes.gen.ts'

interface EndpointLike {
  kind: 'endpoint'
  method: string
  path: string
  summary?: string
  session?: string
  pastDue?: string
  can?: string
  apiKeys?: string
  fails?: readonly string[]
  takes?: string
  answers?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
}

/** Renders the two generated files of the contract: the snapshot for reviewers and the browser's list of paths. */
export async function renderContract(root: string): Promise<Record<string, string>> {
  const { endpoints, files, schemas } = await readEndpoints(root)
  // A file name may contain a hyphen; an identifier may not.
  const nameOf = (file: string): string => file.replaceAll('-', '_')
  const routes = [...endpoints].map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`)
  const open = [...endpoints].flatMap(([name, { pastDue }]) => (pastDue === 'allowed' ? [`  '${name}',`] : []))
  const definitions: Definitions = {}
  const calls = Object.fromEntries(
    [...endpoints].map(([name, endpoint]) => [name, describe(endpoint, schemas, definitions)]),
  )
  const snapshot = { $defs: definitions, endpoints: calls }
  return {
    [SNAPSHOT]: `${render(sorted(snapshot))}\n`,
    [ROUTES]: [
      '// Generated from the contract by scripts/snapshot-contract.ts; do not edit.',
      ...files.map((file) => `import type * as ${nameOf(file)} from './${file}.ts'`),
      '',
      '/** Method and path of every endpoint, for code that must not load zod. */',
      `export const routes = {\n${routes.join('\n')}\n} as const`,
      '',
      '/** Endpoints a past-due account may still call. Their responses do not show whether the account is past due. */',
      `export const openWhenPastDue: ReadonlySet<string> = new Set([\n${open.join('\n')}\n])`,
      '',
      '/** The name of an endpoint. */',
      'export type RouteName = keyof typeof routes',
      '',
      '/** Every export of the contract files, to look up endpoints by name in types. */',
      `export type Contract = ${files.map((file) => `typeof ${nameOf(file)}`).join(' & ') || 'object'}`,
      '',
    ].join('\n'),
  }
}

/** Lists the differences between the contract and its generated files as readable lines; empty when there are none. */
export async function findStaleContract(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const [file, expected] of Object.entries(await renderContract(root))) {
    const path = join(root, file)
    const actual = existsSync(path) ? readFileSync(path, 'utf8') : ''
    if (actual === expected) continue
    problems.push(
      `${file} is stale; regenerate it with: node scripts/snapshot-contract.ts`,
      ...differences(actual, expected),
    )
  }
  return problems
}

/** Shapes that several endpoints share, by the name under which the contract exports them. */
type Definitions = Record<string, object>

interface ContractParts {
  endpoints: Map<string, EndpointLike>
  files: string[]
  /** The exported shapes, so that a snapshot names them instead of repeating them. */
  schemas: NamedSchemas
}

type NamedSchemas = ReturnType<typeof z.registry<{ id: string }>>

async function readEndpoints(root: string): Promise<ContractParts> {
  const schemas: NamedSchemas = z.registry<{ id: string }>()
  const byName = new Map<string, EndpointLike>()
  const fileByName = new Map<string, string>()
  for (const file of listFiles(root, ['contract/src'], ['.ts'])) {
    const name = basename(file)
    if (name.endsWith('.test.ts') || name.endsWith('.gen.ts')) continue
    const exports = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [key, value] of Object.entries(exports)) {
      if (isSharedSchema(value) && !schemas.has(value)) schemas.add(value, { id: key })
      if (!isEndpoint(value)) continue
      const existing = byName.get(key)
      if (existing) throw new Error(`Two endpoints are named ${key}: in ${fileByName.get(key)} and in ${file}`)
      const twin = [...byName].find(
        ([, endpoint]) => endpoint.method === value.method && samePath(endpoint.path, value.path),
      )
      if (twin) throw new Error(`${key} and ${twin[0]} have the same method and path: ${value.method} ${value.path}`)
      byName.set(key, value)
      fileByName.set(key, file)
    }
  }
  const files = [...new Set(fileByName.values())].map((file) => basename(file, '.ts')).toSorted()
  return { endpoints: new Map([...byName].toSorted(([a], [b]) => (a < b ? -1 : 1))), files, schemas }
}

function describe(
  { method, path, can, apiKeys, session, pastDue, fails, takes, answers, ...shapes }: EndpointLike,
  schemas: NamedSchemas,
  definitions: Definitions,
): Record<string, unknown> {
  const schema = (shape: z.ZodType | undefined, io: 'input' | 'output'): unknown => {
    if (!shape || shape instanceof z.ZodUndefined) return undefined
    const {
      $schema: _version,
      $defs = {},
      ...rest
    } = z.toJSONSchema(shape, { io, unrepresentable: 'any', metadata: schemas })
    // A shape may accept more than it returns, such as a field with a default, so its two sides are two definitions.
    const side = (name: string): string => (io === 'input' ? `${name}Input` : name)
    const relink = (value: unknown): unknown => tidy(value, side)
    for (const [name, definition] of Object.entries($defs)) definitions[side(name)] ??= relink(definition) as object
    return relink(rest)
  }
  return {
    method,
    path,
    can,
    // Only where it is not what follows from the permission.
    apiKeys: (apiKeys === 'allowed') === (can !== undefined) ? undefined : apiKeys,
    session,
    pastDue,
    fails: fails && fails.length > 0 ? fails : undefined,
    takes: takes === 'bytes' ? takes : undefined,
    answers: answers === 'file' ? answers : undefined,
    params: schema(shapes.params, 'input'),
    query: schema(shapes.query, 'input'),
    body: schema(shapes.body, 'input'),
    reply: schema(shapes.reply, 'output'),
  }
}

/** Returns a copy without noise, in which references to `#/$defs/<name>` carry the other name. */
function tidy(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (key === 'id' && typeof item === 'string') return []
      // The pattern of a format says nothing that the format does not.
      if (key === 'pattern' && 'format' in value) return []
      return [[key, key === '$ref' ? String(item).replace(/[^/]+$/, rename) : tidy(item, rename)]]
    }),
  )
}

/** Shapes worth a name: those of several lines. */
function isSharedSchema(value: unknown): value is z.ZodType {
  return (
    value instanceof z.ZodObject ||
    value instanceof z.ZodEnum ||
    value instanceof z.ZodUnion ||
    value instanceof z.ZodDiscriminatedUnion ||
    value instanceof z.ZodLazy ||
    value instanceof z.ZodArray
  )
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}

function samePath(first: string, second: string): boolean {
  return first.replace(/\{\w+\}/g, '{}') === second.replace(/\{\w+\}/g, '{}')
}

// The order of enum members and required fields is kept; only keys are sorted.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

const LINE_LENGTH = 120

/** Renders JSON with every value that fits on one line, so that a changed field is one changed line. */
function render(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + before + line.length < LINE_LENGTH) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${render(item, inner)}`).join(',\n')}\n${indent}]`
  const entries = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `
    return `${inner}${name}${render(item, inner, name.length)}`
  })
  return `{\n${entries.join(',\n')}\n${indent}}`
}

function differences(actual: string, expected: string): string[] {
  const [before, after] = [actual.split('\n'), expected.split('\n')]
  const [oldLines, coming] = [new Set(before), new Set(after)]
  const lines = [
    ...before.filter((line) => !coming.has(line)).map((line) => `  - ${line.trim()}`),
    ...after.filter((line) => !oldLines.has(line)).map((line) => `  + ${line.trim()}`),
  ]
  return lines.length > 20 ? [...lines.slice(0, 20), `  ... and ${lines.length - 20} lines more`] : lines
}

/** Writes the generated files of the contract and returns their names. */
export async function writeContract(root: string): Promise<string[]> {
  const files = Object.entries(await renderContract(root))
  for (const [file, text] of files) writeFileSync(join(root, file), text)
  return files.map(([file]) => file)
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  if (process.argv.includes('--check')) {
    const problems = await findStaleContract(root)
    for (const problem of problems) console.log(problem)
    process.exitCode = problems.length > 0 ? 1 : 0
  } else {
    for (const file of await writeContract(root)) console.log(`wrote ${file}`)
  }
}
