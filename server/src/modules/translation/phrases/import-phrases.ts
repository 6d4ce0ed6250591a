import { Readable } from 'node:stream'
import type { QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { importPhrases } from '@crewline/contract/organization-phrases'
import { PHRASE_FILE_MAX_BYTES } from '@crewline/contract/translation-limits'
import { fail } from '../../../kernel/failure.ts'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { languageOf, type Scope, type Tx } from '../../../kernel/scope.ts'
import { FileRefused, readTable } from '../../imports/index.ts'
import { settingsOf } from '../../organizations/index.ts'
import { addPhrase, changePhrase, lockedPhrases, textsOf, writerOf } from './edit-phrases.ts'
import { columnsOf, planRows, type RowPlan } from './import-rules.ts'
import { storedPhrases, type StoredPhrase } from './phrase-views.ts'

/** More rows than an organization may have phrases are no list of phrases. */
const ROWS_MAX = 2000

/**
 * Imports phrases from a file, or only says what would happen. Rows with problems are left out and listed; what the file
 * lacks stays as it is, and reviews are never taken from it.
 */
export async function importFile(
  kernel: Kernel,
  scope: Scope,
  { name, dryRun }: QueryOf<typeof importPhrases>,
  file: Buffer,
): Promise<Omit<ReplyOf<typeof importPhrases>, 'status'>> {
  const table = await readRows(kernel, name, file)
  const columns = columnsOf(table.headers)
  if (columns.languages.size === 0)
    fail('phrase_file_refused', {
      text: msg({ message: 'No column is a language. Name columns like “English (en)” and “Spanish (es)”.' }),
    })
  const plan = async ({ db }: Pick<Scope, 'db'>, known: StoredPhrase[]) => {
    const { translation } = await settingsOf(db, scope.orgId)
    const phrases = known.map((phrase) => ({ id: phrase.id, isSafety: phrase.isSafety, texts: textsOf(phrase) }))
    return planRows(table.rows, columns, { known: phrases, teamLanguage: translation.language })
  }
  const result = dryRun
    ? await plan(
        scope,
        (await storedPhrases(scope.db, scope.orgId)).filter(({ removedAt }) => removedAt === null),
      )
    : await scope.tx(async (tx) => {
        const known = await lockedPhrases(tx)
        const made = await plan(tx, known)
        await write(tx, made.plans, known, writerOf(scope))
        const rows = { added: count(made.plans, 'add'), changed: count(made.plans, 'change') }
        tx.audit('phrase.imported', null, { ...rows, problems: made.problems.length })
        return made
      })
  return {
    added: count(result.plans, 'add'),
    changed: count(result.plans, 'change'),
    unchanged: count(result.plans, 'same'),
    ignored: columns.ignored,
    problems: result.problems.map(({ row, column, text }) => ({
      row,
      column: table.headers[column] ?? '',
      message: localize(text, languageOf(scope)),
    })),
  }
}

async function write(tx: Tx, plans: RowPlan[], known: StoredPhrase[], writerId: string): Promise<void> {
  const byId = new Map(known.map((phrase) => [phrase.id, phrase]))
  for (const plan of plans) {
    const before = plan.kind === 'change' ? byId.get(plan.id) : undefined
    if (before) await changePhrase(tx, before, plan.draft, writerId)
    else if (plan.kind === 'add') await addPhrase(tx, tx.world.id(), plan.draft, writerId)
  }
}

function count(plans: RowPlan[], kind: RowPlan['kind']): number {
  return plans.filter((plan) => plan.kind === kind).length
}

async function readRows(
  kernel: Kernel,
  name: string,
  file: Buffer,
): Promise<{ headers: string[]; rows: { row: number; cells: string[] }[] }> {
  if (file.length > PHRASE_FILE_MAX_BYTES)
    fail('phrase_file_refused', { text: msg({ message: 'This file is larger than 2 MB. Split it.' }) })
  let headers: string[] = []
  const rows: { row: number; cells: string[] }[] = []
  try {
    const body = Readable.from([file], { objectMode: false })
    for await (const item of readTable(kernel, { name, body, mostBytes: PHRASE_FILE_MAX_BYTES })) {
      if ('headers' in item) headers = item.headers
      else rows.push(item)
      if (rows.length > ROWS_MAX)
        fail('phrase_file_refused', {
          text: msg({ message: 'This file has more than {most, number} rows. Split it.', values: { most: ROWS_MAX } }),
        })
    }
  } catch (error) {
    if (error instanceof FileRefused) fail('phrase_file_refused', { text: error.text, cause: error })
    throw error
  }
  return { headers, rows }
}
