import type { Db } from '../../kernel/db/pool.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { baseOf, hasWords, languageOf } from '../translation/index.ts'
import { MessageReceived } from './events.ts'
import {
  dropTranslation,
  noteUntranslated,
  postponeTranslation,
  takeUntranslated,
  untranslated,
  type Due,
} from './store/translations.ts'
import { setTranslation, translationFor } from './translation.ts'
import { messagesByIds } from './views.ts'

const STEP = 200
/** Delay in ms before new arrivals are read, so that more are handled at once. */
const PAUSE_MS = 100
/** How many messages are translated in parallel. */
const AT_ONCE = 8
/** How long a process holds a claimed message, in ms. */
const LEASE_MS = 60_000
/** After this many tries a message is marked as not translated. */
const ATTEMPTS_MAX = 3
const RETRY_MS = 20_000

/**
 * Translates inbound messages for the life of the process: queues them in event log order, translates them in parallel.
 */
export function startTranslating(kernel: Kernel): Running {
  const noting = followQueue(kernel, {
    name: 'translation',
    wakeUp: 'events',
    pass: () => noteArrivals(kernel),
    pauseMs: PAUSE_MS,
  })
  const translating = followQueue(kernel, {
    name: 'translation',
    wakeUp: 'translations',
    pass: () => translateDue(kernel),
  })
  return {
    stop: async () => {
      await Promise.all([noting.stop(), translating.stop()])
    },
  }
}

/**
 * Queues new messages that are not in the team's language, for organizations that translate inbound messages. Returns
 * whether there may be more.
 */
export async function noteArrivals(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('messages from contacts of every organization are translated')
  const now = kernel.world.now()
  let isQueued = false
  const read = await consumeEvents(system, { follower: 'translation', most: STEP, now }, async (db, events) => {
    isQueued = false
    const arrived = events.filter((event) => event.name === MessageReceived.name)
    for (const [orgId, ofOrg] of Map.groupBy(arrived, (event) => event.orgId)) {
      const ids = ofOrg.flatMap((event) => (event.payload as { ids: string[] }).ids)
      const foreign = await inOtherLanguages(db, orgId, ids)
      if (foreign.length === 0) continue
      await noteUntranslated(db, orgId, foreign, now)
      isQueued = true
    }
  })
  if (isQueued) kernel.signals.wakeUp('translations')
  return read === STEP
}

/**
 * Most messages are in the team's language, so languages are detected for the whole batch before anything is written.
 */
async function inOtherLanguages(system: Db, orgId: string, ids: string[]): Promise<string[]> {
  const { translation: wish } = await settingsOf(system, orgId)
  if (!wish.inbound) return []
  const foreign: string[] = []
  for (const { id, body, language } of await untranslated(system, orgId, ids)) {
    if (hasWords(body) && baseOf(await languageOf(body, language)) !== baseOf(wish.language)) foreign.push(id)
  }
  return foreign
}

/** Translates one batch of due messages. Returns whether there may be more. */
export async function translateDue(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('messages from contacts of every organization are translated')
  const now = kernel.world.now()
  const claimed = await takeUntranslated(system, { now, most: AT_ONCE, leaseMs: LEASE_MS })
  await Promise.all(claimed.map((due) => translateOne(kernel, system, due)))
  return claimed.length === AT_ONCE
}

async function translateOne(kernel: Kernel, system: Db, due: Due): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(due.org_id), due.org_id)
  const scope = makeScope(
    kernel,
    organization,
    { kind: 'system', reason: 'translation' },
    `translation-${due.message_id}`,
  )
  const [message] = await messagesByIds(scope.db, [due.message_id])
  const made = message?.translation === null ? await translationFor(kernel, scope, message) : undefined
  if (made?.kind === 'failed' && made.translation.reason === 'unavailable' && due.attempts < ATTEMPTS_MAX) {
    const retryAt = new Date(kernel.world.now().getTime() + RETRY_MS * due.attempts)
    await postponeTranslation(system, due, retryAt)
    return
  }
  await scope.tx(async (tx) => {
    if (made && 'translation' in made) await setTranslation(tx, due.message_id, made.translation)
    await dropTranslation(tx, due)
  })
}
