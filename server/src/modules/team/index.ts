// Owns membership: who belongs to which organization, in which role, seeing which groups; and who is invited.
// Tells nobody anything; the gate reads membership with every request.
// Must never know passwords, sessions or what members write.
import { defineRoom } from '../../kernel/room.ts'
import { siblingMembers } from '../../kernel/realtime/siblings.ts'
import { routes } from './routes.ts'
import { siblings } from './views.ts'

export { groupNames } from './plugs.ts'
export { addMember, limitToGroups, saveInvitation, seeGroup, takeInvitation } from './store.ts'
export {
  groupsSeen,
  invitationByToken,
  membersInRoles,
  membershipsOf,
  type Membership,
  type OpenInvitation,
} from './views.ts'

siblingMembers.fill(siblings)

export const room = defineRoom({ name: 'team', owns: ['member', 'member_group', 'invitation'], routes })
