// Owns broadcasts: drafts, their audience, their dates and runs, and what became of each recipient. Publishes
// `broadcast.changed`; follows messages, links, flows and consent. Must never know how carriers work or what the inbox
// shows.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { answeredReminders, replyMayWait, supersededTexts } from '../messages/index.ts'
import { answeredAmong } from './answered-reminders.ts'
import { contactData } from './contact-data.ts'
import { startScheduler } from './due.ts'
import { startFollowing } from './following.ts'
import { memberHoldings } from './holdings.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'
import { saysReplyCanWait } from './rest-options.ts'
import { remindingRun } from './reminding-run.ts'
import { sendingRun } from './sending-run.ts'
import { broadcastEvents } from './socket-events.ts'
import { ofEarlierDates } from './views/earlier-dates.ts'
import { contentOfRun } from './views/waiting.ts'
import { broadcastsWithFields, broadcastsWithFilters, broadcastsWithGroup } from './views/uses.ts'

export { pauseForBilling, resumeAfterBilling } from './billing-hold.ts'
export { makeComposer } from './compose.ts'
export { startDue } from './due.ts'
export { followOutcomes } from './following.ts'
export { spendingCap, spendingLeft, textedForm, type MonthlyUse, type SpendingLeft, type TextedForm } from './ports.ts'
export { takeRemindingStep } from './reminding-run.ts'
export { takeSendingStep } from './sending-run.ts'
export { textMember } from './test-send.ts'
export { BroadcastChanged } from './events.ts'
export { chosenContacts, type Chosen } from './views/audience.ts'
export { runsFinishedSince } from './views/broadcasts.ts'
export { contactsToMerge } from './views/merge-values.ts'
export { linesOfConversations, sendingLines } from './views/sending-lines.ts'

export const module = defineModule({
  name: 'broadcasts',
  owns: ['broadcast', 'broadcast_run', 'broadcast_recipient', 'broadcast_tally', 'broadcast_count'],
  provides: [
    provide(answeredReminders, answeredAmong),
    provide(supersededTexts, ofEarlierDates),
    provide(replyMayWait, async (db, runId) => {
      const content = await contentOfRun(db, runId)
      return content !== undefined && saysReplyCanWait(content)
    }),
  ],
  contactData,
  retainedData,
  uses: { ofGroup: broadcastsWithGroup, ofFields: broadcastsWithFields, withFilters: broadcastsWithFilters },
  memberHoldings,
  routes,
  toSocketEvents: broadcastEvents,
  durableRuns: [sendingRun, remindingRun],
  runs: [
    { role: 'worker', start: (kernel) => Promise.resolve(startFollowing(kernel)) },
    { role: 'worker', start: (kernel) => Promise.resolve(startScheduler(kernel)) },
  ],
})
