import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { draftsFor, type BroadcastDraft } from '../../modules/broadcasts/message-drafts.ts'
import { remindAtOf } from '../../modules/broadcasts/remind-times.ts'
import { freezeChosen } from '../../modules/broadcasts/sending-run.ts'
import { lockBroadcast, saveState } from '../../modules/broadcasts/store/broadcasts.ts'
import { copyStates } from '../../modules/broadcasts/store/outcomes.ts'
import { pendingRecipients, recordQueued } from '../../modules/broadcasts/store/recipients.ts'
import { insertRun, lockRun, saveRun, type LockedRun } from '../../modules/broadcasts/store/runs.ts'
import { chosenContacts, type Chosen } from '../../modules/broadcasts/views/audience.ts'
import { ensureRows } from '../../modules/consent/index.ts'
import { noteFailures, updateConversationSummaries } from '../../modules/conversations/index.ts'
import { openSessions } from '../../modules/flows/index.ts'
import { recordSent } from '../../modules/links/index.ts'
import { textBatches } from '../../modules/messages/index.ts'
import type { Chance } from './chance.ts'
import { carrierId, counted, type DemoMessage } from './history.ts'
import { HOUR, MINUTE } from './moments.ts'
import { writeMessages } from './write.ts'

/** More recipients than any demo broadcast has. */
const ALL = 5000
/** The time between two texts of the demo lines, in ms. */
const GAP_MS = 20

/** A run of a broadcast in the past. */
export interface PastRun {
  broadcastId: string
  content: BroadcastContent
  occurrence: string
  userId: string
  /** After how many texts a member paused it; undefined for a run that ended. */
  pausedAfter?: number
}

/** A run as written, with the texts that left. */
export interface WrittenRun {
  id: string
  flowId: string | undefined
  messages: (DemoMessage & { language: string })[]
}

/** What a text of the demo needs besides the run. */
export interface Outcomes {
  chance: Chance
  /** The carriers of the lines by id. */
  carriers: ReadonlyMap<string, string>
  /** The numbers with a phone in the demo: what is sent to them arrives. */
  phones: ReadonlySet<string>
  nowMs: number
}

/**
 * Writes a run as if it had been sent at the time of the scope: the modules choose the recipients, compose the texts and
 * count; only the texts and what became of them are written directly.
 */
export async function writeRun(past: Kernel, scope: Scope, run: PastRun, outcomes: Outcomes): Promise<WrittenRun> {
  return scope.tx(async (tx) => {
    const { broadcastId, content, occurrence, userId, pausedAfter } = run
    const at = tx.world.now()
    const id = tx.world.id()
    await insertRun(tx, { id, broadcastId, occurrence, content, userId, plannedAt: at, startsAt: at })
    await saveRun(tx, id, { state: 'preparing', startedAt: at })
    const locked = await lockRun(tx, id)
    if (!locked) throw new Error('the run of a demo broadcast was not written')
    const chosen = await chosenContacts({ ...tx, can: (permission) => scope.can(permission) }, content.audience)
    const { flowId } = await freezeChosen(tx, locked, asOf(chosen, at))
    const messages = await writeTexts(
      tx,
      past,
      { ...locked, flowId: flowId ?? null },
      { most: pausedAfter ?? ALL, outcomes },
    )
    await finish(tx, run, { id, messages })
    return { id, flowId, messages }
  })
}

/** The contacts that existed at a moment; those who opted out later got the text. */
function asOf(chosen: Chosen, at: Date): Chosen {
  return sql`(
    select h.id, h.phone, h.language, h.timezone, h.location,
      case when h.reason = 'opted_out' and k.changed_at > ${at} then null else h.reason end as reason
    from ${chosen} h join contact c on c.id = h.id left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.created_at < ${at})`
}

async function writeTexts(
  tx: Tx,
  past: Kernel,
  run: LockedRun,
  { most, outcomes }: { most: number; outcomes: Outcomes },
): Promise<WrittenRun['messages']> {
  const pending = await pendingRecipients(tx, run.id, { after: null, most })
  const drafts = await draftsFor(tx, past, run, pending)
  const at = tx.world.now()
  const sent = drafts.map((draft, nth) => sentText(draft, { runId: run.id, at: at.getTime(), nth, ...outcomes }))
  const ids = sent.map((message) => message.id)
  if (run.flowId)
    await openSessions(
      tx,
      run.flowId,
      drafts.map(({ contactId, to, lineId, language }) => ({ contactId, phone: to, language, lineId })),
    )
  await ensureRows(
    tx,
    sent.map((message) => message.to),
  )
  await writeMessages(tx.db, tx.orgId, sent)
  await recordQueued(
    tx,
    run.id,
    sent.map(({ id, contactId, lineId, segments }) => ({
      contactId,
      messageId: id,
      lineId,
      segments,
      state: 'queued',
    })),
  )
  await updateConversationSummaries(
    tx,
    'out',
    sent.map(({ id, contactId, lineId, body }) => ({
      contactId,
      messageId: id,
      lineId,
      body,
      at,
      reopen: false,
      kind: 'broadcast',
      batchId: run.id,
    })),
  )
  await copyStates(tx.db, tx.orgId, ids)
  await noteFailures(tx, ids)
  await recordSent(tx, ids, at)
  return sent
}

/** Every so many texts, one did not arrive or has no final receipt yet. */
const TROUBLES = [
  { every: 37, state: 'undelivered', errorCode: '30003', settleMs: 4 * HOUR },
  { every: 71, state: 'undelivered', errorCode: '30008', settleMs: 6 * MINUTE },
  { every: 89, state: 'undelivered', errorCode: '30007', settleMs: 4_000 },
  { every: 53, state: 'sent', errorCode: null, settleMs: null },
] as const

function sentText(
  draft: BroadcastDraft,
  about: Outcomes & { runId: string; at: number; nth: number },
): WrittenRun['messages'][number] {
  const { chance, carriers, phones, nowMs, runId, at, nth } = about
  const submittedAt = at + nth * GAP_MS + chance.integer(80, 600)
  const trouble = phones.has(draft.to) ? undefined : TROUBLES.find(({ every }) => nth % every === every - 26)
  const settleMs = trouble ? trouble.settleMs : chance.integer(900, 6000)
  return {
    id: draft.id,
    contactId: draft.contactId,
    direction: 'out',
    kind: 'broadcast',
    ...counted(draft.body),
    lineId: draft.lineId,
    from: draft.from,
    to: draft.to,
    senderId: draft.senderId,
    state: trouble?.state ?? 'delivered',
    attempts: 1,
    carrierId: carrierId(chance, carriers.get(draft.lineId) ?? ''),
    errorCode: trouble?.errorCode ?? null,
    resendOf: null,
    at,
    submittedAt,
    settledAt: settleMs === null ? null : Math.min(nowMs, submittedAt + settleMs),
    batchId: runId,
    language: draft.language,
  }
}

/** Ends the run, or pauses it as a member does: the recipients without a text wait. */
async function finish(tx: Tx, run: PastRun, { id, messages }: { id: string; messages: DemoMessage[] }): Promise<void> {
  const { broadcastId, content, userId, pausedAfter } = run
  const at = tx.world.now()
  const launched = { launchedBy: userId, sentAt: at }
  if (!(await lockBroadcast(tx, broadcastId))) throw new Error('a demo broadcast was not written')
  tx.audit('broadcast.launched', broadcastId, { recipients: messages.length, schedule: content.schedule.mode })
  if (pausedAfter !== undefined) {
    const afterId = messages
      .map((message) => message.contactId)
      .toSorted()
      .at(-1)
    await textBatches.setState(tx, id, 'paused')
    await saveRun(tx, id, { state: 'paused', pausedBy: 'member', ...(afterId ? { afterId } : {}) })
    await saveState(tx, broadcastId, { state: 'paused', ...launched })
    return tx.audit('broadcast.paused', broadcastId)
  }
  const remindAt = remindAtOf(content, 0, at)
  const finishedAt = new Date(at.getTime() + messages.length * GAP_MS)
  await saveRun(tx, id, { state: 'sent', isExpanded: true, finishedAt, ...(remindAt ? { remindAt } : {}) })
  await saveState(tx, broadcastId, { state: content.schedule.mode === 'recurring' ? 'recurring' : 'sent', ...launched })
}
