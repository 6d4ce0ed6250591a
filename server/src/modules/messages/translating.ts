import type { Db } from '../../kernel/db/pool.ts'
import { dealWithFacts } from '../../kernel/facts/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { baseOf, hasWords, languageOf } from '../translation/index.ts'
import { MessageReceived } from './facts.ts'
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
/** Arrivals are looked at so much later, in ms, and more of them at once. */
const REST_MS = 100
/** Texts translated side by side. */
const AT_ONCE = 8
/** Nobody else tries a text while one process does, in ms. */
const LEASE_MS = 60_000
/** A text that no translator could do is said to be so after this many tries. */
const TRIES = 3
const AGAIN_MS = 20_000

/** Translates workers' texts as they come, for the life of the process: noted in the log's order, translated side by side. */
export function startTranslating(kernel: Kernel): Running {
  const noting = followQueue(kernel, {
    name: 'translation',
    ring: 'facts',
    pass: () => noteArrivals(kernel),
    restMs: REST_MS,
  })
  const doing = followQueue(kernel, { name: 'translation', ring: 'translations', pass: () => translateDue(kernel) })
  return {
    stop: async () => {
      await Promise.all([noting.stop(), doing.stop()])
    },
  }
}

/** Notes the texts that arrived since the last time in another language than the team's, where the organization wants them translated. */
export async function noteArrivals(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem("workers' texts of every organization are translated")
  const now = kernel.world.now()
  let isNoted = false
  const read = await dealWithFacts(system, { follower: 'translation', most: STEP, now }, async (db, facts) => {
    isNoted = false
    const arrived = facts.filter((fact) => fact.name === MessageReceived.name)
    for (const [orgId, ofOrg] of Map.groupBy(arrived, (fact) => fact.orgId)) {
      const ids = ofOrg.flatMap((fact) => (fact.payload as { ids: string[] }).ids)
      const foreign = await inOtherLanguages(db, orgId, ids)
      if (foreign.length === 0) continue
      await noteUntranslated(db, orgId, foreign, now)
      isNoted = true
    }
  })
  if (isNoted) kernel.bell.ring('translations')
  return read === STEP
}

/** Most texts are in the team's language: what they are in is found out here, for all at once, before anything is written. */
async function inOtherLanguages(system: Db, orgId: string, ids: string[]): Promise<string[]> {
  const { translation: wish } = await settingsOf(system, orgId)
  if (!wish.inbound) return []
  const foreign: string[] = []
  for (const { id, body, language } of await untranslated(system, orgId, ids)) {
    if (hasWords(body) && baseOf(await languageOf(body, language)) !== baseOf(wish.language)) foreign.push(id)
  }
  return foreign
}

/** Translates what is due, once; answers whether there may be more. */
export async function translateDue(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem("workers' texts of every organization are translated")
  const now = kernel.world.now()
  const taken = await takeUntranslated(system, { now, most: AT_ONCE, leaseMs: LEASE_MS })
  await Promise.all(taken.map((due) => translateOne(kernel, system, due)))
  return taken.length === AT_ONCE
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
  if (made?.kind === 'failed' && due.attempts < TRIES) {
    const again = new Date(kernel.world.now().getTime() + AGAIN_MS * due.attempts)
    await postponeTranslation(system, due, again)
    return
  }
  await scope.tx(async (tx) => {
    if (made && 'translation' in made) await setTranslation(tx, due.message_id, made.translation)
    await dropTranslation(tx, due)
  })
}
