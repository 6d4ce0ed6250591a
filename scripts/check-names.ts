import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readLines } from './line.ts'
import { isTest, listFiles, readSources, type Source, type TreeNode } from './sources.ts'
import { rankOf } from './walls.ts'

const AREAS = ['contract/src', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e', 'bench']
const BANNED_FOLDERS = new Set(['utils', 'util', 'common', 'helpers', 'misc'])
const BANNED_FILES = /^(utils?|common|helpers?|misc|types)\.(ts|tsx|mjs)$/
const BANNED_NAMES = /^(process|handle|manage|do)(?=[A-Z])|(?:[a-z])(Helper|Util|Utils|Impl)$/

/** Finds names that differ between contract, server and web, empty names, files over their ceiling and undocumented exports. */
export async function findNameProblems(root: string, sources = readSources(root, AREAS)): Promise<string[]> {
  const { rooms, features, gathering } = await readLines(root)
  return [
    ...roomProblems(root, { rooms, features, gathering }, sources),
    ...listFiles(root, AREAS, ['.ts', '.tsx', '.mjs', '.css', '.json']).flatMap(fileProblems),
    ...sources.filter(({ path }) => !isTest(path)).flatMap(doorProblems),
    ...sources.flatMap(sizeProblems),
    ...sources.filter(({ path }) => !isTest(path) && !isGenerated(path)).flatMap(exportProblems),
  ]
}

/** Whether some room has a part of this name: a big room's contract may be split as the room is. */
function hasPart(root: string, rooms: string[], name: string): boolean {
  return rooms.some((room) => existsSync(join(root, 'server/src/modules', room, `${name}.ts`)))
}

interface Lines {
  rooms: string[]
  features: string[]
  gathering: string[]
}

function roomProblems(root: string, { rooms, features, gathering }: Lines, sources: Source[]): string[] {
  const problems: string[] = []
  const modules = foldersIn(join(root, 'server/src/modules'))
  for (const room of modules)
    if (!rooms.includes(room)) problems.push(`server/src/modules/${room} is not in the server's line`)
  for (const room of rooms)
    if (!modules.includes(room)) problems.push(`the room ${room} of the line has no folder server/src/modules/${room}`)
  const folders = foldersIn(join(root, 'web/src/features'))
  for (const feature of folders)
    if (!features.includes(feature)) problems.push(`web/src/features/${feature} is not in the web's line`)
  for (const feature of features) {
    if (!rooms.includes(feature) && !gathering.includes(feature))
      problems.push(`the feature ${feature} of the web's line has no room of that name`)
    if (!folders.includes(feature)) problems.push(`the feature ${feature} of the web's line has no folder`)
  }
  for (const { path, text } of sources) {
    const name = /^contract\/src\/([a-z-]+)\.ts$/.exec(path)?.[1]
    if (name && /=\s*endpoint\(/.test(text) && !rooms.includes(name) && !hasPart(root, rooms, name))
      problems.push(`${path} declares endpoints, and no room is named ${name}, nor a part of one`)
  }
  for (const room of modules) {
    if (
      existsSync(join(root, `server/src/modules/${room}/routes.ts`)) &&
      !existsSync(join(root, `contract/src/${room}.ts`))
    ) {
      problems.push(`server/src/modules/${room} has routes and contract/src/${room}.ts is missing`)
    }
  }
  return problems
}

function fileProblems(path: string): string[] {
  const problems: string[] = []
  if (path.split('/').some((folder) => BANNED_FOLDERS.has(folder)))
    problems.push(`${path}: name the folder after what it is about`)
  if (BANNED_FILES.test(basename(path))) problems.push(`${path}: name the file after what it is about`)
  return problems
}

function doorProblems({ path }: Source): string[] {
  if (!/^index\.tsx?$/.test(basename(path))) return []
  return /^(server\/src\/modules|web\/src\/features)\/[^/]+\/index\.tsx?$/.test(path)
    ? []
    : [`${path}: index files are doors of rooms and features only`]
}

/** How many lines a file of this kind may have. */
export function ceilingOf(path: string): number {
  if (isTest(path)) return 500
  if (isGenerated(path)) return Infinity
  const name = basename(path)
  if (path.startsWith('contract/')) return 300
  // The gallery shows everything there is, one after the other.
  if (path.startsWith('web/src/dev/gallery/')) return 250
  if (path.startsWith('web/')) {
    if (name.endsWith('Screen.tsx')) return 250
    return name.endsWith('.tsx') ? 180 : 250
  }
  const place = /^server\/src\/modules\/([^/]+)\/(.+)$/.exec(path)
  if (!place?.[2]) return path.startsWith('server/src/simulators/') ? 350 : 250
  if (place[2] === 'index.ts') return 60
  if (place[1] === 'carriers' && /^(twilio|telnyx|bandwidth|simulat)/.test(place[2])) return 350
  if (/^(routes|hooks)/.test(place[2])) return 150
  if (rankOf(place[2]) === 0) return 200
  if (rankOf(place[2]) === 1 || /^(views|search)/.test(place[2])) return 300
  if (rankOf(place[2]) === 3) return 120
  return 250
}

function sizeProblems({ path, lineCount }: Source): string[] {
  const ceiling = ceilingOf(path)
  return lineCount > ceiling ? [`${path} has ${lineCount} lines, ${ceiling} are the ceiling: a noun is missing`] : []
}

function exportProblems(source: Source): string[] {
  const problems: string[] = []
  for (const statement of source.program.body as unknown as TreeNode[]) {
    if (statement.type === 'ExportDefaultDeclaration' && !mayExportDefault(source.path)) {
      problems.push(`${source.path}:${source.lineAt(statement.start)} has a default export; name it`)
    }
    for (const { name, isFunction } of declaredBy(statement)) {
      const where = `${source.path}:${source.lineAt(statement.start)}`
      if (BANNED_NAMES.test(name)) problems.push(`${where}: ${name} says nothing; use the domain's verb or noun`)
      if (isFunction && !isDocumented(source, statement))
        problems.push(`${where}: ${name} needs one sentence above it that says what it guarantees (/** ... */)`)
    }
  }
  return problems
}

function declaredBy(statement: TreeNode): { name: string; isFunction: boolean }[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as TreeNode | null) : null
  if (!declaration) return []
  // An overload's later signatures and the body itself share the first one's sentence.
  if (declaration.type === 'FunctionDeclaration') return [{ name: declaration.id.name, isFunction: true }]
  if (declaration.type === 'ClassDeclaration') return [{ name: declaration.id.name, isFunction: false }]
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration.declarations as TreeNode[]).map((one) => ({
    name: (one.id?.name as string | undefined) ?? '',
    isFunction: /^(ArrowFunctionExpression|FunctionExpression)$/.test(one.init?.type ?? ''),
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
  return (
    /Screen\.tsx$|\.config\.m?ts$|global-setup\.ts$|\/playwright[\w-]*\.ts$/.test(path) ||
    /^web\/src\/features\/.*\.tsx$/.test(path)
  )
}

function isGenerated(path: string): boolean {
  return /\.gen\.ts$|\.snapshot\.json$|^web\/src\/locales\/|\.d\.ts$/.test(path)
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
