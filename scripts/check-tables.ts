import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readModuleOrders } from './module-order.ts'
import { isTest, listFiles, readSources, type Source, type TreeNode, walk } from './sources.ts'
import { createdTables, writtenTables } from './sql.ts'
import { rankOf } from './boundaries.ts'

const MIGRATIONS = 'server/migrations'
const MODULES = 'server/src/modules/'
const WRITING_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

/**
 * Finds tables without an owner or with two, migrations named after the wrong module, and writes outside the owner's
 * store.
 */
export async function findTableTrespasses(
  root: string,
  sources = readSources(root, ['server/src']),
): Promise<string[]> {
  const { modules } = await readModuleOrders(root)
  const { owners, problems } = readOwners(root, sources, modules)
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
  modules: string[],
): { owners: Map<string, string>; problems: string[] } {
  const problems: string[] = []
  const owners = new Map<string, string>()
  const numbers = new Map<string, string>()
  const order = ['kernel', ...modules]
  let lastBaseline = ''
  for (const path of listFiles(root, [MIGRATIONS], ['.sql']).sort()) {
    const name = basename(path)
    const named = /^(\d{4})_(.+)\.sql$/.exec(name)
    const module = order.find((candidate) => named?.[2] === candidate || named?.[2]?.startsWith(`${candidate}_`))
    if (!named?.[1] || !module) {
      problems.push(
        `${path} must be named NNNN_<module>.sql, or NNNN_<module>_<change>.sql for a later change, with kernel or a module of the module order`,
      )
      continue
    }
    const twin = numbers.get(named[1])
    if (twin) problems.push(`${path} has the same number as ${twin}`)
    numbers.set(named[1], name)
    if (named[2] === module) {
      if (lastBaseline && order.indexOf(module) <= order.indexOf(lastBaseline))
        problems.push(`${path} creates the tables of ${module} after those of ${lastBaseline}; follow the module order`)
      lastBaseline = module
    }
    for (const { name: table, isPartition } of createdTables(readFileSync(join(root, path), 'utf8'))) {
      if (isPartition) continue
      if (owners.has(table)) problems.push(`${path} creates ${table}, which belongs to ${owners.get(table)}`)
      owners.set(table, module)
    }
  }
  const claimed = new Map<string, string>()
  for (const module of modules) {
    const publicApi = sources.find(({ path }) => path === `${MODULES}${module}/index.ts`)
    if (!publicApi) continue
    for (const table of ownsOf(publicApi)) {
      const owner = claimed.get(table)
      if (owner) problems.push(`${table} is owned by ${owner} and by ${module}`)
      claimed.set(table, module)
      const maker = owners.get(table)
      if (!maker) problems.push(`${publicApi.path} owns ${table}, which no migration creates`)
      else if (maker !== module) problems.push(`${publicApi.path} owns ${table}, which a migration of ${maker} creates`)
    }
  }
  for (const [table, module] of owners) {
    if (module !== 'kernel' && !claimed.has(table))
      problems.push(`${table} (created by ${module}) is not in the owns: [...] of any module`)
  }
  return { owners, problems }
}

function ownsOf(publicApi: Source): string[] {
  const names: string[] = []
  walk(publicApi.program, (node) => {
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
      // In sql`insert into ${sql.table('name')}` the table is named inside the expression.
      const prefix = (node.quasis[0]?.value.raw as string | undefined) ?? ''
      for (const part of node.expressions as TreeNode[]) {
        const named =
          part.type === 'CallExpression' && /^(table|id|ref)$/.test(part.callee?.property?.name ?? '')
            ? part.arguments[0]?.value
            : undefined
        if (typeof named === 'string' && /\b(insert\s+into|update|delete\s+from)\s*$/i.test(prefix))
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
