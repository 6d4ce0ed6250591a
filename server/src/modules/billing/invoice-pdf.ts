import type { Locale } from '@crewline/contract/accounts'
import { formatDate, formatMoney, formatNumber } from '@crewline/contract/formats'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { invoiceById, type StoredInvoice } from './views.ts'

const TEXTS = {
  invoice: msg({ message: 'Invoice' }),
  creditNote: msg({ message: 'Credit note' }),
  date: msg({ message: 'Date', context: 'invoice' }),
  billedTo: msg({ message: 'Billed to' }),
  corrects: msg({ message: 'For invoice' }),
  status: msg({ message: 'Status', context: 'invoice' }),
  subtotal: msg({ message: 'Subtotal' }),
  credit: msg({ message: 'Prepaid credit' }),
  tax: msg({ message: 'Tax' }),
  total: msg({ message: 'Total' }),
  due: msg({ message: 'Amount due' }),
}

const STATUSES: Record<StoredInvoice['status'], LocalizedText> = {
  draft: msg({ message: 'Draft', context: 'invoice' }),
  open: msg({ message: 'Open', context: 'invoice' }),
  paid: msg({ message: 'Paid', context: 'invoice' }),
  void: msg({ message: 'Void', context: 'invoice' }),
  uncollectible: msg({ message: 'Unpaid', context: 'invoice' }),
}

/** Writes an invoice or a credit note as a PDF, with its lines and taxes. Fails with `not_found`. */
export async function invoiceFile(scope: Scope, id: string): Promise<Download> {
  const invoice = (await invoiceById(scope.db, scope.orgId, id)) ?? fail('not_found')
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const language = languageOf(scope)
  const title = `${localize(invoice.kind === 'invoice' ? TEXTS.invoice : TEXTS.creditNote, language)} ${invoice.number}`
  const content = await makePdf({ title, creator: 'Crewline', at: scope.world.now(), footer: title }, (sheet) =>
    writeInvoice(
      sheet,
      { ...invoice, billedTo: invoice.billedTo || organization.name },
      {
        title,
        language,
        timeZone: organization.timezone,
      },
    ),
  )
  return {
    download: true,
    name: `${invoice.number.replace(/[^A-Za-z0-9-]/g, '-')}.pdf`,
    type: 'application/pdf',
    content,
  }
}

async function writeInvoice(
  sheet: Sheet,
  invoice: StoredInvoice,
  { title, language, timeZone }: { title: string; language: Locale; timeZone: string },
): Promise<void> {
  const write = (text: LocalizedText) => localize(text, language)
  const money = (cents: number) => formatMoney(cents, invoice.currency, language)
  await sheet.write(title, { size: 18 })
  sheet.space(1)
  await sheet.pair(write(TEXTS.date), formatDate(invoice.issuedAt, 'date', language, timeZone))
  await sheet.pair(write(TEXTS.billedTo), invoice.billedTo)
  if (invoice.corrects) await sheet.pair(write(TEXTS.corrects), invoice.corrects)
  if (invoice.kind === 'invoice') await sheet.pair(write(TEXTS.status), write(STATUSES[invoice.status]))
  sheet.space(1)
  sheet.rule()
  for (const { text, quantity, cents } of invoice.lines) {
    const count = quantity === 1 ? '' : ` × ${formatNumber(quantity, language)}`
    await sheet.pair(money(cents), `${text}${count}`)
  }
  sheet.rule()
  await sheet.pair(money(invoice.cents - invoice.taxCents + invoice.creditCents), write(TEXTS.subtotal))
  if (invoice.creditCents > 0) await sheet.pair(money(-invoice.creditCents), write(TEXTS.credit))
  for (const { percent, cents } of invoice.taxes) {
    const rate = percent === null ? '' : ` ${formatNumber(percent, language, { maximumFractionDigits: 2 })}%`
    await sheet.pair(money(cents), `${write(TEXTS.tax)}${rate}`)
  }
  await sheet.pair(money(invoice.cents), write(TEXTS.total))
  if (invoice.owedCents > 0) await sheet.pair(money(invoice.owedCents), write(TEXTS.due))
}
