import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { ProviderInvoice } from '../provider.ts'

/** Writes invoices and credit notes as they are now. */
export async function saveInvoices(tx: Tx, invoices: ProviderInvoice[]): Promise<void> {
  for (const invoice of invoices)
    await sql`
      insert into billing_invoice (org_id, id, external_id, kind, number, status, cents, tax_cents, credit_cents, owed_cents, currency, lines, taxes,
        corrects, billed_to, issued_at, due_at, paid_at, tries, next_try_at, page_url)
      values (${tx.orgId}, ${tx.world.id()}, ${invoice.externalId}, ${invoice.kind}, ${invoice.number}, ${invoice.status}, ${invoice.cents},
        ${invoice.taxCents}, ${invoice.creditCents}, ${invoice.owedCents}, ${invoice.currency}, ${JSON.stringify(invoice.lines)}::jsonb, ${JSON.stringify(invoice.taxes)}::jsonb,
        ${invoice.corrects}, ${invoice.billedTo}, ${invoice.issuedAt}, ${invoice.dueAt}, ${invoice.paidAt}, ${invoice.tries}, ${invoice.nextTryAt},
        ${invoice.pageUrl})
      on conflict (org_id, external_id) do update set number = excluded.number, status = excluded.status, cents = excluded.cents,
        tax_cents = excluded.tax_cents, credit_cents = excluded.credit_cents, owed_cents = excluded.owed_cents, lines = excluded.lines, taxes = excluded.taxes,
        corrects = excluded.corrects, billed_to = excluded.billed_to, issued_at = excluded.issued_at, due_at = excluded.due_at,
        paid_at = excluded.paid_at, tries = excluded.tries, next_try_at = excluded.next_try_at, page_url = excluded.page_url`.execute(
      tx.db,
    )
}
