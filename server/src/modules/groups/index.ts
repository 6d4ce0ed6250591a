// Owns groups, their members, pins and history, and the rules that fill smart groups. Publishes `group.changed` and
// `group.edited`; follows contact changes and evaluates the affected groups. Must not depend on messages: it receives the
// time of the last message of a contact, which orders the inbox of a group.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { groupMembership } from '../audience/index.ts'
import { contactGroups, contactJoins } from '../contacts/index.ts'
import { groupNames } from '../team/index.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'
import { joinFirstGroup } from './join-first.ts'
import { crons } from './jobs.ts'
import { startFollowing } from './following.ts'
import { evaluationRun } from './refresh.ts'
import { membership } from './views/membership.ts'
import { groupsOf, namesOf } from './views/names.ts'
import { groupsWithRules } from './views/uses.ts'

export { GroupEdited } from './events.ts'
export { readSharedGroup, keepManagedGroup, releaseGroup } from './managed.ts'
export { addSyncedGroup, changeSyncedMembers, releaseSyncedGroup, renameSyncedGroup } from './synced.ts'
export { followChanges } from './following.ts'
export { evaluateAtMidnight } from './jobs.ts'
export {
  addMemberships,
  addMembers,
  areStaticGroups,
  groupsByName,
  removeMembers,
  type Membership,
} from './membership.ts'
export { audienceChanges, type AudienceChanges } from './views/changes.ts'
export { groupHistory } from './views/history.ts'
export { existingGroups, joinableGroups } from './views/names.ts'
export { evaluateWaiting, evaluationRun } from './refresh.ts'
export { systemGroupId } from './filter-rules/system-groups.ts'
export { recountAll } from './store/counts.ts'
export { keepGroups } from './store/groups.ts'
export { forgetLastMessages, restoreMember, touchMembers } from './store/members.ts'

export const module = defineModule({
  name: 'groups',
  owns: ['contact_group', 'group_member', 'group_pin', 'group_event', 'audience_change'],
  provides: [
    provide(contactGroups, groupsOf),
    provide(contactJoins, joinFirstGroup),
    provide(groupMembership, membership),
    provide(groupNames, namesOf),
  ],
  contactData,
  uses: { ofFields: groupsWithRules },
  routes,
  crons,
  durableRuns: [evaluationRun],
  runs: { role: 'worker', start: (kernel) => Promise.resolve(startFollowing(kernel)) },
})
