import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import type { OptOut, optOuts } from '@crewline/contract/consent'
import type { QueryOf } from '@crewline/contract/endpoint'
import { displayPhone, parsePhone } from '@crewline/contract/phone'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { organizationOf } from '../organizations/index.ts'
import { localTime, describeConsentMethod } from './evidence-rules.ts'
import { isPhoneFingerprint, fingerprintOf } from './fingerprint-rules.ts'
import { countErased, countOptOuts, countOptOutsSince, optOutPage, type OptOutRow } from './opt-out-views.ts'
import { cursorOf, decodeOptOutCursor, type OptOutPosition } from './place-rules.ts'
import { contactLookup } from './ports.ts'

/**
 * Returns a page of opted-out numbers. A member with group scope gets those of visible contacts. The numbers of erased
 * contacts are not stored; a search for the complete number finds them.
 */
export async function listOptOuts(scope: Scope, query: QueryOf<typeof optOuts>) {
  const { search, page, pageSize, cursor } = query
  const typed = parsePhone(search, scope.org.country)?.e164
  const fingerprint = typed === undefined ? undefined : fingerprintOf(scope, scope.orgId, typed)
  const [rows, total, erased] = await Promise.all([
    optOutPage(scope.db, {
      search,
      fingerprint,
      size: pageSize + 1,
      ...(cursor === undefined ? { offset: (page - 1) * pageSize } : { after: decodeOptOutCursor(cursor) }),
    }),
    countOptOuts(scope.db, { search, fingerprint }),
    countErased(scope.db),
  ])
  const pageRows = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? pageRows.at(-1) : undefined
  return {
    data: await withContacts(scope, pageRows, typed),
    page,
    pageSize,
    total,
    erased,
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  }
}

/** Returns how many numbers opted out at or after a moment, and the latest of them. */
export async function optOutsSince(
  scope: Scope,
  since: Date,
  size: number,
): Promise<{ total: number; data: OptOut[] }> {
  const [total, rows] = await Promise.all([
    countOptOutsSince(scope.db, since),
    optOutPage(scope.db, { search: '', size }),
  ])
  const recent = rows.filter((row) => row.at >= since)
  return { total, data: await withContacts(scope, recent) }
}

/** Rows read per query for an export. */
const AT_ONCE = 1000

const FILE_NAME = msg({ message: 'opt-outs', context: 'file', comment: 'The name of a file.' })

const COLUMNS: readonly LocalizedText[] = [
  msg({ message: 'Number' }),
  msg({ message: 'Name' }),
  msg({ message: 'Opted out', context: 'column' }),
  msg({ message: 'Opted out (UTC)', context: 'column' }),
  msg({ message: 'How', context: 'column' }),
  msg({ message: 'Words', context: 'column' }),
]

/** Exports every opted-out number as a file and records who took it. */
export async function exportFile(scope: Scope, format: 'csv' | 'xlsx'): Promise<Download> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const numbers = await countOptOuts(scope.db, { search: '' })
  await scope.tx(async (tx) => tx.audit('consent.opt_outs_exported', null, { format, numbers }))
  const language = languageOf(scope)
  const columns = COLUMNS.map((text) => localize(text, language))
  const pages = cellPages(scope, organization.timezone, language)
  return {
    download: true,
    name: `${localize(FILE_NAME, language)}.${format}`,
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    content: format === 'csv' ? writeCsv(columns, pages) : writeXlsx(columns, pages),
  }
}

async function* cellPages(scope: Scope, zone: string, language: Locale): AsyncGenerator<string[][]> {
  for (let after: OptOutPosition | undefined; ;) {
    const rows = await optOutPage(scope.db, { search: '', after, size: AT_ONCE })
    const listed = await withContacts(scope, rows)
    yield listed.map(({ phone, contact, at, method, wording }) => [
      phone,
      contact ? `${contact.firstname} ${contact.lastname}`.trim() : '',
      localTime(at, zone),
      at,
      method ? describeConsentMethod(method, language) : '',
      wording,
    ])
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last
  }
}

async function withContacts(scope: Scope, rows: OptOutRow[], typed = ''): Promise<OptOut[]> {
  const { country } = scope.org
  const phones = rows.map((row) => row.phone)
  const contacts =
    phones.length > 0 ? await contactLookup.get().byPhones(scope.db, country, phones) : new Map<string, never>()
  return rows.map(({ phone: storedPhone, at, method, wording }) => {
    const isErased = isPhoneFingerprint(storedPhone)
    const phone = isErased ? typed : storedPhone
    return {
      phone,
      phoneDisplay: displayPhone(phone, country),
      contact: contacts.get(phone) ?? null,
      method,
      wording,
      isErased,
      at: at.toISOString(),
    }
  })
}
