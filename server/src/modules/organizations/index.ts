// Owns the organization: its name, place in the tree, standing, features, its holidays, and what it has decided about its texts.
// Tells nobody anything yet; later rooms set standing and features through this door.
// Must never know who its members are or what they write.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export { holidayAt, isOpen, nextChange, nextTurn } from './opening-rules.ts'
export { addOrganization, describeOrganization, slugOf } from './store.ts'
export { calendarOf, holidaysOf, isEmpty, organizationBySlug, organizationOf, settingsOf } from './views.ts'

export const room = defineRoom({ name: 'organizations', owns: ['organization', 'holiday'], routes })
