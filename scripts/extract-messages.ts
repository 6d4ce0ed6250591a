// Writes the messages of contract, server and web into locales/*.po and the list of languages into the contract, and checks
// that these files are current, complete and can be formatted.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { getConfig, type ExtractorType } from '@lingui/conf'
import { extractFromFileWithBabel, getCatalogs } from '@lingui/cli/api'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parseIcu, parsePo, type IcuNode } from 'pofile-ts'
import { parseSource, walk, type Source, type TreeNode } from './sources.ts'

const LOCALES = 'locales'
const LOCALE_LIST = 'contract/src/locales.gen.ts'

/**
 * Writes new messages into every catalog, removes those that no code uses, and keeps the translations; writes the list of
 * languages for the contract.
 */
export async function extractMessages(root: string): Promise<void> {
  await extractInto(join(root, LOCALES), root)
  writeFileSync(join(root, LOCALE_LIST), renderLocaleList(root))
}

/** Renders the languages of the product: one for each catalog. The contract is types and data, and cannot read a folder. */
export function renderLocaleList(root: string): string {
  const locales = readdirSync(join(root, LOCALES))
    .filter((name) => name.endsWith('.po'))
    .map((name) => `'${name.slice(0, -'.po'.length)}'`)
    .toSorted()
  return [
    '// Generated from the catalogs in locales/ by scripts/extract-messages.ts; do not edit.',
    '/** The languages of the interface. */',
    `export const locales = [${locales.join(', ')}] as const`,
    '',
  ].join('\n')
}

/** Finds catalogs that do not match the code, missing translations, and translations that cannot be formatted. */
export async function findCatalogProblems(root: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crewline-locales-'))
  try {
    cpSync(join(root, LOCALES), folder, { recursive: true })
    await extractInto(folder, root)
    const isListed = readFileSync(join(root, LOCALE_LIST), 'utf8') === renderLocaleList(root)
    const stale = isListed ? [] : [`${LOCALE_LIST} is stale; refresh it with: npm run extract-messages`]
    const problems = readdirSync(folder).flatMap((name) => {
      const path = join(LOCALES, name)
      const text = readFileSync(join(root, path), 'utf8')
      if (text !== readFileSync(join(folder, name), 'utf8'))
        return [`${path} is stale; refresh it with: npm run extract-messages`]
      return findTranslationProblems(path, text)
    })
    return [...stale, ...problems]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Finds missing translations in one catalog, and those with other placeholders than the message or broken syntax. */
export function findTranslationProblems(path: string, text: string): string[] {
  const isSource = path.endsWith('en.po')
  return parsePo(text).items.flatMap(({ msgid, msgstr: [translation = ''] }) => {
    const expected = readPlaceholders(msgid)
    if (!expected) return [`${path}: "${msgid}" is not valid ICU syntax`]
    if (translation === '') return isSource ? [] : [`${path}: the translation of "${msgid}" is missing`]
    const found = readPlaceholders(translation)
    if (!found) return [`${path}: "${translation}" is not valid ICU syntax`]
    return found.join() === expected.join()
      ? []
      : [`${path}: "${translation}" needs the placeholders of "${msgid}" (${expected.join(', ')})`]
  })
}

async function extractInto(folder: string, root: string): Promise<void> {
  const config = getConfig({ cwd: root })
  const [catalog] = config.catalogs
  if (!catalog) throw new Error('lingui.config.ts has no catalog')
  config.catalogs = [{ ...catalog, path: join(folder, '{locale}') }]
  config.extractors = [textExtractor(root), macroExtractor]
  for (const catalog of await getCatalogs(config)) {
    if (!(await catalog.make({ clean: true, overwrite: false, orderBy: 'message' })))
      throw new Error('some messages could not be extracted; see the lines above')
  }
}

/** Web: the macros of Lingui. Files without one are not parsed, which saves most of the time. */
const macroExtractor: ExtractorType = {
  match: (file) => /\.tsx?$/.test(file),
  extract: async (file, code, onMessage, context) => {
    if (code.includes('@lingui/'))
      await extractFromFileWithBabel(file, code, onMessage, context, { plugins: ['typescript', 'jsx'] })
  },
}

/** Contract and server: calls of `msg()`. */
function textExtractor(root: string): ExtractorType {
  return {
    match: (file) => /^(contract|server)\//.test(relative(root, file)) && file.endsWith('.ts'),
    extract: (file, code, onMessage) => {
      if (!code.includes('/localized-text')) return
      const source = parseSource(relative(root, file), code)
      for (const { id, message, context, comment, line } of readTexts(source))
        onMessage({ id, message, context, comment, placeholders: {}, origin: [file, line] })
    },
  }
}

interface ExtractedText {
  id: string
  message: string
  context: string | undefined
  comment: string | undefined
  line: number
}

/** Reads the calls of `msg()` in one file; throws for one that cannot be extracted or lacks a value. */
function readTexts(source: Source): ExtractedText[] {
  const texts: ExtractedText[] = []
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || node['callee'].name !== 'msg') return
    const line = source.lineAt(node.start)
    const fields = propertiesOf(node['arguments'][0] as TreeNode | undefined)
    const refuse = (reason: string): never => {
      throw new Error(`${source.path}:${line}: ${reason}`)
    }
    const literal = (name: string): string | undefined => {
      const value = fields.get(name)
      if (value && typeof value['value'] !== 'string') refuse(`the ${name} of msg() must be a string literal`)
      return value && String(value['value'])
    }
    const message = literal('message') ?? refuse('msg() needs a message')
    const placeholders = readPlaceholders(message) ?? refuse(`"${message}" is not valid ICU syntax`)
    const values = fields.get('values')
    // A spread or a variable may hold any values; what is written out is compared. The contract adds values later.
    const names = values ? [...propertiesOf(values).keys()].toSorted() : []
    const isInContract = source.path.startsWith('contract/')
    const isOpen = values ? values.type !== 'ObjectExpression' || names.includes('...') : isInContract
    if (!isOpen && names.join() !== placeholders.join())
      refuse(`the values of "${message}" must be its placeholders: ${placeholders.join(', ') || 'none'}`)
    if (values && isInContract)
      refuse('msg() in the contract has no values, because the web build keeps only its id: add them to its result')
    const context = literal('context')
    texts.push({ id: generateMessageId(message, context), message, context, comment: literal('comment'), line })
  })
  return texts
}

function propertiesOf(node: TreeNode | undefined): Map<string, TreeNode> {
  if (node?.type !== 'ObjectExpression') return new Map()
  return new Map(
    (node['properties'] as TreeNode[]).map((property) =>
      property.type === 'Property'
        ? [String(property['key'].name ?? property['key'].value), property['value'] as TreeNode]
        : ['...', property],
    ),
  )
}

/** Returns the names of placeholders and tags in a message, sorted; undefined when it does not parse. */
function readPlaceholders(message: string): string[] | undefined {
  const parsed = parseIcu(message)
  if (!parsed.success) return undefined
  const names = new Set<string>()
  const visit = (nodes: IcuNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'literal' || node.type === 'pound') continue
      names.add(node.value)
      if (node.type === 'tag') visit(node.children)
      if (node.type === 'plural' || node.type === 'select')
        for (const option of Object.values(node.options)) visit(option.value)
    }
  }
  visit(parsed.ast)
  return [...names].toSorted()
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  await extractMessages(root)
  // The snapshot names the languages that calls accept.
  const { writeContract } = await import('./snapshot-contract.ts')
  await writeContract(root)
  const problems = await findCatalogProblems(root)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
