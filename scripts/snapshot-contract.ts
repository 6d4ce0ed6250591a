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
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
}

/** Writes the two generated files of the contract: the snapshot that a reviewer reads and the browser's list of paths. */
export async function renderContract(root: string): Promise<Record<string, string>> {
  const { endpoints, rooms } = await readEndpoints(root)
  // A file's name may have a hyphen; the name that stands for it here may not.
  const nameOf = (room: string): string => room.replaceAll('-', '_')
  const routes = [...endpoints].map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`)
  const open = [...endpoints].flatMap(([name, { pastDue }]) => (pastDue === 'allowed' ? [`  '${name}',`] : []))
  const snapshot = Object.fromEntries([...endpoints].map(([name, endpoint]) => [name, describe(endpoint)]))
  return {
    [SNAPSHOT]: `${JSON.stringify(sorted(snapshot), undefined, 2)}\n`,
    [ROUTES]: [
      '// Generated from the contract by scripts/snapshot-contract.ts; do not edit.',
      ...rooms.map((room) => `import type * as ${nameOf(room)} from './${room}.ts'`),
      '',
      '/** Method and path of every endpoint, for code that must not load zod. */',
      `export const routes = {\n${routes.join('\n')}\n} as const`,
      '',
      '/** Calls a past-due account may still make: their answers say nothing about the block. */',
      `export const openWhenPastDue: ReadonlySet<string> = new Set([\n${open.join('\n')}\n])`,
      '',
      '/** The name of an endpoint. */',
      'export type RouteName = keyof typeof routes',
      '',
      '/** Everything the rooms of the contract export, to look endpoints up by name in types. */',
      `export type Contract = ${rooms.map((room) => `typeof ${nameOf(room)}`).join(' & ') || 'object'}`,
      '',
    ].join('\n'),
  }
}

/** Answers what differs between the contract and its generated files, as lines a person can read; empty when nothing does. */
export async function findStaleContract(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const [file, wanted] of Object.entries(await renderContract(root))) {
    const path = join(root, file)
    const found = existsSync(path) ? readFileSync(path, 'utf8') : ''
    if (found === wanted) continue
    problems.push(
      `${file} is stale; write it anew with: node scripts/snapshot-contract.ts`,
      ...differences(found, wanted),
    )
  }
  return problems
}

async function readEndpoints(root: string): Promise<{ endpoints: Map<string, EndpointLike>; rooms: string[] }> {
  const found = new Map<string, EndpointLike>()
  const places = new Map<string, string>()
  for (const file of listFiles(root, ['contract/src'], ['.ts'])) {
    const name = basename(file)
    if (name.endsWith('.test.ts') || name.endsWith('.gen.ts')) continue
    const exports = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [key, value] of Object.entries(exports)) {
      if (!isEndpoint(value)) continue
      const other = found.get(key)
      if (other) throw new Error(`Two endpoints are named ${key}: in ${places.get(key)} and in ${file}`)
      const twin = [...found].find(([, one]) => one.method === value.method && samePath(one.path, value.path))
      if (twin) throw new Error(`${key} and ${twin[0]} have the same method and path: ${value.method} ${value.path}`)
      found.set(key, value)
      places.set(key, file)
    }
  }
  const rooms = [...new Set(places.values())].map((file) => basename(file, '.ts')).toSorted()
  return { endpoints: new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))), rooms }
}

function describe({ method, path, can, session, pastDue, ...shapes }: EndpointLike): Record<string, unknown> {
  const schema = (shape: z.ZodType | undefined, io: 'input' | 'output'): unknown => {
    if (!shape || shape instanceof z.ZodUndefined) return undefined
    const { $schema: _version, ...rest } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
    return rest
  }
  return {
    method,
    path,
    can,
    session,
    pastDue,
    params: schema(shapes.params, 'input'),
    query: schema(shapes.query, 'input'),
    body: schema(shapes.body, 'input'),
    reply: schema(shapes.reply, 'output'),
  }
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}

function samePath(one: string, other: string): boolean {
  return one.replace(/\{\w+\}/g, '{}') === other.replace(/\{\w+\}/g, '{}')
}

// The order of enum members and of required fields is kept; only keys are sorted.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

function differences(found: string, wanted: string): string[] {
  const [before, after] = [found.split('\n'), wanted.split('\n')]
  const [known, coming] = [new Set(before), new Set(after)]
  const lines = [
    ...before.filter((line) => !coming.has(line)).map((line) => `  - ${line.trim()}`),
    ...after.filter((line) => !known.has(line)).map((line) => `  + ${line.trim()}`),
  ]
  return lines.length > 20 ? [...lines.slice(0, 20), `  ... and ${lines.length - 20} lines more`] : lines
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  if (process.argv.includes('--check')) {
    const problems = await findStaleContract(root)
    for (const problem of problems) console.log(problem)
    process.exitCode = problems.length > 0 ? 1 : 0
  } else {
    for (const [file, text] of Object.entries(await renderContract(root))) {
      writeFileSync(join(root, file), text)
      console.log(`wrote ${file}`)
    }
  }
}
