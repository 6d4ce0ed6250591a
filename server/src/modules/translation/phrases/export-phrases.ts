import { msg } from '@crewline/contract/localized-text'
import type { Download } from '../../../kernel/http/serve.ts'
import { localize } from '../../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../../kernel/spreadsheet/write-xlsx.ts'
import { PHRASE_LANGUAGES } from './catalog.ts'
import { ID_HEADER, languageHeader, reviewHeader, SAFETY_HEADER } from './import-rules.ts'
import { storedPhrases } from './phrase-views.ts'

const FILE_NAME = msg({ message: 'phrases', context: 'file', comment: 'The name of a file.' })

/** Exports the organization's phrases, oldest first, as a file that can be imported, and records who took it. */
export async function exportFile(scope: Scope, format: 'csv' | 'xlsx'): Promise<Download> {
  const stored = await storedPhrases(scope.db, scope.orgId)
  const phrases = stored.filter(({ removedAt }) => removedAt === null).toReversed()
  await scope.tx(async (tx) => tx.audit('phrase.exported', null, { format, phrases: phrases.length }))
  const reader = languageOf(scope)
  const header = [
    ID_HEADER,
    localize(SAFETY_HEADER, reader),
    ...PHRASE_LANGUAGES.map((language) => languageHeader(language, reader)),
    ...PHRASE_LANGUAGES.map(reviewHeader),
  ]
  const rows = phrases.map(({ id, isSafety, texts }) => {
    const byLanguage = new Map(texts.map((text) => [text.language, text]))
    const reviews = PHRASE_LANGUAGES.map((language) => {
      const text = byLanguage.get(language)
      return text?.reviewedAt ? `${text.reviewerName ?? ''}, ${text.reviewedAt.toISOString().slice(0, 10)}` : ''
    })
    const words = PHRASE_LANGUAGES.map((language) => byLanguage.get(language)?.text ?? '')
    return [id, isSafety ? 'yes' : 'no', ...words, ...reviews]
  })
  const pages = onePage(rows)
  return {
    download: true,
    name: `${localize(FILE_NAME, reader)}.${format}`,
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    content: format === 'csv' ? writeCsv(header, pages) : writeXlsx(header, pages),
  }
}

async function* onePage(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}
