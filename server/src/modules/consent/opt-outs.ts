import type { Locale } from '@crewline/contract/accounts'
import type { OptOut, optOuts } from '@crewline/contract/consent'
import type { QueryOf } from '@crewline/contract/endpoint'
import { displayPhone, parsePhone } from '@crewline/contract/phone'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { organizationOf } from '../organizations/index.ts'
import { localTime, methodWords } from './evidence-rules.ts'
import { isMark, markOf } from './mark-rules.ts'
import { countErased, countOptOuts, optOutPage, type OptOutRow } from './opt-out-views.ts'
import { cursorOf, placeOf, type Place } from './place-rules.ts'
import { numberHolders } from './plugs.ts'

/**
 * One page of the numbers that must not be texted; a member of some groups gets those of workers they see. The number of somebody
 * erased is not known any more, and is found by who types it whole.
 */
export async function listOptOuts(scope: Scope, query: QueryOf<typeof optOuts>) {
  const { search, page, pageSize, cursor } = query
  const typed = parsePhone(search, scope.org.country)?.e164
  const mark = typed === undefined ? undefined : markOf(scope, scope.orgId, typed)
  const [rows, total, erased] = await Promise.all([
    optOutPage(scope.db, {
      search,
      mark,
      size: pageSize + 1,
      ...(cursor === undefined ? { offset: (page - 1) * pageSize } : { after: placeOf(cursor) }),
    }),
    countOptOuts(scope.db, { search, mark }),
    countErased(scope.db),
  ])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    data: await withHolders(scope, shown, typed),
    page,
    pageSize,
    total,
    erased,
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  }
}

/** Rows read at once for a file. */
const AT_ONCE = 1000

const COLUMNS: Record<Locale, string[]> = {
  en: ['Number', 'Name', 'Opted out', 'Opted out (UTC)', 'How', 'Words'],
  es: ['Número', 'Nombre', 'Baja', 'Baja (UTC)', 'Cómo', 'Palabras'],
}

/** Every number that must not be texted as a file; who took it is noted. */
export async function exportFile(scope: Scope, format: 'csv' | 'xlsx'): Promise<Download> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const numbers = await countOptOuts(scope.db, { search: '' })
  await scope.tx(async (tx) => tx.audit('consent.opt_outs_exported', null, { format, numbers }))
  const language = languageOf(scope)
  const columns = COLUMNS[language]
  const pages = cellPages(scope, organization.timezone, language)
  return {
    download: true,
    name: `${language === 'es' ? 'bajas' : 'opt-outs'}.${format}`,
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    content: format === 'csv' ? writeCsv(columns, pages) : writeXlsx(columns, pages),
  }
}

async function* cellPages(scope: Scope, zone: string, language: Locale): AsyncGenerator<string[][]> {
  for (let after: Place | undefined; ;) {
    const rows = await optOutPage(scope.db, { search: '', after, size: AT_ONCE })
    const listed = await withHolders(scope, rows)
    yield listed.map(({ phone, contact, at, method, words }) => [
      phone,
      contact ? `${contact.firstname} ${contact.lastname}`.trim() : '',
      localTime(at, zone),
      at,
      method ? methodWords(method, language) : '',
      words,
    ])
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last
  }
}

async function withHolders(scope: Scope, rows: OptOutRow[], typed = ''): Promise<OptOut[]> {
  const { country } = scope.org
  const phones = rows.map((row) => row.phone)
  const holders =
    phones.length > 0 ? await numberHolders.get().byPhones(scope.db, country, phones) : new Map<string, never>()
  return rows.map(({ phone: kept, at, method, words }) => {
    const isErased = isMark(kept)
    const phone = isErased ? typed : kept
    return {
      phone,
      phoneDisplay: displayPhone(phone, country),
      contact: holders.get(phone) ?? null,
      method,
      words,
      isErased,
      at: at.toISOString(),
    }
  })
}
