import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readLines } from './line.ts'
import { isTest, listFiles, readSources, type Source, type TreeNode, walk } from './sources.ts'
import { createdTables, writtenTables } from './sql.ts'
import { rankOf } from './walls.ts'

const MIGRATIONS = 'server/migrations'
const MODULES = 'server/src/modules/'
const WRITING_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

/** Finds tables without an owner or with two, migrations named after the wrong room, and writes outside the owner's store. */
export async function findTableTrespasses(
  root: string,
  sources = readSources(root, ['server/src']),
): Promise<string[]> {
  const { rooms } = await readLines(root)
  const { owners, problems } = readOwners(root, sources, rooms)
  for (const source of sources) {
    if (isTest(source.path)) continue
    for (const { table, line } of writesIn(source)) {
      const owner = owners.get(table)
      if (!owner || mayWrite(source.path, owner)) continue
      const home = owner === 'kernel' ? 'server/src/kernel/' : `${MODULES}${owner}/store.ts`
      problems.push(`${source.path}:${line} writes the table ${table}; only ${home} may`)
    }
  }
  return problems
}

function readOwners(
  root: string,
  sources: Source[],
  rooms: string[],
): { owners: Map<string, string>; problems: string[] } {
  const problems: string[] = []
  const owners = new Map<string, string>()
  const numbers = new Map<string, string>()
  for (const path of listFiles(root, [MIGRATIONS], ['.sql'])) {
    const name = basename(path)
    const named = /^(\d{4})_(.+)\.sql$/.exec(name)
    const room = ['kernel', ...rooms].find((one) => named?.[2]?.startsWith(`${one}_`))
    if (!named?.[1] || !room) {
      problems.push(`${path} must be named NNNN_<room>_<verb>.sql with a room of the line or kernel`)
      continue
    }
    const twin = numbers.get(named[1])
    if (twin) problems.push(`${path} has the number of ${twin}`)
    numbers.set(named[1], name)
    for (const { name: table, isPartition } of createdTables(readFileSync(join(root, path), 'utf8'))) {
      if (isPartition) continue
      if (owners.has(table)) problems.push(`${path} creates ${table}, which ${owners.get(table)} has`)
      owners.set(table, room)
    }
  }
  const claimed = new Map<string, string>()
  for (const room of rooms) {
    const door = sources.find(({ path }) => path === `${MODULES}${room}/index.ts`)
    if (!door) continue
    for (const table of ownsOf(door)) {
      const other = claimed.get(table)
      if (other) problems.push(`${table} is owned by ${other} and by ${room}`)
      claimed.set(table, room)
      const maker = owners.get(table)
      if (!maker) problems.push(`${door.path} owns ${table}, which no migration creates`)
      else if (maker !== room) problems.push(`${door.path} owns ${table}, which a migration of ${maker} creates`)
    }
  }
  for (const [table, room] of owners) {
    if (room !== 'kernel' && !claimed.has(table))
      problems.push(`${table} (made by ${room}) stands in no room's owns: [...]`)
  }
  return { owners, problems }
}

function ownsOf(door: Source): string[] {
  const names: string[] = []
  walk(door.program, (node) => {
    if (node.type !== 'Property' || node.key?.name !== 'owns' || node.value?.type !== 'ArrayExpression') return
    for (const element of node.value.elements as TreeNode[])
      if (typeof element?.value === 'string') names.push(element.value)
  })
  return names
}

function writesIn(source: Source): { table: string; line: number }[] {
  const writes: { table: string; line: number }[] = []
  const add = (sql: string, at: number): void => {
    for (const table of writtenTables(sql)) writes.push({ table, line: source.lineAt(at) })
  }
  walk(source.program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, node.start)
    if (node.type === 'TemplateLiteral') {
      add((node.quasis as TreeNode[]).map((quasi) => quasi.value.raw as string).join(' x '), node.start)
      // sql`insert into ${sql.table('name')}` names the table inside.
      const lead = (node.quasis[0]?.value.raw as string | undefined) ?? ''
      for (const part of node.expressions as TreeNode[]) {
        const named =
          part.type === 'CallExpression' && /^(table|id|ref)$/.test(part.callee?.property?.name ?? '')
            ? part.arguments[0]?.value
            : undefined
        if (typeof named === 'string' && /\b(insert\s+into|update|delete\s+from)\s*$/i.test(lead))
          writes.push({ table: named, line: source.lineAt(part.start) })
      }
    }
    if (node.type === 'CallExpression' && WRITING_CALLS.has(node.callee?.property?.name as string)) {
      const [first] = node.arguments as TreeNode[]
      if (typeof first?.value === 'string')
        writes.push({ table: first.value.split(/\s+as\s+/)[0] ?? '', line: source.lineAt(node.start) })
    }
  })
  return writes
}

function mayWrite(path: string, owner: string): boolean {
  if (owner === 'kernel') return path.startsWith('server/src/kernel/')
  const home = `${MODULES}${owner}/`
  return path.startsWith(home) && rankOf(path.slice(home.length)) === 1
}
