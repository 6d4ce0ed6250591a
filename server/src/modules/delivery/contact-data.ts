import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseSpooled } from './forget-spooled.ts'

/** Quarantined events are encrypted, so no column names a contact; they are found by the sender inside. */
export const contactData: ContactData = {
  tables: {},
  finishErasure: (system, erasure, kernel) => eraseSpooled(kernel, system, erasure),
}
