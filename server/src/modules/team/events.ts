import { defineEvent } from '../../kernel/events/define.ts'

/** Members or invitations changed. */
export const TeamChanged = defineEvent<Record<string, never>>('team.changed')
/** A user is no longer a member. */
export const MemberRemoved = defineEvent<{ userId: string }>('member.removed')
