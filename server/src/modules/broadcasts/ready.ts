// What a broadcast needs before it can be sent.
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { msg } from '@crewline/contract/localized-text'
import type { Schedule } from '@crewline/contract/schedule'
import { checkSchedule } from '@crewline/contract/schedule-rules'
import { countTexts } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { keepGroups } from '../groups/index.ts'
import { countNow, longestTextsOf } from './recipients.ts'
import { GROUP_DELETED, groupsNeeded, hasUnapprovedTranslation, missingParts } from './rules.ts'
import { spendingCap } from './ports.ts'
import { sendingLines } from './views/sending-lines.ts'

/**
 * Fails when a broadcast cannot be sent as it is; returns how many people would get it now. The start of a series may have
 * passed since its author asked for an approval.
 */
export async function refuseUnready(scope: Scope, content: BroadcastContent, asked?: Schedule): Promise<number> {
  const missing = { ...missingParts(content) }
  const { schedule } = content
  if (schedule.mode !== 'now')
    Object.assign(missing, inField('schedule', checkSchedule(schedule, scope.world.now(), asked)))
  if (Object.keys(missing).length > 0) fail('broadcast_incomplete', { fieldErrors: missing })
  if (hasUnapprovedTranslation(content)) fail('broadcast_unapproved_translation')
  if ((await sendingLines(scope.db)).length === 0) fail('no_line')
  // A planned broadcast may be sent in a month in which the cap is not reached.
  if (schedule.mode === 'now' && (await spendingCap.get()(scope))) fail('spending_cap_reached')
  const texts = await longestTextsOf(scope, content)
  if (texts.some(({ body }) => countTexts(body).segments > MESSAGE_MAX_TEXTS))
    fail('message_too_long', {
      fieldErrors: { 'message.body': msg({ message: 'This message is longer than 10 texts. Shorten it.' }) },
    })
  const recipients = await countNow(scope, content.audience)
  // A repeated broadcast may have no one yet, such as those hired this week.
  if (recipients === 0 && schedule.mode !== 'recurring') fail('broadcast_no_recipients')
  return recipients
}

/** Refuses groups that were deleted or are not visible. From here on the broadcast keeps the others from being deleted. */
export async function refuseDeletedGroups(tx: Tx, content: BroadcastContent): Promise<void> {
  if (!(await keepGroups(tx, groupsNeeded(content))))
    fail('broadcast_incomplete', { fieldErrors: { audience: GROUP_DELETED } })
}

function inField<Text>(field: string, errors: Record<string, Text>): Record<string, Text> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [`${field}.${name}`, text]))
}
