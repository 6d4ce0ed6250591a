// Owns membership: who belongs to which organization, in which role, with which visible groups; and who is invited.
// Publishes `team.changed` and `member.removed`; the request gate reads the membership with every request. Must never know
// passwords, sessions or what members write.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { siblingMembers } from '../../kernel/realtime/siblings.ts'
import { routes } from './routes.ts'
import { teamEvents } from './socket-events.ts'
import { siblings } from './views.ts'

export { listBillingContacts } from './billing-views.ts'
export { MemberRemoved, TeamChanged } from './events.ts'
export { leaveTeam } from './leaving.ts'
export { admitFromParent } from './store/from-parent.ts'
export { groupNames, memberSessions, memberWork, type MemberWork } from './ports.ts'
export {
  announceMembership,
  changeProvisionedRole,
  narrowFromParent,
  provisionMember,
  removeProvisionedMember,
  type EndedKeys,
  type GivenRole,
} from './provisioning.ts'
export { requireDomain, requireGroups } from './service.ts'
export { requireRole } from './store/roles.ts'
export { membersWith, ownersToMail, readersWith, type MailReader } from './reader-views.ts'
export {
  addApiKeyMember,
  addMember,
  endApiKeyMember,
  limitApiKeyMember,
  limitToGroups,
  saveInvitation,
  seeGroup,
  takeInvitation,
} from './store.ts'
export { visibleGroupIds, invitationByToken, membershipsOf, type Membership, type OpenInvitation } from './views.ts'

export const module = defineModule({
  name: 'team',
  owns: ['custom_role', 'member', 'member_group', 'invitation', 'handover'],
  provides: [provide(siblingMembers, siblings)],
  routes,
  toSocketEvents: teamEvents,
})
