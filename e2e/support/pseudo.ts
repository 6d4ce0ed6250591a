// The pseudo language: English with accents on every letter and brackets around every message, so that a text that
// bypassed the catalogs shows as plain letters, and one glued together from pieces as several brackets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Page } from '@playwright/test'

const root = join(import.meta.dirname, '../..')

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = Array.from('ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ')

/** Puts accents on the letters of a text. */
function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
}

/** Translates an ICU message; the names and the keys of its arguments and its tags stay. */
export function pseudo(message: string): string {
  return `⟦${branch(message, 0).text}⟧`
}

/** Translates up to the brace that closes a branch of an argument, or the end. */
function branch(message: string, start: number): { text: string; end: number } {
  let text = ''
  let at = start
  while (at < message.length && message[at] !== '}') {
    const rest = message.slice(at)
    const kept = /^(?:<\/?\w+\/?>|''|'[{}][^']*')/.exec(rest)?.[0]
    if (kept) {
      text += kept
      at += kept.length
    } else if (message[at] === '{') {
      const argument = argumentAt(message, at)
      text += argument.text
      at = argument.end
    } else {
      text += accented(message[at] ?? '')
      at += 1
    }
  }
  return { text, end: at }
}

/** Copies an argument: `{name}`, or `{count, plural, one {...} other {...}}` with each branch translated. */
function argumentAt(message: string, start: number): { text: string; end: number } {
  let text = ''
  let at = start
  let depth = 0
  do {
    const letter = message[at] ?? ''
    text += letter
    at += 1
    if (letter === '}') depth -= 1
    else if (letter === '{' && depth === 0) depth = 1
    else if (letter === '{') {
      const inner = branch(message, at)
      text += `${inner.text}}`
      at = inner.end + 1
    }
  } while (depth > 0 && at < message.length)
  return { text, end: at }
}

/** A message of the English catalog. */
interface CatalogMessage {
  id: string
  context: string
}

function englishMessages(): CatalogMessage[] {
  const po = readFileSync(join(root, 'locales/en.po'), 'utf8')
  return po.split(/\n\n+/).flatMap((block) => {
    const id = field(block, 'msgid')
    return id ? [{ id, context: field(block, 'msgctxt') }] : []
  })
}

function field(block: string, name: string): string {
  const lines = new RegExp(String.raw`^${name} ((?:"(?:\\.|[^"])*"\n?)+)`, 'm').exec(`${block}\n`)?.[1] ?? ''
  return [...lines.matchAll(/"((?:\\.|[^"])*)"/g)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')
}

/** Returns the English messages of the catalogs: what a server that speaks English may have written. */
export function catalogTexts(): ReadonlySet<string> {
  return new Set(englishMessages().map(({ id }) => id))
}

/** Returns the pseudo catalog as the script that the web app loads for a language. */
function webCatalog(): string {
  const messages = englishMessages().map(({ id, context }) => [generateMessageId(id, context), pseudo(id)])
  return createCompiledCatalog('en', Object.fromEntries(messages), { namespace: 'es' }).source
}

/** Returns the pseudo catalog as the PO file that a server reads; the message `leftOut` has no translation in it. */
export function serverCatalog(leftOut: string): string {
  return englishMessages()
    .map(({ id, context }) => {
      const translation = id === leftOut ? '' : pseudo(id)
      const lines = [
        ...(context ? [`msgctxt ${JSON.stringify(context)}`] : []),
        `msgid ${JSON.stringify(id)}`,
        `msgstr ${JSON.stringify(translation)}`,
      ]
      return `${lines.join('\n')}\n`
    })
    .join('\n')
}

/** Returns what a text holds outside of pseudo messages. */
export function plainPart(text: string): string {
  let depth = 0
  let plain = ''
  for (const letter of text) {
    if (letter === '⟦') depth += 1
    else if (letter === '⟧') depth -= 1
    else if (depth === 0) plain += letter
  }
  return plain
}

/** Shows the app in the pseudo language: it gets the pseudo catalog in place of the English one. */
export async function speakPseudo(page: Page): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, 'web/dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const english = Object.entries(manifest).find(([source]) => source.endsWith('locales/en.po'))?.[1].file
  if (!english) throw new Error('The build has no English catalog')
  const body = webCatalog()
  await page.route(`**/${english}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.addInitScript(() => {
    // The preview of a public page is sandboxed, and may not use the storage.
    if (window.origin !== 'null') localStorage.setItem('crewline/v1/locale', JSON.stringify('en-XA'))
  })
}

/**
 * Lists the texts, labels, titles and placeholders in sight that are not in the pseudo language. Data is marked in the
 * page: by `translate="no"` (names, messages, the brand), `<bdi>`, `<kbd>` or `<code>`, and an attribute by `data-untranslated`.
 */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const data = '[translate="no"], bdi, kbd, code, script, style, noscript, iframe'
    const plain = /[A-Za-z]/
    const found = new Set<string>()
    const where = (element: Element | null): string => {
      const path: string[] = []
      for (let up = element; up && path.length < 3; up = up.parentElement) {
        const role = up.getAttribute('role')
        path.unshift(
          up.tagName.toLowerCase() +
            (up.id && !up.id.includes('mantine') ? `#${up.id}` : '') +
            (role ? `[${role}]` : ''),
        )
      }
      return path.join(' > ')
    }
    let depth = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      const parent = node.parentElement
      // The text of a text area is its first value.
      if (!parent || parent.closest(`${data}, textarea`)) continue
      let bare = ''
      for (const letter of node.textContent ?? '') {
        if (letter === '⟦') depth += 1
        else if (letter === '⟧') depth -= 1
        else if (depth === 0) bare += letter
      }
      const isVisible = (parent.closest('select') ?? parent).checkVisibility({ visibilityProperty: true })
      if (plain.test(bare) && isVisible) found.add(`${where(parent)}: ${bare.trim()}`)
    }
    for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt']) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        if (
          element.closest(data) ||
          element.getAttribute('data-untranslated') === name ||
          !element.checkVisibility({ visibilityProperty: true })
        )
          continue
        let bare = element.getAttribute(name) ?? ''
        while (/⟦[^⟦⟧]*⟧/.test(bare)) bare = bare.replace(/⟦[^⟦⟧]*⟧/g, '')
        const isData = [...element.querySelectorAll(data)].some((part) => part.textContent === bare)
        if (plain.test(bare) && !isData) found.add(`${where(element)} ${name}: ${bare}`)
      }
    }
    if (plain.test(document.title.replace(/⟦.*⟧/g, '').replace('Crewline', ''))) found.add(`title: ${document.title}`)
    return [...found]
  })
}
