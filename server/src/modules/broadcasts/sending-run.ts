import type { Permission } from '@crewline/contract/permissions'
import { countTexts } from '@crewline/contract/segments'
import { allowLong } from '../../kernel/db/timeout.ts'
import { defineRun, startRun, type RunInProgress } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { closeFlow, createFlow, openSessions } from '../flows/index.ts'
import { keepGroups } from '../groups/index.ts'
import { revokeLinks } from '../links/index.ts'
import { LANE, queue, textBatches } from '../messages/index.ts'
import { chosenContacts, type Chosen } from './views/audience.ts'
import { formIn, stepOf } from './compose.ts'
import { escalateAtOf, remindAtOf } from './remind-times.ts'
import { BroadcastChanged } from './events.ts'
import { draftsFor } from './message-drafts.ts'
import { notifyTeam } from './notices.ts'
import { groupsNeeded } from './rules.ts'
import { SENDING_RUN } from './run-name.ts'
import { setRunBatches } from './run-batches.ts'
import { saveState, type LockedBroadcast } from './store/broadcasts.ts'
import {
  cancelPending,
  cancelWithoutMessage,
  freezeRecipients,
  noteStoppedTries,
  pendingRecipients,
  recordQueued,
  saveZones,
} from './store/recipients.ts'
import { lockRunAndBroadcast } from './lock.ts'
import { saveRun, userOfRun, type LockedRun } from './store/runs.ts'

/** Recipients whose messages one step queues: a step stays well under the time in which followers wait for it. */
const STEP = 500

/**
 * Sends one run of a broadcast: freezes its recipients in one statement, then queues their messages step by step. After
 * a stop, cancels what no carrier has.
 */
export const sendingRun = defineRun({
  ...SENDING_RUN,
  table: 'broadcast_run',
  maxAttempts: 10,
  watchers: 'broadcasts.read',
  permission: async () => 'broadcasts.send',
  actsFor: userOfRun,
  step: async (tx, run) => {
    const { run: locked, broadcast } = await lockRunAndBroadcast(tx, run.id)
    if (!locked) return 'end'
    if (locked.state === 'stopped' || locked.state === 'failed') return cancelRest(tx, locked)
    if (locked.state !== 'preparing' && locked.state !== 'sending') return 'end'
    if (locked.isFrozen) return expand(tx, run.kernel, locked)
    // The member may see fewer groups than at the launch: people whom such a group leaves out would get the text.
    if (await keepGroups(tx, groupsNeeded(locked.content))) return freeze(tx, run, locked)
    await failRun(tx, locked, broadcast)
    return 'end'
  },
  stop: async (tx, run) => {
    const { run: locked, broadcast } = await lockRunAndBroadcast(tx, run.id)
    if (!locked || locked.state === 'sent' || locked.state === 'stopped' || locked.state === 'failed') return
    await failRun(tx, locked, broadcast)
  },
})

/** Ends a locked run and its dates, and tells the team. */
async function failRun(tx: Tx, run: LockedRun, broadcast: LockedBroadcast | undefined): Promise<void> {
  await setRunBatches(tx, run, 'stopped')
  await saveRun(tx, run.id, { state: 'failed', finishedAt: tx.world.now() })
  // For the product, because the member may not be allowed to send any more.
  startRun(tx, SENDING_RUN, { id: run.id, userId: null })
  if (broadcast) await saveState(tx, broadcast.id, { state: 'failed', nextAt: null, nextLocal: null })
  notifyTeam(tx, { broadcastId: run.broadcastId, name: run.content.name, userId: null, what: 'failed' })
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
}

/** Takes one step of a run of a broadcast; returns whether there was one. */
export const takeSendingStep = (kernel: Kernel): Promise<boolean> => takeRunStep(kernel, sendingRun)

async function freeze(tx: Tx, { scope }: RunInProgress, run: LockedRun): Promise<'continue' | 'end'> {
  const can = (permission: Permission) => scope.can(permission)
  await allowLong(tx.db, 'freezes the recipients of a broadcast')
  const { isEmpty } = await freezeChosen(tx, run, await chosenContacts({ ...tx, can }, run.content.audience))
  return isEmpty ? 'end' : 'continue'
}

/** Freezes these contacts as the recipients of a run, with the flow that collects their answers, if any. */
export async function freezeChosen(
  tx: Tx,
  run: LockedRun,
  chosen: Chosen,
): Promise<{ isEmpty: boolean; flowId: string | undefined }> {
  const recipients = await freezeRecipients(tx, run.id, chosen)
  const flowId = await openFlow(tx, run)
  await textBatches.add(tx, run.id)
  const isEmpty = recipients === 0
  await saveRun(tx, run.id, { state: 'sending', isFrozen: true, isExpanded: isEmpty, ...(flowId ? { flowId } : {}) })
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
  return { isEmpty, flowId }
}

/** Creates the flow that understands the answers to a poll, or the confirmations. */
async function openFlow(tx: Tx, run: LockedRun): Promise<string | undefined> {
  const step = stepOf(run.content)
  if (!step) return openForm(tx, run)
  const { poll } = run.content
  const hours = poll?.closesAfterHours
  return createFlow(tx, {
    ownerKind: 'broadcast_run',
    ownerId: run.id,
    steps: [step],
    texts: {},
    isAnonymous: poll?.anonymous ?? false,
    allowChange: poll?.anonymous ? false : (poll?.allowChange ?? true),
    closesAt: hours ? new Date(tx.world.now().getTime() + hours * 3_600_000) : null,
  })
}

/** Creates the flow of a form that people can answer by text, if the text has the link of one. */
async function openForm(tx: Tx, run: LockedRun): Promise<string | undefined> {
  const ground = { db: tx.db, orgId: tx.orgId, country: tx.org.country, now: tx.world.now() }
  const form = await formIn(run.content, ground)
  if (!form) return undefined
  return createFlow(tx, {
    ownerKind: 'form',
    ownerId: form.id,
    ownerVersion: form.version,
    steps: form.steps,
    texts: form.thanks ? { thanks: form.thanks } : {},
    isAnonymous: false,
    allowChange: false,
    closesAt: form.closesAt,
  })
}

async function expand(tx: Tx, kernel: Kernel, run: LockedRun): Promise<'continue' | 'end'> {
  const pending = await pendingRecipients(tx, run.id, { after: run.afterId, most: STEP })
  const last = pending.at(-1)
  if (!last) {
    await endExpansion(tx, run)
    return 'end'
  }
  // A change of zone while there was no text yet moved nothing; a later one is compared with the zone that is used now.
  const moved = pending.filter(({ timezone, frozenZone }) => timezone !== frozenZone)
  await saveZones(
    tx,
    moved.map(({ contactId, timezone }) => ({ runId: run.id, contactId, to: timezone })),
  )
  const drafts = await draftsFor(tx, kernel, run, pending)
  const drafted = new Set(drafts.map((draft) => draft.contactId))
  // Merged into another contact since the run began, or no line is left to send from.
  const left = pending.filter(({ contactId }) => !drafted.has(contactId))
  await cancelWithoutMessage(
    tx,
    run.id,
    left.map(({ contactId }) => contactId),
  )
  if (run.flowId)
    await openSessions(
      tx,
      run.flowId,
      drafts.map(({ contactId, to, lineId, language }) => ({ contactId, phone: to, language, lineId })),
    )
  await queue(tx, LANE.broadcast, drafts)
  await recordQueued(
    tx,
    run.id,
    drafts.map((draft) => ({
      contactId: draft.contactId,
      messageId: draft.id,
      lineId: draft.lineId,
      segments: Math.max(1, countTexts(draft.body).segments),
      state: draft.wait ? 'scheduled' : 'queued',
    })),
  )
  await saveRun(tx, run.id, { afterId: last.contactId })
  if (pending.length === STEP) return 'continue'
  await endExpansion(tx, run)
  return 'end'
}

/** Records that every recipient has a message, and plans the first reminder. */
async function endExpansion(tx: Tx, run: LockedRun): Promise<void> {
  const remindAt = remindAtOf(run.content, 0, tx.world.now())
  const escalateAt = escalateAtOf(run.content, 0, tx.world.now())
  await saveRun(tx, run.id, {
    isExpanded: true,
    ...(remindAt ? { remindAt } : {}),
    ...(escalateAt ? { escalateAt } : {}),
  })
}

/** Cancels the rest of a stopped or failed run, step by step. */
async function cancelRest(tx: Tx, run: LockedRun): Promise<'continue' | 'end'> {
  if ((await cancelPending(tx, run.id, STEP * 4)) > 0) return 'continue'
  const { count, tried } = await textBatches.cancel(tx, run.id, STEP * 4)
  await noteStoppedTries(tx, run.id, tried)
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
  // What is left is with a carrier: its outcome is recorded as usual, and what returns to the queue is cancelled then.
  if (count === STEP * 4) return 'continue'
  if (run.flowId) await closeFlow(tx, run.flowId)
  await revokeLinks(tx, { kind: 'broadcast_run', id: run.id })
  return 'end'
}
