import { reasonFor } from '@crewline/contract/reasons'
import { consumeEvents } from '../../kernel/events/durable.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from '../consent/index.ts'
import { FlowAnswered } from '../flows/index.ts'
import { LinkClicked, recordSent } from '../links/index.ts'
import { MessageReceived, MessagesHandedOff, MessageStatusChanged, pendingTexts } from '../messages/index.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { countsFrom } from './counts.ts'
import { BroadcastChanged } from './events.ts'
import { followZones, inOtherZones } from './follow-zones.ts'
import { notifyTeam } from './notices.ts'
import { breakerReason } from './rules.ts'
import { setRunBatches } from './run-batches.ts'
import { beginEarlier } from './scheduling.ts'
import { lockRunAndBroadcast } from './lock.ts'
import { saveState, type LockedBroadcast } from './store/broadcasts.ts'
import { breakerFigures, copyStates, noteAnswers, noteClicks, noteOptOuts, noteReplies } from './store/outcomes.ts'
import { endEarlierTries, goOnWithRetries } from './tried-again.ts'
import { waitingReminders } from './views/waiting.ts'
import { finishRun, lockCurrentRuns, lockRunsOfFlow, saveRun, tallyOf, type LockedRun } from './store/runs.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'broadcasts'
/** Events processed in one transaction. */
const STEP = 500
/** How long the follower rests between passes: statuses that arrive meanwhile are copied together. */
const PAUSE_MS = 400

/** What one pass found, by organization. */
interface Found {
  runIds: Set<string>
  handedOff: string[]
}

/** Contacts who answered the flow of a run. */
interface Answered {
  flowId: string
  contactIds: string[]
}

/** Keeps recipients and counts up to date for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'broadcasts',
    wakeUp: 'events',
    pass: async () => (await followOutcomes(kernel)) === STEP,
    pauseMs: PAUSE_MS,
  })
}

/**
 * Processes the next events of the log: recipients, counts and cursor commit together, so that each event counts once.
 * Texts are moved to other time zones, and answers recorded with the reminders that they cancel, before that: repeating
 * these changes nothing. Then ends runs in which nothing waits, and pauses those that go wrong. Returns how many events were read.
 */
export async function followOutcomes(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('broadcasts follow the messages of every organization')
  const found = new Map<string, Found>()
  const now = kernel.world.now()
  const read = await consumeEvents(system, { follower: FOLLOWER, most: STEP, now }, async (db, events) => {
    found.clear()
    for (const [orgId, ofOrg] of Map.groupBy(events, (event) => event.orgId)) {
      await moveToZones(kernel, orgId, ofOrg)
      const answeredRuns = await recordAnswers(kernel, orgId, { events: ofOrg, now })
      const { runIds, handedOff } = await recordEvents(db, orgId, ofOrg, now)
      found.set(orgId, { runIds: new Set([...runIds, ...answeredRuns]), handedOff })
    }
  })
  for (const [orgId, { runIds, handedOff }] of found)
    if (runIds.size > 0)
      await reviewRuns(kernel, orgId, { runIds, handedOff }).catch((error: unknown) =>
        kernel.log.error({ err: error, org: orgId }, 'broadcasts: the runs of an organization could not be reviewed'),
      )
  return read
}

/**
 * Records who answered and cancels their reminders that no carrier has, in one transaction, so that neither is lost when
 * the process ends. Locks the runs: a reminder that is being queued is found, and a later one leaves these people out.
 * Returns the runs.
 */
async function recordAnswers(
  kernel: Kernel,
  orgId: string,
  { events, now }: { events: DomainEvent[]; now: Date },
): Promise<string[]> {
  const runIds: string[] = []
  for (const event of events.filter(({ name }) => name === FlowAnswered.name)) {
    const { flowId, contactIds } = event.payload as Answered
    const scope = await followerScope(kernel, orgId)
    await scope.tx(async (tx) => {
      const asking = await lockRunsOfFlow(tx, flowId)
      if (asking.length === 0) return
      await noteAnswers(tx.db, orgId, { flowId, contactIds, at: now })
      await cancelReminders(tx, flowId, contactIds)
      runIds.push(...asking)
    })
  }
  return runIds
}

/** Moves the texts of people whose time zone changed, and the next dates that come earlier for them, each in one transaction. */
async function moveToZones(kernel: Kernel, orgId: string, events: DomainEvent[]): Promise<void> {
  const contactIds = inOtherZones(events)
  if (contactIds.length === 0) return
  const scope = await followerScope(kernel, orgId)
  await scope.tx((tx) => followZones(tx, contactIds))
  await scope.tx((tx) => beginEarlier(tx, contactIds))
}

async function followerScope(kernel: Kernel, orgId: string): Promise<Scope> {
  const org = await rememberedOrganization(kernel, orgId)
  return makeScope(kernel, org, { kind: 'system', reason: 'broadcasts' }, `broadcasts-${orgId.slice(0, 8)}`)
}

async function recordEvents(db: Db, orgId: string, events: DomainEvent[], now: Date): Promise<Found> {
  const payloads = <Payload>(name: string) =>
    events.filter((event) => event.name === name).map((event) => event.payload as Payload)
  const ids = (name: string) => [...new Set(payloads<{ ids: string[] }>(name).flatMap((payload) => payload.ids))]
  const runIds = new Set<string>()
  const add = (changed: Set<string>) => changed.forEach((id) => runIds.add(id))
  const handedOff = ids(MessagesHandedOff.name)
  const changed = [...new Set([...ids(MessageStatusChanged.name), ...handedOff])]
  if (changed.length > 0) add(await copyStates(db, orgId, changed))
  const received = ids(MessageReceived.name)
  if (received.length > 0) add(await noteReplies(db, orgId, received))
  for (const { ownerKind, ownerId, contactIds } of payloads<{
    ownerKind: string
    ownerId: string
    contactIds: string[]
  }>(LinkClicked.name))
    if (ownerKind === 'broadcast_run' && contactIds.length > 0)
      add(await noteClicks(db, orgId, { runId: ownerId, contactIds, at: now }))
  const phones = payloads<{ phones: string[] }>(ConsentChanged.name).flatMap((payload) => payload.phones)
  if (phones.length > 0) add(await noteOptOuts(db, orgId, { phones, now }))
  return { runIds, handedOff }
}

/** Ends and pauses runs whose figures changed, and tells pages that show them. */
async function reviewRuns(kernel: Kernel, orgId: string, { runIds, handedOff }: Found): Promise<void> {
  const scope = await followerScope(kernel, orgId)
  if (handedOff.length > 0) await scope.tx((tx) => endEarlierTries(tx, handedOff))
  for (const runId of runIds) await scope.tx((tx) => reviewRun(tx, runId))
  if (handedOff.length > 0) await scope.tx((tx) => recordSent(tx, handedOff, tx.world.now()))
}

/** Cancels the reminders of people who just confirmed, as far as no carrier has them. */
async function cancelReminders(tx: Tx, flowId: string, contactIds: string[]): Promise<void> {
  const ids = await waitingReminders(tx, flowId, contactIds)
  if (ids.length > 0) await pendingTexts.cancelTexts(tx, ids, 'confirmed')
}

/** Ends a run in which no text waits, goes on with one of which texts are tried again, or pauses one when too much goes wrong. */
export async function reviewRun(tx: Tx, runId: string): Promise<void> {
  const { run, broadcast } = await lockRunAndBroadcast(tx, runId)
  if (!run) return
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
  if (run.state === 'sent' && broadcast) await goOnWithRetries(tx, broadcast)
  if (run.state !== 'sending') return
  const finished = await finishRun(tx, runId)
  if (finished) {
    if (!broadcast || broadcast.state !== 'sending') return
    // A later date may have begun meanwhile.
    if ((await lockCurrentRuns(tx, broadcast.id)).length > 0) return
    const state = run.content.schedule.mode !== 'recurring' ? 'sent' : broadcast.nextAt ? 'recurring' : 'completed'
    await saveState(tx, broadcast.id, { state })
    if (!finished.wasSent)
      notifyTeam(tx, { broadcastId: broadcast.id, name: run.content.name, userId: run.userId, what: 'sent' })
    return
  }
  if (!run.isTrusted) await trip(tx, run, broadcast)
}

async function trip(tx: Tx, run: LockedRun, broadcast: LockedBroadcast | undefined): Promise<void> {
  const counts = countsFrom(await tallyOf(tx, run.id))
  const settled = counts.delivered + counts.notDelivered
  const { codes } = await breakerFigures(tx.db, run.id)
  const filtered = codes.filter(({ code }) => reasonFor(code).class === 'filtered').reduce((sum, { n }) => sum + n, 0)
  const why = breakerReason({ settled, filtered, failed: counts.notDelivered, optedOut: counts.optedOut })
  if (!why) return
  for (const current of broadcast ? await lockCurrentRuns(tx, broadcast.id) : [run]) {
    await setRunBatches(tx, current, 'paused')
    await saveRun(tx, current.id, { state: 'paused', pausedBy: why })
  }
  if (broadcast?.state === 'sending') await saveState(tx, broadcast.id, { state: 'paused' })
  tx.audit('broadcast.paused-by-breaker', run.broadcastId, { why, settled })
  notifyTeam(tx, { broadcastId: run.broadcastId, name: run.content.name, userId: run.userId, what: why })
}
