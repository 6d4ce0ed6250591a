import { AUTONYMS } from '@crewline/contract/flow-languages'
import { languageName } from '@crewline/contract/formats'
import { locales } from '@crewline/contract/locales.gen'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { oneLine } from '@crewline/contract/one-line'
import { PHRASES_MAX } from '@crewline/contract/translation-limits'
import { localize } from '../../../kernel/i18n/localize.ts'
import { PHRASE_LANGUAGES, type PhraseLanguage } from './catalog.ts'
import { languagesIn, problemsOf, sameIn, type PhraseDraft, type Texts } from './phrase-rules.ts'

/** The headers of the columns besides the languages. */
export const ID_HEADER = 'ID'
export const SAFETY_HEADER = msg({ message: 'About safety', context: 'column' })

/** What each column of a file holds, by its position. */
export interface Columns {
  id: number
  safety: number
  languages: Map<PhraseLanguage, number>
  /** The names of columns that are not imported. */
  ignored: string[]
}

/** Returns the header of the column with the texts in a language. */
export function languageHeader(language: PhraseLanguage, reader: string): string {
  return `${languageName(language, reader)} (${language})`
}

/** Returns the header of the column that says who reviewed the texts in a language. It is never imported. */
export function reviewHeader(language: PhraseLanguage): string {
  return `Review ${language}`
}

/** Finds the columns by their names. A language is named as in an export, by its code or by its name. */
export function columnsOf(headers: readonly string[]): Columns {
  const plain = headers.map((header) => header.trim().toLowerCase())
  const find = (names: readonly string[]) => plain.findIndex((header) => names.includes(header))
  const languages = new Map<PhraseLanguage, number>()
  for (const language of PHRASE_LANGUAGES) {
    const names = [language, AUTONYMS[language], ...locales.map((reader) => languageName(language, reader))]
    const coded = plain.findIndex((header) => header.endsWith(`(${language})`))
    const at = coded >= 0 ? coded : find(names.map((name) => name.toLowerCase()))
    if (at >= 0) languages.set(language, at)
  }
  const id = find([ID_HEADER.toLowerCase()])
  const safety = find(locales.map((reader) => localize(SAFETY_HEADER, reader).toLowerCase()))
  const reviews = new Set(PHRASE_LANGUAGES.map((language) => reviewHeader(language).toLowerCase()))
  const known = new Set([id, safety, ...languages.values()])
  const ignored = headers.filter((_header, at) => !known.has(at) && !reviews.has(plain[at] ?? ''))
  return { id, safety, languages, ignored }
}

/** A phrase that the organization has. */
export interface KnownPhrase extends PhraseDraft {
  id: string
}

/** What a row of a file would do. */
export type RowPlan = { row: number; draft: PhraseDraft } & ({ kind: 'add' } | { kind: 'change' | 'same'; id: string })

/** A row or a cell that is not imported, and why; the column is -1 where the whole row is the problem. */
export interface RowProblem {
  row: number
  column: number
  text: LocalizedText
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', '!', 'sí', 'si', 's', 'verdadero'])
const NO = new Set(['', 'no', 'n', 'false', '0', 'falso'])

/**
 * Says what each row of a file would do. A row belongs to the phrase with its ID, or else to the one that says the same; any
 * other adds a phrase. An empty cell changes nothing. A row with a problem is left out whole.
 */
export function planRows(
  rows: readonly { row: number; cells: string[] }[],
  columns: Columns,
  { known, teamLanguage }: { known: readonly KnownPhrase[]; teamLanguage: string },
): { plans: RowPlan[]; problems: RowProblem[] } {
  const plans: RowPlan[] = []
  const problems: RowProblem[] = []
  const taken = new Map<string, number>()
  let count = known.length
  for (const { row, cells } of rows) {
    const cell = (at: number) =>
      oneLine(10_000)
        .catch('')
        .parse(cells[at] ?? '')
    const texts: Texts = {}
    for (const [language, at] of columns.languages) if (cell(at) !== '') texts[language] = cell(at)
    const refuse = (column: number, text: LocalizedText) => void problems.push({ row, column, text })
    const id = columns.id < 0 ? '' : cell(columns.id).toLowerCase()
    const before =
      known.find((phrase) => phrase.id === id) ?? known.find((phrase) => sameIn(texts, phrase.texts, teamLanguage))
    const merged = { ...before?.texts, ...texts }
    const found = problemsOf(merged, teamLanguage)
    for (const [language, text] of found) refuse(columns.languages.get(language) ?? -1, text)
    const safety = columns.safety < 0 ? '' : cell(columns.safety).toLowerCase()
    const isClear = YES.has(safety) || NO.has(safety)
    if (!isClear) refuse(columns.safety, msg({ message: 'Write yes or no.' }))
    if (languagesIn(texts).length === 0) refuse(-1, msg({ message: 'Write the phrase in at least one language.' }))
    if (found.size > 0 || !isClear || languagesIn(texts).length === 0) continue
    const earlier =
      (before && taken.get(before.id)) ?? plans.find(({ draft }) => sameIn(merged, draft.texts, teamLanguage))?.row
    const other = known.find((phrase) => phrase !== before && sameIn(merged, phrase.texts, teamLanguage))
    if (earlier !== undefined)
      refuse(-1, msg({ message: 'Row {other} is about the same phrase.', values: { other: earlier } }))
    else if (other) refuse(-1, msg({ message: 'Another phrase of yours says the same.' }))
    else if (!before && count >= PHRASES_MAX)
      refuse(-1, msg({ message: 'You have {most} phrases. Remove some to add more.', values: { most: PHRASES_MAX } }))
    else {
      const isSafety = safety === '' ? (before?.isSafety ?? false) : YES.has(safety)
      const draft = { isSafety, texts: merged }
      if (before) taken.set(before.id, row)
      else count += 1
      plans.push(
        before
          ? { row, draft, id: before.id, kind: isSame(before, draft) ? 'same' : 'change' }
          : { row, draft, kind: 'add' },
      )
    }
  }
  return { plans, problems }
}

function isSame(before: PhraseDraft, after: PhraseDraft): boolean {
  return (
    before.isSafety === after.isSafety &&
    languagesIn(after.texts).every((language) => before.texts[language] === after.texts[language])
  )
}
