import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, readSources, type Source, type TreeNode, walk } from './sources.ts'

interface Allowed {
  file: string
  what: string
  why: string
}

interface Rule {
  what: string
  homes: RegExp
  area: RegExp
  instead: string
}

const SERVER = /^server\/src\/(?!simulators\/)/
const WORLD = /^server\/src\/kernel\/world\.ts$/

/** Ways around the formats of dates, numbers and names; `Intl.Segmenter` and the like format nothing. */
const FORMATTERS = [
  ...['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames'].map(
    (name) => `Intl.${name}`,
  ),
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'i18n.date',
  'i18n.number',
]

/** Searches of the whole page: they find what another part happens to render, and break when it changes. */
const PAGE_SEARCHES = [
  'querySelector',
  'querySelectorAll',
  'getElementById',
  'getElementsByClassName',
  'getElementsByTagName',
].map((name) => `document.${name}`)

const RULES: Rule[] = [
  { what: 'Date.now', area: SERVER, homes: WORLD, instead: "the world's clock" },
  { what: 'new Date()', area: SERVER, homes: WORLD, instead: "the world's clock" },
  { what: 'Math.random', area: SERVER, homes: WORLD, instead: "the world's chance" },
  { what: 'randomUUID', area: SERVER, homes: WORLD, instead: "the world's ids" },
  {
    what: 'process.env',
    area: /^server\/src\//,
    homes: /^server\/src\/(kernel\/config\.ts$|main\/)/,
    instead: 'kernel/config.ts',
  },
  { what: 'localStorage', area: /^web\/src\//, homes: /^web\/src\/shared\/lib\//, instead: 'shared/lib' },
  { what: 'sessionStorage', area: /^web\/src\//, homes: /^web\/src\/shared\/lib\//, instead: 'shared/lib' },
  { what: 'document.cookie', area: /^web\/src\//, homes: /^web\/src\/shared\/lib\//, instead: 'shared/lib' },
  ...PAGE_SEARCHES.map((what) => ({
    what,
    area: /^web\/src\//,
    // Each page finds the element it renders into.
    homes: /^web\/src\/(app\/(auth-)?main|dev\/main)\.tsx$/,
    instead: 'a ref or a context',
  })),
  ...FORMATTERS.map((what) => ({
    what,
    area: /^(contract|server|web)\/src\//,
    homes: /^contract\/src\/(formats|calendar)\.ts$/,
    instead: 'contract/src/formats.ts or calendar.ts',
  })),
]

/**
 * Finds code that uses the outside world (clock, randomness, environment, browser storage), formats dates and numbers
 * anywhere but in its one home, or searches the whole page for an element.
 */
export function findOutsideCalls(
  root: string,
  sources = readSources(root, ['contract/src', 'server/src', 'web/src']),
): string[] {
  const allowed = readAllowed(root)
  const used = new Set<Allowed>()
  const problems: string[] = []
  for (const source of sources) {
    if (isTest(source.path) || /(^|\/)test-/.test(source.path)) continue
    for (const { what, line } of callsIn(source)) {
      const rule = RULES.find(
        (candidate) =>
          candidate.what === what && candidate.area.test(source.path) && !candidate.homes.test(source.path),
      )
      if (!rule) continue
      const exception = allowed.find((entry) => entry.file === source.path && entry.what === what)
      if (exception) used.add(exception)
      else problems.push(`${source.path}:${line} uses ${what}; take it from ${rule.instead}`)
    }
  }
  for (const exception of allowed) {
    if (!used.has(exception))
      problems.push(
        `scripts/outside-allowed.json allows ${exception.what} in ${exception.file}, which does not use it: remove the entry`,
      )
  }
  return problems
}

function readAllowed(root: string): Allowed[] {
  return JSON.parse(readFileSync(join(root, 'scripts/outside-allowed.json'), 'utf8')) as Allowed[]
}

function callsIn(source: Source): { what: string; line: number }[] {
  const calls: { what: string; line: number }[] = []
  walk(source.program, (node, parent) => {
    const what = nameOf(node, parent)
    if (what) calls.push({ what, line: source.lineAt(node.start) })
  })
  return calls
}

function nameOf(node: TreeNode, parent: TreeNode | undefined): string | undefined {
  if (node.type === 'NewExpression' && node.callee?.name === 'Date' && node.arguments.length === 0) return 'new Date()'
  if (node.type === 'MemberExpression') {
    const path = `${node.object?.name}.${node.property?.name}`
    if (['Date.now', 'Math.random', 'process.env', 'document.cookie', ...PAGE_SEARCHES, ...FORMATTERS].includes(path))
      return path
    if (FORMATTERS.includes(node.property?.name)) return node.property.name as string
    if (node.property?.name === 'randomUUID') return 'randomUUID'
    if (['localStorage', 'sessionStorage'].includes(node.property?.name)) return node.property.name as string
  }
  if (node.type !== 'Identifier' || !['randomUUID', 'localStorage', 'sessionStorage'].includes(node.name))
    return undefined
  // The import itself, a property of the same name and the member expression above are not separate calls.
  if (parent?.type === 'ImportSpecifier' || parent?.type === 'MemberExpression' || parent?.type === 'Property') {
    return parent.type === 'MemberExpression' && parent.object === node ? (node.name as string) : undefined
  }
  return node.name as string
}
