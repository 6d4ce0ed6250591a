import type { Locale } from '@crewline/contract/accounts'
import { msg } from '@crewline/contract/localized-text'
import type { exportContacts } from '@crewline/contract/contact-lists'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Selection } from '@crewline/contract/filters'
import { formatNumber } from '@crewline/contract/formats'
import { CONTACTS_EXPORT_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { contactsByIds, columnOf } from '../contacts/index.ts'
import { fieldsOf, maySeeSensitive, type FieldRule } from '../fields/index.ts'
import { audienceContext, audienceIds, audienceIdsBy, countSelection } from '../audience/index.ts'
import { selectionDetails } from './audit-details.ts'

type Column = NonNullable<ReturnType<typeof columnOf>>

/** Contacts read at once. */
const PAGE = 1000

type ExportRequest = BodyOf<typeof exportContacts>

/**
 * Returns the contacts of a selection as a spreadsheet, with one page in memory at a time, in the requested order or
 * the order they were added. Audits who exported which columns of how many contacts before the first row is sent.
 */
export async function exportFile(scope: Scope, request: ExportRequest): Promise<Download> {
  const { format, columns: names, sort, order, ...selection } = request
  const locale = languageOf(scope)
  const fields = await fieldsOf(scope.db)
  const columns = columnsOf(scope, names, { fields, locale })
  const ctx = await audienceContext(scope, selection.audience)
  const { count } = await countSelection(scope.db, ctx, selection)
  if (count > CONTACTS_EXPORT_MAX) {
    const most = formatNumber(CONTACTS_EXPORT_MAX, 'en')
    fail('too_many', {
      text: msg({ message: 'A file holds {most} contacts. Narrow the list first.', values: { most } }),
    })
  }
  // An empty file exports no data, so it is not audited.
  if (count > 0)
    await scope.tx(async (tx) =>
      tx.audit('contacts.exported', null, { format, columns: names, contacts: count, ...selectionDetails(selection) }),
    )
  const headers = columns.map((column) => column.header)
  const ids = sort
    ? audienceIdsBy(scope.db, ctx, selection, { sort, direction: order, most: PAGE })
    : idsByAge(scope, selection, ctx)
  const pages = pagesOf(scope, ids, columns)
  const content = format === 'xlsx' ? writeXlsx(headers, pages) : writeCsv(headers, pages)
  const day = scope.world.now().toISOString().slice(0, 10)
  return { download: true, name: `contacts-${day}.${format}`, type: format === 'xlsx' ? XLSX_TYPE : CSV_TYPE, content }
}

function columnsOf(
  scope: Scope,
  names: string[],
  { fields, locale }: { fields: FieldRule[]; locale: Locale },
): Column[] {
  if (names.length === 0)
    fail('invalid', {
      fieldErrors: { columns: msg({ message: 'Choose at least one column.' }) },
    })
  const hidden = maySeeSensitive(scope) ? [] : fields.filter((field) => field.sensitive)
  if (hidden.some((field) => names.includes(`custom.${field.key}`)))
    fail('not_permitted', {
      text: msg({ message: 'Some of these columns are sensitive. Ask an owner or admin for them.' }),
    })
  return names.map(
    (name) =>
      columnOf(name, fields, locale) ??
      fail('invalid', {
        fieldErrors: { columns: msg({ message: 'There is no column “{name}”.', values: { name } }) },
      }),
  )
}

async function* idsByAge(
  scope: Scope,
  selection: Selection,
  ctx: Awaited<ReturnType<typeof audienceContext>>,
): AsyncGenerator<string[]> {
  for (let after: string | null = null; ;) {
    const ids: string[] = await audienceIds(scope.db, ctx, selection, { after, most: PAGE })
    yield ids
    after = ids.at(-1) ?? null
    if (ids.length < PAGE) return
  }
}

async function* pagesOf(scope: Scope, pages: AsyncIterable<string[]>, columns: Column[]): AsyncGenerator<string[][]> {
  const canSeeSensitive = maySeeSensitive(scope)
  for await (const ids of pages) {
    const contacts = await contactsByIds(scope.db, scope.org.country, ids, canSeeSensitive)
    yield contacts.map((contact) => columns.map((column) => column.cell(contact)))
  }
}
