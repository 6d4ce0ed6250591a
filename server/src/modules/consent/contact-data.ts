import { sql } from 'kysely'
import type { ContactData, ExportedContact } from '../../kernel/contact-data.ts'
import { eraseNumbers } from './store/erasing.ts'

/** Consent belongs to numbers, so a merge moves nothing. An opt-out outlives its contact as a fingerprint. */
export const contactData: ContactData = {
  tables: {
    consent: { columns: ['phone'], merge: 'stays', erase: 'deleted', export: 'numbers' },
    consent_event: { columns: ['phone'], merge: 'stays', erase: 'deleted', export: 'consent' },
  },
  finishErasure: (system, { orgId, phones, sharedPhones }, { encryption }) =>
    eraseNumbers(system, encryption, { orgId, phones, held: sharedPhones }),
  export: {
    consent: ({ phones }: ExportedContact) => sql`
      select e.phone as number, e.at, e.action, e.method as how, e.wording, trim(p.firstname || ' ' || p.lastname) as by
      from consent_event e left join user_account p on p.id = e.user_id
      where e.phone = any(${phones}::text[]) order by e.at, e.id`,
    numbers: ({ phones }: ExportedContact) => sql`
      select phone as number, opted_out as "optedOut", changed_at as since from consent
      where phone = any(${phones}::text[]) order by phone`,
  },
}
