import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readModuleOrders } from './module-order.ts'
import { isTest, listFiles, readSources, type Source, type TreeNode } from './sources.ts'
import { rankOf } from './boundaries.ts'

const AREAS = ['contract/src', 'client', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e', 'bench']
/** The most names that a module may let others import. */
const PUBLIC_NAMES_MAX = 40
const BANNED_FOLDERS = new Set(['utils', 'util', 'common', 'helpers', 'misc'])
const BANNED_FILES = /^(utils?|common|helpers?|misc|types)\.(ts|tsx|mjs)$/
const BANNED_NAMES = /^(process|manage|do)(?=[A-Z])|(?:[a-z])(Helper|Util|Utils|Impl)$/

/**
 * Finds names that differ between contract, server and web, vague names, files over their line limit and undocumented
 * exports.
 */
export async function findNameProblems(root: string, sources = readSources(root, AREAS)): Promise<string[]> {
  const { modules, features, gathering } = await readModuleOrders(root)
  return [
    ...moduleProblems(root, { modules, features, gathering }, sources),
    ...listFiles(root, AREAS, ['.ts', '.tsx', '.mjs', '.css', '.json']).flatMap(fileProblems),
    ...sources.filter(({ path }) => !isTest(path)).flatMap(publicApiProblems),
    ...sources.flatMap(publicNameProblems),
    ...sources.flatMap(sizeProblems),
    ...sources.filter(({ path }) => !isTest(path) && !isGenerated(path)).flatMap(exportProblems),
  ]
}

/** Returns whether a module has a part of this name: the contract of a large module may be split like the module. */
function hasPart(root: string, modules: string[], name: string): boolean {
  return modules.some((module) => existsSync(join(root, 'server/src/modules', module, `${name}.ts`)))
}

interface Lines {
  modules: string[]
  features: string[]
  gathering: string[]
}

function moduleProblems(root: string, { modules, features, gathering }: Lines, sources: Source[]): string[] {
  const problems: string[] = []
  const moduleFolders = foldersIn(join(root, 'server/src/modules'))
  for (const module of moduleFolders)
    if (!modules.includes(module)) problems.push(`server/src/modules/${module} is not in the server's module order`)
  for (const module of modules)
    if (!moduleFolders.includes(module))
      problems.push(`the module ${module} of the module order has no folder server/src/modules/${module}`)
  const folders = foldersIn(join(root, 'web/src/features'))
  for (const feature of folders)
    if (!features.includes(feature)) problems.push(`web/src/features/${feature} is not in the web's module order`)
  for (const feature of features) {
    if (!modules.includes(feature) && !gathering.includes(feature))
      problems.push(`the feature ${feature} of the web's module order has no server module of that name`)
    if (!folders.includes(feature)) problems.push(`the feature ${feature} of the web's module order has no folder`)
  }
  for (const { path, text } of sources) {
    const name = /^contract\/src\/([a-z-]+)\.ts$/.exec(path)?.[1]
    if (name && /=\s*endpoint\(/.test(text) && !modules.includes(name) && !hasPart(root, modules, name))
      problems.push(`${path} declares endpoints, but no module or part of a module is named ${name}`)
  }
  for (const module of moduleFolders) {
    if (
      existsSync(join(root, `server/src/modules/${module}/routes.ts`)) &&
      !existsSync(join(root, `contract/src/${module}.ts`))
    ) {
      problems.push(`contract/src/${module}.ts is missing, but server/src/modules/${module} has routes`)
    }
  }
  return problems
}

function fileProblems(path: string): string[] {
  const problems: string[] = []
  if (path.split('/').some((folder) => BANNED_FOLDERS.has(folder)))
    problems.push(`${path}: name the folder after its content`)
  if (BANNED_FILES.test(basename(path))) problems.push(`${path}: name the file after its content`)
  return problems
}

function publicApiProblems({ path }: Source): string[] {
  if (!/^index\.tsx?$/.test(basename(path))) return []
  return /^(server\/src\/modules|web\/src\/features)\/[^/]+\/index\.tsx?$/.test(path)
    ? []
    : [`${path}: only modules and features may have an index file (their public API)`]
}

/** Every module names what others may import, at most 40 names; `module` itself is for the composition of a process. */
function publicNameProblems({ path, program }: Source): string[] {
  if (!/^server\/src\/modules\/[^/]+\/index\.ts$/.test(path)) return []
  const names: string[] = []
  const problems: string[] = []
  for (const statement of program.body as unknown as TreeNode[]) {
    if (statement.type === 'ExportAllDeclaration') problems.push(`${path}: name each export instead of exporting all`)
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const specifier of statement.specifiers as TreeNode[]) names.push(specifier.exported.name as string)
    names.push(...declaredBy(statement).map(({ name }) => name))
  }
  const count = names.filter((name) => name !== 'module').length
  return count > PUBLIC_NAMES_MAX
    ? [
        ...problems,
        `${path} lets others import ${count} names, the limit is ${PUBLIC_NAMES_MAX}: later modules need fewer, or it is two modules`,
      ]
    : problems
}

/** Returns the line limit for this kind of file. */
export function ceilingOf(path: string): number {
  if (isTest(path)) return 500
  if (isGenerated(path)) return Infinity
  const name = basename(path)
  if (path.startsWith('contract/')) return 300
  if (path.startsWith('web/')) return name.endsWith('.tsx') || /(^|-)rules\.ts$/.test(name) ? 300 : 250
  const match = /^server\/src\/modules\/([^/]+)\/(.+)$/.exec(path)
  if (!match?.[2]) return path.startsWith('server/src/simulators/') ? 350 : 250
  if (match[2] === 'index.ts') return 60
  if (match[1] === 'carriers' && /^(twilio|telnyx|bandwidth|simulat)/.test(match[2])) return 350
  if (/^(routes|hooks)/.test(match[2])) return 150
  if (rankOf(match[2]) === 0) return 300
  if (rankOf(match[2]) === 1 || /^(views|search)/.test(match[2])) return 300
  if (rankOf(match[2]) === 3) return 200
  return 250
}

function sizeProblems({ path, lineCount }: Source): string[] {
  const ceiling = ceilingOf(path)
  return lineCount > ceiling
    ? [`${path} has ${lineCount} lines, the limit is ${ceiling}: split it by responsibility`]
    : []
}

function exportProblems(source: Source): string[] {
  const problems: string[] = []
  for (const statement of source.program.body as unknown as TreeNode[]) {
    if (statement.type === 'ExportDefaultDeclaration' && !mayExportDefault(source.path)) {
      problems.push(`${source.path}:${source.lineAt(statement.start)} has a default export; use a named export`)
    }
    for (const { name, isFunction } of declaredBy(statement)) {
      const where = `${source.path}:${source.lineAt(statement.start)}`
      if (BANNED_NAMES.test(name))
        problems.push(`${where}: ${name} is not a meaningful name; use the domain's verb or noun`)
      if (isFunction && !isDocumented(source, statement))
        problems.push(`${where}: ${name} needs a doc comment that says what it guarantees (/** ... */)`)
    }
  }
  return problems
}

function declaredBy(statement: TreeNode): { name: string; isFunction: boolean }[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as TreeNode | null) : null
  if (!declaration) return []
  // The later signatures of an overload and its implementation share the first signature's doc.
  if (declaration.type === 'FunctionDeclaration') return [{ name: declaration.id.name, isFunction: true }]
  if (declaration.type === 'ClassDeclaration') return [{ name: declaration.id.name, isFunction: false }]
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration.declarations as TreeNode[]).map((declarator) => ({
    name: (declarator.id?.name as string | undefined) ?? '',
    isFunction: /^(ArrowFunctionExpression|FunctionExpression)$/.test(declarator.init?.type ?? ''),
  }))
}

function isDocumented(source: Source, statement: TreeNode): boolean {
  const before = source.comments.findLast((comment) => comment.end <= statement.start)
  return (
    before?.type === 'Block' &&
    before.value.startsWith('*') &&
    source.text.slice(before.end, statement.start).trim() === ''
  )
}

function mayExportDefault(path: string): boolean {
  // Vitest loads a reporter by its default export.
  if (path === 'scripts/vitest-report.ts') return true
  return (
    /Screen\.tsx$|\.config\.m?ts$|global-setup\.ts$|\/playwright[\w-]*\.ts$/.test(path) ||
    /^web\/src\/features\/.*\.tsx$/.test(path)
  )
}

function isGenerated(path: string): boolean {
  return /\.gen\.ts$|\.snapshot\.json$|\.d\.ts$/.test(path)
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
