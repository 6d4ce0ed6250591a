import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteDismissedPairs } from './store/pairs.ts'

/** The record itself is merged and erased first, by `privacy` through `merge.ts` and `erase.ts`: they check who may. */
export const contactData: ContactData = {
  tables: {
    contact: { columns: ['id', 'merged_into', 'phone'], merge: 'stays', erase: 'blanked', export: 'attributes' },
    contact_pair_dismissed: {
      columns: ['low_id', 'high_id'],
      merge: 'stays',
      erase: 'deleted',
      export: { omitted: 'That two contacts are not one person says nothing about either.' },
    },
  },
  erase: (tx, { contactIds }) => deleteDismissedPairs(tx, contactIds),
}
