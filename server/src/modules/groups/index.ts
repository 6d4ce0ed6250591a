// Owns groups, who is in them, and the rules that say so; answers the list of workers, of one group or of all.
// Tells `group.changed` and `group.edited`; follows what changes about workers and evaluates the groups it matters to.
// Must never know messages; it is told when a worker was last heard, to order the inbox of a group.
import { defineRoom } from '../../kernel/room.ts'
import { contactGroups, contactJoins } from '../contacts/index.ts'
import { groupNames } from '../team/index.ts'
import { routes } from './routes.ts'
import { joinFirstGroup } from './join-first.ts'
import { crons } from './jobs.ts'
import { startFollowing } from './following.ts'
import { startEvaluating } from './refresh.ts'
import { groupsOf, namesOf } from './views/names.ts'

export { audienceWhere } from './store/filter/audience.ts'
export { audienceContext, audienceIds, audienceIdsBy, countSelection } from './views/audience.ts'
export { compileFilter } from './store/filter/compile.ts'
export type { FilterContext } from './filter-rules/context.ts'
export { filterFieldsUsed, groupsNamed } from './filter-rules/uses.ts'
export { contactActivityRules, groupUses } from './plugs.ts'
export type { ContactActivity } from './store/activity.ts'
export { GroupEdited } from './facts.ts'
export { groupToHandDown, keepManagedGroup, releaseGroup } from './managed.ts'
export { followChanges } from './following.ts'
export { evaluateAtMidnight } from './jobs.ts'
export { addManyMembers, addMembers, areByHand, groupsByName, removeMembers, type Membership } from './membership.ts'
export { eraseMemberships, foldGroups, unfoldGroups, type MovedGroups } from './merge.ts'
export { groupHistory } from './views/history.ts'
export { idsWithWords } from './views/words.ts'
export { evaluateWaiting } from './refresh.ts'
export { systemGroupId } from './filter-rules/system-groups.ts'
export { forgetHistory } from './store/person.ts'
export { allowLong } from './store/patience.ts'
export { recountAll } from './store/counts.ts'
export { putMemberBack, touchMembers } from './store/members.ts'

contactGroups.fill(groupsOf)
contactJoins.fill(joinFirstGroup)
groupNames.fill(namesOf)

export const room = defineRoom({
  name: 'groups',
  owns: ['contact_group', 'group_member', 'group_pin', 'group_event'],
  routes,
  crons,
  runs: {
    role: 'worker',
    start: async (kernel) => {
      const parts = [startFollowing(kernel), startEvaluating(kernel)]
      return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) }
    },
  },
})
