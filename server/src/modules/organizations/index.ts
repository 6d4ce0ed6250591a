// Owns the organization: its name, place in the tree, standing and features.
// Tells nobody anything yet; later rooms set standing and features through this door.
// Must never know who its members are or what they write.
import { defineRoom } from '../../kernel/room.ts'

export { addOrganization, describeOrganization, slugOf } from './store.ts'
export { isEmpty, organizationBySlug, organizationOf } from './views.ts'

export const room = defineRoom({ name: 'organizations', owns: ['organization'] })
