import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findTermProblems } from './catalog-terms.ts'
import { readSources, walk, type Source } from './sources.ts'

const AREAS = ['contract/src', 'client', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e', 'bench']

interface DeniedWord {
  /** The term to use instead. */
  instead: string
  /** Files in which the word is a standard term. */
  except?: RegExp
}

/** Words that may not be part of an identifier or a file name, each with the standard term. GLOSSARY.md explains the terms. */
const DENIED_WORDS: Record<string, DeniedWord> = {
  room: { instead: 'module', except: /^server\/src\/kernel\/realtime\// },
  door: { instead: 'public API' },
  doors: { instead: 'public API' },
  house: { instead: 'testApp' },
  housed: { instead: 'seeded organization' },
  plug: { instead: 'port' },
  plugs: { instead: 'ports' },
  fact: { instead: 'event (what happened) or attribute (of a contact)' },
  facts: { instead: 'events or attributes' },
  teller: { instead: 'socket event mapper' },
  told: { instead: 'notified, emitted or events' },
  hearer: { instead: 'client event handler' },
  heard: {
    instead: 'received or handled',
    except: /voicemail|inbox|notifications|calls|analytics|messages|migrations|server\/test\/kit|demo|search/,
  },
  whisper: { instead: 'broadcast' },
  seldom: { instead: 'throttle' },
  hurry: { instead: 'deadline' },
  knock: { instead: 'request gate' },
  strays: { instead: 'unmatched' },
  sweep: { instead: 'backfill' },
  pleads: { instead: 'opt-out intent' },
  studio: { instead: 'image worker' },
  unfold: { instead: 'unmerge' },
  standing: { instead: 'status: name whose (organization, contact, consent)' },
}

/** Words that do not belong in the interface, in either language, with the reason. */
const DENIED_TEXT: { pattern: RegExp; reason: string; except?: string[] }[] = [
  { pattern: /\b(somebody|nobody|oftener|whom)\b/i, reason: 'sounds translated: name who is meant, or say "no one"' },
  {
    pattern: /\bwhoever\b/i,
    reason: 'sounds translated: name who is meant',
    except: [
      'Assign on reply',
      'An unassigned conversation goes to whoever replies first.',
      'Unassigned conversations are assigned to whoever replies first.',
    ],
  },
  { pattern: /\b(may stay empty|will be here|goes as it)\b/i, reason: 'sounds translated' },
  { pattern: /\bsign(ed|ing)? in\b/i, reason: 'say "log in"' },
  { pattern: /\bsign(ed|ing)? out\b/i, reason: 'say "log out"' },
  { pattern: /\be-mail/i, reason: 'say "email"' },
  { pattern: /\bopted-out\b/i, reason: 'say "opted out"' },
  { pattern: /\b[45]\d\d\b (error|status)/i, reason: 'a status code says nothing to the reader' },
]

const DENIED_SPANISH: { pattern: RegExp; reason: string }[] = [
  { pattern: /[«»]/, reason: 'use “ ”' },
  { pattern: /\d\s%/, reason: 'no space before %' },
  { pattern: /\b(añ[aá]d\w*|ajustes|ordenador|festivos)\b/i, reason: 'not used in the Americas' },
  { pattern: /\b(usted|ustedes|vosotros)\b/i, reason: 'say "tú"' },
]

const LONGEST_BUTTON = { en: 30, es: 38 }

/** Finds old words in identifiers and file names, and interface text that breaks the rules for words. */
export function findLanguageProblems(root: string, sources: Source[] = readSources(root, AREAS)): string[] {
  return [
    ...sources.flatMap((source) => [...fileNameProblems(source.path), ...identifierProblems(source)]),
    ...catalogProblems(root),
    ...buttonProblems(root, sources),
  ]
}

/** Splits a camel case, snake case or kebab case name into lower case words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function deniedIn(name: string, path: string): string | undefined {
  for (const word of wordsOf(name)) {
    const denied = Object.hasOwn(DENIED_WORDS, word) ? DENIED_WORDS[word] : undefined
    if (denied && !denied.except?.test(path)) return `"${word}" is an old word: use ${denied.instead}`
  }
  return undefined
}

function fileNameProblems(path: string): string[] {
  const problem = deniedIn(basename(path), path)
  return problem ? [`${path}: ${problem}`] : []
}

function identifierProblems(source: Source): string[] {
  if (/\.gen\.ts$|scripts\/check-language/.test(source.path)) return []
  const problems = new Map<string, string>()
  walk(source.program, (node) => {
    if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier' && node.type !== 'PrivateIdentifier') return
    const name = node['name'] as string
    // Icon components have the names of their package.
    if (problems.has(name) || name.startsWith('Icon')) return
    const problem = deniedIn(name, source.path)
    if (problem) problems.set(name, `${source.path}:${source.lineAt(node.start)}: ${name}: ${problem}`)
  })
  return [...problems.values()]
}

/** One message of a catalog. */
interface CatalogEntry {
  id: string
  translation: string
}

/** Reads the messages of a PO file; plural forms stay in ICU syntax. */
export function readCatalog(text: string): CatalogEntry[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const id = field(block, 'msgid')
    return id ? [{ id, translation: field(block, 'msgstr') }] : []
  })
}

function field(block: string, name: string): string {
  const found = new RegExp(String.raw`^${name} ((?:"(?:\\.|[^"])*"\n?)+)`, 'm').exec(block)?.[1] ?? ''
  return [...found.matchAll(/"((?:\\.|[^"])*)"/g)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')
}

function catalogProblems(root: string): string[] {
  const path = join(root, 'locales/es.po')
  if (!existsSync(path)) return []
  return readCatalog(readFileSync(path, 'utf8')).flatMap(({ id, translation }) => {
    const english = DENIED_TEXT.filter(({ pattern, except }) => pattern.test(id) && !except?.includes(id))
    const spanish = DENIED_SPANISH.filter(({ pattern }) => pattern.test(translation))
    return [
      ...english.map(({ reason }) => `interface text "${id}": ${reason}`),
      ...spanish.map(({ reason }) => `Spanish text "${translation}": ${reason}`),
      ...findTermProblems(id, translation),
      ...(translation === '' ? [`Spanish text of "${id}" is missing`] : []),
    ]
  })
}

/** Reports buttons whose text does not fit on a phone beside another button. */
function buttonProblems(root: string, sources: Source[]): string[] {
  const path = join(root, 'locales/es.po')
  const spanish = existsSync(path)
    ? new Map(readCatalog(readFileSync(path, 'utf8')).map(({ id, translation }) => [id, translation]))
    : new Map<string, string>()
  const problems: string[] = []
  for (const source of sources.filter(({ path: file }) => file.startsWith('web/src/') && file.endsWith('.tsx'))) {
    walk(source.program, (node) => {
      if (node.type !== 'JSXElement' || !String(node['openingElement'].name.name ?? '').endsWith('Button')) return
      const text = buttonText(node['children'] as ButtonChild[])
      if (text === undefined) return
      const where = `${source.path}:${source.lineAt(node.start)}`
      if (text.length > LONGEST_BUTTON.en)
        problems.push(`${where}: the button "${text}" has ${text.length} characters, ${LONGEST_BUTTON.en} is the limit`)
      const translation = spanish.get(text)
      if (translation && translation.length > LONGEST_BUTTON.es)
        problems.push(
          `${where}: the Spanish button "${translation}" has ${translation.length} characters, ${LONGEST_BUTTON.es} is the limit`,
        )
    })
  }
  return problems
}

interface ButtonChild {
  type: string
  value?: string
  openingElement?: { name: { name?: string } }
  children?: ButtonChild[]
}

/** Returns the text of a button whose only content is one message without placeholders. */
function buttonText(children: ButtonChild[]): string | undefined {
  const content = children.filter(({ type, value }) => type !== 'JSXText' || value?.trim() !== '')
  const [message] = content
  if (content.length !== 1 || message?.openingElement?.name.name !== 'Trans') return undefined
  const parts = message.children ?? []
  return parts.every(({ type }) => type === 'JSXText')
    ? parts
        .map(({ value = '' }) => value)
        .join('')
        .replace(/\s+/g, ' ')
        .trim()
    : undefined
}
