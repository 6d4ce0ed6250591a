// Owns groups and who is in them; answers the list of workers, of one group or of all.
// Tells nobody anything yet.
// Must never know messages; it is told when a worker was last heard, to order the inbox of a group.
import { defineRoom } from '../../kernel/room.ts'
import { contactGroups, contactJoins } from '../contacts/index.ts'
import { groupNames } from '../team/index.ts'
import { routes } from './routes.ts'
import { joinFirstGroup } from './store.ts'
import { groupsOf, namesOf } from './views.ts'

export { touchMembers } from './store.ts'

contactGroups.fill(groupsOf)
contactJoins.fill(joinFirstGroup)
groupNames.fill(namesOf)

export const room = defineRoom({ name: 'groups', owns: ['contact_group', 'group_member'], routes })
