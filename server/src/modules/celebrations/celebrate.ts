import type { CelebrationContent } from '@crewline/contract/celebrations'
import { CELEBRATION_EXPIRES_MS, CELEBRATION_LATE_MS } from '@crewline/contract/celebration-limits'
import { BroadcastMessage } from '@crewline/contract/broadcasts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import {
  chosenContacts,
  contactsToMerge,
  linesOfConversations,
  makeComposer,
  sendingLines,
  spendingCap,
} from '../broadcasts/index.ts'
import { storedById } from '../files/index.ts'
import { firstLine } from '../lines/index.ts'
import { LANE, queue, restingOf } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { audienceOf } from './audience.ts'
import { contactsOf, duePeople, obstaclesOf, type DuePerson } from './people-views.ts'
import { zonesOfContacts } from './contacts-views.ts'
import { clocksOf, nextTimeOfDay, sendTimesBetween, turnOf, YEARS_FIELD } from './rules.ts'
import { addSends, lockCelebration, recordLook, type LockedCelebration, type NewSend } from './store.ts'
import { dueCelebrations } from './views.ts'

/** People whose texts one transaction queues. */
const STEP = 200
/** Looks at least this often, in ms: a person who was added or changed meanwhile may be due. */
const LOOK_EVERY_MS = 30 * 60_000
/** How long a time may have passed to be recorded as missed, in ms. */
const MISSED_FOR_MS = 40 * 24 * 3_600_000

type Draft = Parameters<typeof queue>[2][number]

/**
 * Looks at the celebrations whose time has come, and queues the texts of the people who are due; returns whether there
 * was any. Safe in several processes and repeated after a crash: what becomes of a date is recorded once for each
 * person and year, in the transaction that queues the text. Does nothing while the time is in doubt.
 */
export async function celebrateDue(
  kernel: Kernel,
  exceptIds: string[] = [],
): Promise<{ found: boolean; failed: string[] }> {
  const failed: string[] = []
  if (kernel.world.isTimeInDoubt()) return { found: false, failed }
  const system = kernel.database.asSystem('the scheduler finds celebrations in every organization')
  const due = await dueCelebrations(system, kernel.world.now(), exceptIds)
  for (const { orgId, id } of due) {
    try {
      await lookAt(kernel, orgId, id)
    } catch (error) {
      failed.push(id)
      kernel.log.warn({ err: error, org: orgId, celebration: id }, 'celebrations: could not look at one, trying again')
    }
  }
  return { found: due.length > failed.length, failed }
}

async function lookAt(kernel: Kernel, orgId: string, id: string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const actor = { kind: 'system', reason: 'celebrations' } as const
  const scope = makeScope(kernel, organization, actor, `celebration-${id.slice(0, 8)}`)
  let after: string | null = null
  do after = await scope.tx((tx) => takeStep(tx, id, after))
  while (after !== null)
}

/** Queues the texts of some people; returns after whom it goes on, or null at the end. */
async function takeStep(tx: Tx, id: string, after: string | null): Promise<string | null> {
  const celebration = await lockCelebration(tx, id)
  const now = tx.world.now()
  if (!celebration?.onSince || !celebration.lookAt || celebration.lookAt > now) return null
  const { content } = celebration
  const zones = clocksOf(content, tx.org.timezone, await zonesOfContacts(tx.db))
  const span = { after: since(celebration, celebration.onSince, now), until: now }
  const times = zones.flatMap((zone) => sendTimesBetween(content, zone, span))
  const where = { celebrationId: id, content, orgId: tx.orgId, timeZone: tx.org.timezone, times }
  const people = await duePeople(tx.db, where, { after, most: STEP })
  if (people.length > 0) await celebrate(tx, celebration, people)
  const last = people.length === STEP ? people.at(-1) : undefined
  if (last) return last.contactId
  const next = nextTimeOfDay(content.time, zones, now).getTime()
  await recordLook(tx, id, { lookAt: new Date(Math.min(next, now.getTime() + LOOK_EVERY_MS)) })
  return null
}

/** Returns since when times may have passed unnoticed. */
function since({ lookedAt }: LockedCelebration, onSince: Date, now: Date): Date {
  const unseen = Math.min((lookedAt ?? onSince).getTime(), now.getTime() - CELEBRATION_LATE_MS)
  return new Date(Math.max(onSince.getTime(), unseen, now.getTime() - MISSED_FOR_MS))
}

async function celebrate(tx: Tx, celebration: LockedCelebration, people: DuePerson[]): Promise<void> {
  const { content } = celebration
  const now = tx.world.now()
  const ids = people.map(({ contactId }) => contactId)
  const chosen = await chosenContacts(tx, audienceOf(content), contactsOf(ids))
  const obstacles = await obstaclesOf(tx.db, chosen, ids)
  const isCapped = await spendingCap.get()(tx)
  const sends: NewSend[] = []
  const greeted: DuePerson[] = []
  for (const person of people) {
    const { contactId, year, at } = person
    const obstacle = obstacles.get(contactId)
    if (obstacle === undefined) continue
    const isLate = now.getTime() - at.getTime() > CELEBRATION_LATE_MS
    // It was looked at since, so the date or the person is new.
    if (isLate && celebration.lookedAt && celebration.lookedAt >= at) continue
    const reason = obstacle ?? (isCapped && !isLate ? 'spending_cap' : null)
    if (reason || isLate) sends.push({ contactId, year, state: reason ? 'blocked' : 'missed', reason, messageId: null })
    else greeted.push(person)
  }
  const drafts = await draftsFor(tx, content, greeted)
  for (const { contactId, year } of greeted) {
    const draft = drafts.get(contactId)
    sends.push(
      draft
        ? { contactId, year, state: 'sent', reason: null, messageId: draft.id }
        : { contactId, year, state: 'blocked', reason: 'no_line', messageId: null },
    )
  }
  const added = await addSends(tx, celebration.id, sends)
  await queue(
    tx,
    LANE.broadcast,
    [...drafts.values()].filter(({ contactId }) => added.has(contactId)),
  )
}

/** Builds the texts of people, by contact. There is none for people whom no line can text. */
async function draftsFor(tx: Tx, content: CelebrationContent, people: DuePerson[]): Promise<Map<string, Draft>> {
  const ids = people.map(({ contactId }) => contactId)
  if (ids.length === 0) return new Map()
  const [composers, contacts, lines, ofConversation, media, resting] = await Promise.all([
    Promise.all(messagesOf(content).map((message) => makeComposer({ ...tx, userId: null }, { message }))),
    contactsToMerge(tx.db, ids),
    sendingLines(tx.db),
    linesOfConversations(tx.db, ids),
    Promise.all(content.mediaIds.map((fileId) => storedById(tx.db, fileId))),
    restingOf(tx, ids),
  ])
  // A greeting is never worth waking anyone for: it waits at night even where members are only warned.
  const heeds = { shifts: resting.settings.offClockGuard === 'hold', nights: true }
  const now = tx.world.now()
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]))
  const drafts = new Map<string, Draft>()
  for (const { contactId, year, years, phone, timezone } of people) {
    const contact = contactOf.get(contactId)
    const preferred = content.lineId ?? ofConversation.get(contactId)
    const line =
      lines.find(({ id, isActive }) => id === preferred && isActive) ??
      lines.find(({ isActive }) => isActive) ??
      (await firstLine(tx.db, null, phone))
    const composer = composers[turnOf(contactId, year, composers.length)]
    if (!contact || !line || !composer || phone === null) continue
    const more = years === null ? [] : [{ key: YEARS_FIELD, value: String(years), fallback: '' }]
    const rest = resting.at(now, { id: contactId, timezone }, heeds)
    drafts.set(contactId, {
      id: tx.world.id(),
      contactId,
      lineId: line.id,
      from: line.phone,
      to: phone,
      body: composer.compose(contact, more).body,
      kind: 'broadcast',
      senderId: null,
      media: media.flatMap((file) => file ?? []),
      expiresAt: new Date((rest?.until ?? now).getTime() + CELEBRATION_EXPIRES_MS),
      ...(rest
        ? { wait: { state: 'scheduled', dueAt: rest.until, reason: rest.reason, zone: null, cancelIfReply: false } }
        : {}),
    })
  }
  return drafts
}

/** Returns the texts of a celebration as messages: people whose language is missing get English, or else the first. */
export function messagesOf({ texts, signOff }: CelebrationContent): BroadcastMessage[] {
  return texts.map((text) => {
    const written = Object.entries(text)
    const [first] = [...written.filter(([language]) => language === 'en'), ...written]
    const [language = 'en', body = ''] = first ?? []
    const variants = written
      .filter(([other]) => other !== language)
      .map(([other, variant]) => ({ language: other, body: variant, source: 'author' as const, approved: true }))
    return BroadcastMessage.parse({ body, language, variants, signOff, trackLinks: false })
  })
}
