import type { exportContacts } from '@crewline/contract/roster'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Selection } from '@crewline/contract/filters'
import { CONTACTS_EXPORT_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { contactsByIds } from '../contacts/index.ts'
import { fieldsOf, maySeeSensitive, type FieldRule } from '../fields/index.ts'
import { audienceContext, audienceIds, audienceIdsBy, countSelection } from '../groups/index.ts'
import { columnOf, type Column } from './columns.ts'
import { noted } from './noted.ts'

/** Workers read at once. */
const PAGE = 1000

type Ask = BodyOf<typeof exportContacts>

/**
 * The workers a selection means as a spreadsheet, a page in memory at a time, in the order asked for or that they were added
 * in. Who took which columns of how many is noted before the first row goes.
 */
export async function exportFile(scope: Scope, ask: Ask): Promise<Download> {
  const { format, columns: names, sort, order, ...selection } = ask
  const locale = languageOf(scope)
  const fields = await fieldsOf(scope.db)
  const columns = columnsOf(scope, names, { fields, locale })
  const ctx = await audienceContext(scope, selection.audience)
  const { count } = await countSelection(scope.db, ctx, selection)
  if (count > CONTACTS_EXPORT_MAX) {
    const most = CONTACTS_EXPORT_MAX.toLocaleString('en')
    fail('too_many', {
      words: {
        en: `A file holds ${most} contacts. Narrow the list first.`,
        es: `Un archivo admite ${most} contactos. Reduce la lista primero.`,
      },
    })
  }
  // A file of nobody holds nothing that anybody took.
  if (count > 0)
    await scope.tx(async (tx) =>
      tx.audit('contacts.exported', null, { format, columns: names, contacts: count, ...noted(selection) }),
    )
  const heads = columns.map((column) => column.head)
  const ids = sort
    ? audienceIdsBy(scope.db, ctx, selection, { sort, direction: order, most: PAGE })
    : idsByAge(scope, selection, ctx)
  const pages = pagesOf(scope, ids, columns)
  const content = format === 'xlsx' ? writeXlsx(heads, pages) : writeCsv(heads, pages)
  const day = scope.world.now().toISOString().slice(0, 10)
  return { download: true, name: `contacts-${day}.${format}`, type: format === 'xlsx' ? XLSX_TYPE : CSV_TYPE, content }
}

function columnsOf(
  scope: Scope,
  names: string[],
  { fields, locale }: { fields: FieldRule[]; locale: string },
): Column[] {
  if (names.length === 0)
    fail('invalid', {
      fieldErrors: { columns: { en: 'Choose at least one column.', es: 'Elige al menos una columna.' } },
    })
  const hidden = maySeeSensitive(scope) ? [] : fields.filter((field) => field.sensitive)
  if (hidden.some((field) => names.includes(`custom.${field.key}`)))
    fail('not_permitted', {
      words: {
        en: 'Some of these columns are sensitive. Ask an owner or admin for them.',
        es: 'Algunas de estas columnas son confidenciales. Pídelas a un propietario o administrador.',
      },
    })
  return names.map(
    (name) =>
      columnOf(name, fields, locale === 'es') ??
      fail('invalid', {
        fieldErrors: { columns: { en: `There is no column “${name}”.`, es: `No hay una columna «${name}».` } },
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
  const seesSensitive = maySeeSensitive(scope)
  for await (const ids of pages) {
    const contacts = await contactsByIds(scope.db, scope.org.country, ids, seesSensitive)
    yield contacts.map((contact) => columns.map((column) => column.cell(contact)))
  }
}
