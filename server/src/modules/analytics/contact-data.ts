import type { ContactData } from '../../kernel/contact-data.ts'
import { moveFigures } from './store/counted.ts'

const omitted = 'Counts of the messages that the export lists.'

/** Counts follow from messages, which keep their contact in an erasure, and are counted again after a merge. */
export const contactData: ContactData = {
  tables: {
    figure_contact_day: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: { omitted } },
    figure_contact_month: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: { omitted } },
    figure_answer: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: { omitted } },
  },
  order: 'derived',
  merge: (tx, { fromId, toId }) => moveFigures(tx, fromId, toId),
}
