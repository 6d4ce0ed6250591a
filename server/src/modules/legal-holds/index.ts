// Owns legal holds: what must not be deleted, by whom it was ordered and until when. Modules that delete ask it, in the
// transaction of the deletion. Emits no events; the audit log records placing and releasing. Must never delete anything.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { heldFields } from '../fields/index.ts'
import { contactData } from './contact-data.ts'
import { lockHeldFields } from './refuse.ts'
import { placedHolds } from './holdings-views.ts'
import { routes } from './routes.ts'

export { lockHolds, refuseHeld } from './refuse.ts'
export { isKept, isOnHold } from './held-views.ts'
export { neededForRequest, type NeededForRequest } from './ports.ts'
export { lockAgainstDeletions } from './store.ts'

export const module = defineModule({
  name: 'legal-holds',
  owns: ['legal_hold', 'legal_hold_contact'],
  provides: [provide(heldFields, lockHeldFields)],
  contactData,
  memberHoldings: [{ kind: 'holds', needs: 'records.manage', without: 'continues', held: placedHolds }],
  routes,
})
