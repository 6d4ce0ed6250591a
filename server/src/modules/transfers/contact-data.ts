import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseTransfers, moveArrivals, moveArrivalsBack } from './store.ts'

/** A transfer out stays with the contact that left, as a receipt; what came along belongs to the person. */
export const contactData: ContactData = {
  tables: {
    contact_transfer: { columns: ['contact_id', 'heir_ids'], merge: 'stays', erase: 'blanked', export: 'transfers' },
    contact_arrival: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'arrivals' },
  },
  merge: (tx, { fromId, toId }) => moveArrivals(tx, fromId, toId),
  unmerge: (tx, pair, moved: string[]) => moveArrivalsBack(tx, pair, moved),
  erase: (tx, { contactIds }) => eraseTransfers(tx, contactIds),
  export: {
    transfers: ({ contactIds }) => sql`
      select at, to_name as "to", state, done_at as "doneAt" from contact_transfer
      where contact_id = any(${contactIds}::uuid[]) order by at`,
    arrivals: ({ contactIds }) => sql`
      select a.at, a.from_name as "from", a.consent, coalesce((
        select jsonb_agg(jsonb_build_object('at', x.at, 'direction', x.direction, 'text', x.body) order by x.nth)
        from contact_arrival_text x where x.org_id = a.org_id and x.arrival_id = a.id), '[]') as texts
      from contact_arrival a where a.contact_id = any(${contactIds}::uuid[]) order by a.at`,
  },
}
