// Owns groups and who is in them; answers the list of workers, of one group or of all.
// Tells nobody anything yet.
// Must never know messages; it is told when a worker was last heard, to order the inbox of a group.
import { defineRoom } from '../../kernel/room.ts'
import { contactGroups } from '../contacts/index.ts'
import { routes } from './routes.ts'
import { groupsOf } from './views.ts'

export { touchMembers } from './store.ts'

contactGroups.fill(groupsOf)

export const room = defineRoom({ name: 'groups', owns: ['contact_group', 'group_member'], routes })
