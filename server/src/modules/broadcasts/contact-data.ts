import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteRecipients, moveRecipients, returnRecipients } from './store/recipients.ts'

/**
 * What a person was sent follows them, so that their answers and the states of their texts, which move too, still count.
 * An erased contact leaves the lists and the counts.
 */
export const contactData: ContactData = {
  tables: {
    broadcast_recipient: { columns: ['contact_id', 'phone'], merge: 'moves', erase: 'deleted', export: 'broadcasts' },
  },
  merge: (tx, { fromId, toId }) => moveRecipients(tx, fromId, toId),
  unmerge: (tx, pair, runIds: never) => returnRecipients(tx, pair, runIds),
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
