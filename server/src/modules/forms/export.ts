import type { Locale } from '@crewline/contract/accounts'
import type { FormAnswers, FormQuestion } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import { FORM_ARCHIVE_BYTES_MAX, FORM_ARCHIVE_FILES_MAX, FORM_EXPORT_MAX } from '@crewline/contract/form-limits'
import { msg } from '@crewline/contract/localized-text'
import { displayPhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { bytesOfFiles, storedByIds } from '../files/index.ts'
import { placeOf, writeArchive, ZIP_TYPE, type ArchivedFile } from './archive.ts'
import { fileIdsOf, questionsOf, responseCounts, rowsAfter } from './response-views.ts'
import type { StoredForm } from './rules.ts'
import { formById } from './views.ts'

type FormAnswer = FormAnswers[string]

/** Responses read at once. */
const PAGE = 500

/**
 * Returns the responses as a spreadsheet, or as an archive with a spreadsheet and their files; one page of rows and one
 * file are in memory at a time. Audits who exported how many.
 */
export async function exportFile(
  scope: Scope,
  kernel: Kernel,
  { id, format }: { id: string; format: 'csv' | 'xlsx' | 'zip' },
): Promise<Download> {
  const form = (await formById(scope.db, scope.orgId, id)) ?? fail('not_found')
  const { shown } = await responseCounts(scope.db, form)
  if (shown > FORM_EXPORT_MAX) fail('too_many')
  if (format === 'zip') await refuseLarge(scope, kernel, form)
  if (shown > 0) await scope.tx(async (tx) => tx.audit('form.exported', id, { format, responses: shown }))
  const locale = languageOf(scope)
  const questions = await questionsOf(scope.db, form)
  const isAnonymous = form.isAnonymous ?? false
  const person = isAnonymous
    ? []
    : [
        msg({ message: 'Time' }),
        msg({ message: 'Name' }),
        msg({ message: 'Phone number' }),
        msg({ message: 'Language' }),
      ]
  const header = [
    ...person.map((text) => localize(text, locale)),
    ...questions.map(({ label }) => formText(label, locale)),
    ...(questions.some(({ type }) => type === 'file' || type === 'signature')
      ? [localize(msg({ message: 'Open the answer with its files' }), locale)]
      : []),
  ]
  const address = `${kernel.config.publicUrl}/dashboard/apps/forms/${id}/responses?response=`
  const archived: ArchivedFile[] = []
  const onFile = format === 'zip' ? (file: ArchivedFile) => archived.push(file) : undefined
  // A file of an answer belongs to no group: who sees the response sees its files.
  const whole = kernel.database.ofOrg(scope.orgId)
  const pages = pagesOf(scope, form, { whole, questions, locale, address, onFile })
  if (format === 'zip') {
    const content = writeArchive(kernel, scope.orgId, { sheet: writeCsv(header, pages), files: archived })
    return { download: true, name: 'form-responses.zip', type: ZIP_TYPE, content }
  }
  const content = format === 'xlsx' ? writeXlsx(header, pages) : writeCsv(header, pages)
  return { download: true, name: `form-responses.${format}`, type: format === 'xlsx' ? XLSX_TYPE : CSV_TYPE, content }
}

/** Refuses an archive with too many files, or too many bytes: it would take longer than anyone waits for it. */
async function refuseLarge(scope: Scope, kernel: Kernel, form: StoredForm): Promise<void> {
  const ids = await fileIdsOf(scope.db, form, FORM_ARCHIVE_FILES_MAX)
  const isLarge =
    ids.length > FORM_ARCHIVE_FILES_MAX ||
    (await bytesOfFiles(kernel.database.ofOrg(scope.orgId), ids)) > FORM_ARCHIVE_BYTES_MAX
  if (isLarge) fail('archive_too_large')
}

async function* pagesOf(
  scope: Scope,
  form: StoredForm,
  {
    whole,
    questions,
    locale,
    address,
    onFile,
  }: {
    whole: Db
    questions: FormQuestion[]
    locale: Locale
    address: string
    /** Hears of each file with its place in the archive, which then stands in the row. */
    onFile: ((file: ArchivedFile) => void) | undefined
  },
): AsyncGenerator<string[][]> {
  // The first row is the header.
  let number = 2
  let after: { at: Date; id: string } | undefined
  for (;;) {
    const rows = await rowsAfter(scope.db, form, { after, most: PAGE })
    const files = await storedByIds(
      whole,
      rows.flatMap(({ fileIds }) => fileIds),
    )
    const placeIn = (row: number) => (file: { id: string; name: string }) => {
      if (!onFile) return file.name
      const place = placeOf(row, file)
      onFile({ id: file.id, place })
      return place
    }
    const first = number
    yield rows.map(({ id, at, name, phone, language, answers, fileIds }, nth) => [
      ...(form.isAnonymous
        ? []
        : [at.toISOString(), name, phone ? displayPhone(phone, scope.org.country) : '', language]),
      ...questions.map((question) =>
        cellOf(question, withNames(answers[question.id], files, placeIn(first + nth)), locale),
      ),
      ...(fileIds.length > 0 ? [`${address}${id}`] : []),
    ])
    number += rows.length
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** Replaces ids of files with their names. */
function withNames(
  answer: FormAnswer | undefined,
  files: ReadonlyMap<string, { id: string; name: string }>,
  nameOf: (file: { id: string; name: string }) => string,
): FormAnswer | undefined {
  if (!Array.isArray(answer)) return answer
  return answer.map((one) => {
    const file = files.get(one)
    return file ? nameOf(file) : one
  })
}

function cellOf({ type, options }: FormQuestion, answer: FormAnswer | undefined, locale: Locale): string {
  if (answer === undefined) return ''
  const named = [answer].flat().map((one) => {
    if (type === 'yes_no' || type === 'consent')
      return localize(one === 'yes' ? msg({ message: 'Yes' }) : msg({ message: 'No' }), locale)
    const option = options.find((candidate) => candidate.id === one)
    return option ? formText(option.label, locale) : one
  })
  return named.join('; ')
}
