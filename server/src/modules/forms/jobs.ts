import { FORM_REMIND_MS } from '@crewline/contract/form-limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { optedOutAmong } from '../consent/index.ts'
import { summariesOf } from '../contacts/index.ts'
import { closeSession, noteReminded, unfinishedSessions, unfinishedText, type Unfinished } from '../flows/index.ts'
import { firstLine } from '../lines/index.ts'
import { LANE, queue, restingOf } from '../messages/index.ts'
import { isAppOn } from '../organizations/index.ts'
import { refusedByText } from './by-text.ts'
import { scopeOf } from './scope.ts'
import { forgetReaders } from './store/poll-readers.ts'

/** People reminded in one step. */
const STEP = 200
/** A reminder that cannot be sent for this long would confuse, in ms. */
const WAITS_MS = 4 * 3_600_000

/**
 * Reminds people who stopped in the middle of a form by text, once, and never in their night
 * or, with the guard on, while they are off shift. Replying OK asks the question
 * that waits again.
 */
export async function remindUnfinished(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem(
    'people of every organization who stopped in the middle of a form are reminded',
  )
  const now = kernel.world.now()
  const before = new Date(now.getTime() - FORM_REMIND_MS)
  for (let after: string | null = null; ;) {
    const found: Unfinished[] = await unfinishedSessions(system, { before, now, after, most: STEP })
    for (const [orgId, ofOrg] of Map.groupBy(found, (session) => session.orgId)) {
      const { scope } = await scopeOf(kernel, orgId)
      if (!(await isAppOn(scope.db, orgId, 'forms', { isPaid: true }))) continue
      const resting = await restingOf(
        scope,
        ofOrg.map((session) => session.contactId),
      )
      for (const session of ofOrg) {
        const rest = resting.at(now, { id: session.contactId, timezone: session.timezone })
        if (rest) continue
        try {
          await scope.tx((tx) => remind(tx, session))
        } catch (error) {
          kernel.log.warn({ err: error, org: orgId }, 'forms: could not remind a person, trying again')
        }
      }
    }
    after = found.at(-1)?.id ?? null
    if (found.length < STEP) return
  }
}

async function remind(tx: Tx, session: Unfinished): Promise<void> {
  const { contactId, phone, language, lineId } = session
  // They answered in another way, or the form is closed.
  if ((await refusedByText(tx, [session])).size > 0) return closeSession(tx, session)
  const optedOut = await optedOutAmong(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones: [phone] })
  const [contact] = await summariesOf(tx.db, tx.org.country, [contactId])
  const line = await firstLine(tx.db, lineId, phone)
  if (optedOut.has(phone) || contact?.reach !== 'can_text' || !line) return
  // The session is locked before the conversation, as everywhere.
  if (!(await noteReminded(tx, session))) return
  await queue(tx, LANE.answer, [
    {
      id: tx.world.id(),
      contactId,
      lineId: line.id,
      from: line.phone,
      to: phone,
      body: unfinishedText(language),
      kind: 'auto_reply',
      senderId: null,
      expiresAt: new Date(tx.world.now().getTime() + WAITS_MS),
    },
  ])
}

/** The scheduled jobs of forms. */
export const crons = [
  defineCron({ name: 'forms.remind-unfinished', at: '*/10 * * * *', run: remindUnfinished }),
  defineCron({
    name: 'forms.forget-readers',
    at: '43 3 * * *',
    run: (kernel) => forgetReaders(kernel.database.asSystem('readers of old polls are forgotten'), kernel.world.now()),
  }),
]
