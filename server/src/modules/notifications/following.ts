import type { Db } from '../../kernel/db/pool.ts'
import type { Fact } from '../../kernel/facts/define.ts'
import { dealWithFacts } from '../../kernel/facts/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { ConversationAssigned, NoteMentioned } from '../inbox/index.ts'
import { MessageReceived } from '../messages/index.ts'
import { isQuiet, prefsFrom } from './prefs.ts'
import { PUSH_LIFE_MS, pushPlace } from './push.ts'
import { listeners, namesOf, whoHearsOf, wordsOf } from './hearing-views.ts'
import { addPush } from './store/pushes.ts'
import { addUpdate } from './store/updates.ts'
import { wordsFor, type Told } from './words.ts'

/** The name under which the place in the fact log is kept. */
const FOLLOWER = 'notifications'
/** Facts dealt with in one transaction. */
const STEP = 200
/** Members hear of what happened so much later, in ms, and of more at once. */
const REST_MS = 250
/** Words of a message shown on a lock screen. */
const SHOWN = 140

/** Follows what happens and tells members by bell and push, each thing once, for the life of the process. */
export function startTelling(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'notifications', ring: 'facts', pass: () => tellMembers(kernel), restMs: REST_MS })
}

/** Deals with the facts since the last time; what comes of them and the place in the log commit together. */
export async function tellMembers(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('members of every organization are told what concerns them')
  let pushed = 0
  const read = await dealWithFacts(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, facts) => {
      pushed = 0
      for (const [orgId, ofOrg] of Map.groupBy(facts, (fact) => fact.orgId)) {
        const news = [...(await personal(db, orgId, ofOrg)), ...(await incoming(db, orgId, ofOrg))]
        pushed += await tell(kernel, db, { orgId, news })
      }
    },
  )
  if (pushed > 0) kernel.bell.ring('pushes')
  return read === STEP
}

/** One thing one member is to hear. */
interface News {
  personId: string
  told: Told
  /** Whether the bell keeps it; texts are in the bell anyway. */
  kept: boolean
}

/** What concerns one member: a conversation given to them, a note that names them. */
async function personal(db: Db, orgId: string, facts: Fact[]): Promise<News[]> {
  const news: News[] = []
  for (const fact of facts) {
    if (fact.name === ConversationAssigned.name) {
      const { contactId, personId, byId } = fact.payload as { contactId: string; personId: string | null; byId: string }
      if (personId === null || personId === byId) continue
      const names = await namesOf(db, orgId, { contactId, byId })
      if (names) news.push({ personId, told: { kind: 'assigned', contactId, ...names }, kept: true })
    }
    if (fact.name === NoteMentioned.name) {
      const { contactId, messageId, personIds, byId } = fact.payload as {
        contactId: string
        messageId: string
        personIds: string[]
        byId: string
      }
      const names = await namesOf(db, orgId, { contactId, byId })
      const words = cut(await wordsOf(db, orgId, messageId))
      if (!names) continue
      for (const personId of personIds)
        if (personId !== byId)
          news.push({ personId, told: { kind: 'mention', contactId, ...names, words }, kept: true })
    }
  }
  return news
}

/**
 * Workers' texts and voicemails, for whoever reads the inbox, sees the worker, has a device and has not muted the
 * conversation. Asked in one statement for all facts of an organization; nobody without a device costs a row.
 */
async function incoming(db: Db, orgId: string, facts: Fact[]): Promise<News[]> {
  const ids = facts
    .filter((fact) => fact.name === MessageReceived.name)
    .flatMap((fact) => (fact.payload as { ids: string[] }).ids)
  if (ids.length === 0) return []
  const found = await whoHearsOf(db, orgId, ids)
  return found.map((row) => ({
    personId: row.person_id,
    kept: false,
    told:
      row.kind === 'voicemail'
        ? { kind: 'voicemail', contactId: row.contact_id, contact: row.contact, seconds: row.seconds ?? 0 }
        : { kind: 'inbound', contactId: row.contact_id, contact: row.contact, words: cut(row.words) },
  }))
}

async function tell(kernel: Kernel, db: Db, { orgId, news }: { orgId: string; news: News[] }): Promise<number> {
  if (news.length === 0) return 0
  const people = [...new Set(news.map((one) => one.personId))]
  const found = await listeners(db, orgId, people)
  const byPerson = new Map(found.map((row) => [row.person_id, row]))
  const now = kernel.world.now()
  let pushed = 0
  for (const { personId, told, kept } of news) {
    const listener = byPerson.get(personId)
    if (!listener) continue
    const words = wordsFor(told, listener.locale)
    if (kept) await addUpdate(db, { orgId, id: kernel.world.id(), personId, ...words, now })
    const prefs = prefsFrom(listener.prefs)
    if (!prefs[told.kind].push || isQuiet(prefs, now, listener.timezone)) continue
    for (const deviceId of listener.devices) {
      const id = kernel.world.id()
      const payload = JSON.stringify({ ...words, tag: told.contactId, organizationId: orgId })
      await addPush(db, {
        orgId,
        id,
        deviceId,
        contactId: told.contactId,
        sealed: kernel.seal.seal(pushPlace(id), payload),
        now,
        expiresAt: new Date(now.getTime() + PUSH_LIFE_MS),
      })
      pushed += 1
    }
  }
  return pushed
}

function cut(words: string): string {
  const line = Array.from(words.replace(/\s+/g, ' ').trim())
  return line.length <= SHOWN ? line.join('') : `${line.slice(0, SHOWN - 1).join('')}…`
}
