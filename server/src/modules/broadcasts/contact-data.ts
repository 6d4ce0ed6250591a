import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteRecipients } from './store/recipients.ts'

/** What a contact was sent stays where it was sent; an erased contact leaves the lists and the counts. */
export const contactData: ContactData = {
  tables: {
    broadcast_recipient: { columns: ['contact_id', 'phone'], merge: 'stays', erase: 'deleted', export: 'broadcasts' },
  },
  erase: (tx, { contactIds }) => deleteRecipients(tx, contactIds),
  export: {
    broadcasts: ({ contactIds }) => sql`
      select r.started_at as at, b.name, p.phone as number, p.state, p.block_reason as reason, p.replied_at as "repliedAt",
        p.clicked_at as "clickedAt", p.answered_at as "answeredAt"
      from broadcast_recipient p left join broadcast_run r on r.org_id = p.org_id and r.id = p.run_id
        left join broadcast b on b.org_id = r.org_id and b.id = r.broadcast_id
      where p.contact_id = any(${contactIds}::uuid[]) order by r.planned_at, r.id`,
  },
}
