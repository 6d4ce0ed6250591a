// Owns shifts: when contacts work, by themselves or through their groups. Emits `shift.changed` for pages; who is on shift
// is decided at the moment of a text. Must know no messages; later modules decide what waits for a shift.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'
import { shiftEvents } from './socket-events.ts'

export { chooseForContacts, refuseUnknownShift, restoreChoices, type ChoiceChange } from './many.ts'
export { ShiftsChanged } from './events.ts'
export { nextShiftStart } from './rules.ts'
export { lockShifts } from './store.ts'
export { contactShifts, contactShiftsFor, hoursById, shiftsByName, shiftsOf } from './views.ts'

export const module = defineModule({
  name: 'shifts',
  owns: ['shift', 'contact_shift', 'group_shift'],
  contactData,
  routes,
  toSocketEvents: shiftEvents,
})
