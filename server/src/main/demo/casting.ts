import { earlierMoments, momentDaysAgo, answeredMoments, unreadMoments } from './calendar.ts'
import type { Chance } from './chance.ts'
import { play, type DemoLine, type DemoMessage, type Episode, type Sender } from './history.ts'
import { DAY, HOUR } from './moments.ts'
import { noticesBefore } from './notices.ts'
import type { DemoOrganization } from './organizations.ts'
import type { DemoContact } from './people.ts'
import type { Script } from './script.ts'
import { STOP_TEXTS, FAILURE_SCRIPTS } from './stories/shelf.ts'
import type { Storyteller } from './storyteller.ts'

/** A conversation with all its content, oldest message first. */
export interface DemoConversation {
  contact: DemoContact & { phone: string }
  lineId: string
  messages: DemoMessage[]
  unread: number
  archived: boolean
  /** The assignee, and until when the conversation is snoozed. */
  assigneeId?: string
  snoozedUntil?: number
}

/** The input for a demo organization's conversations. */
export interface Cast {
  organization: DemoOrganization
  contacts: DemoContact[]
  senders: Sender[]
  lineOf: (contact: DemoContact) => DemoLine
  storyteller: Storyteller
  nowMs: number
}

type Textable = DemoContact & { phone: string }

/** Creates the conversations of an organization: answered, unread, opted out, failed and archived ones. */
export function converse(chance: Chance, cast: Cast): DemoConversation[] {
  const { organization, nowMs } = cast
  const textable = chance.shuffled(cast.contacts.filter((contact): contact is Textable => contact.phone !== null))
  const optedOutContacts = textable.filter((contact) => contact.optedOut && contact.archivedAt === null)
  const unreachable = textable.filter((contact) => contact.phoneState !== 'ok' && chance.happens(0.6))
  const reachable = textable.filter((contact) => contact.phoneState === 'ok' && !contact.optedOut)
  const plain = reachable.slice(0, organization.conversations - optedOutContacts.length - unreachable.length)
  const open = plain.filter((contact) => contact.archivedAt === null).slice(0, organization.unread)
  const answeredContacts = plain.filter((contact) => !open.includes(contact))
  const times = answeredMoments(chance, nowMs, answeredContacts.length)
  const troubled = isFood(cast) ? assignFailures(chance, answeredContacts) : new Map<number, Script>()
  return [
    ...unreadMoments(chance, nowMs, open.length).map((at, n) => waiting(chance, cast, open[n] as Textable, at)),
    ...answeredContacts.map((contact, n) =>
      answered(chance, cast, contact, { endsAt: times[n] ?? nowMs, last: troubled.get(n) ?? null }),
    ),
    ...optedOutContacts.map((contact) => optedOut(chance, cast, contact)),
    ...unreachable.map((contact) => neverArrived(chance, cast, contact)),
  ]
}

function isFood(cast: Cast): boolean {
  return cast.organization.trade === 'food'
}

/**
 * Assigns a failure to one in thirty-five conversations, each kind at least once; only to English-speaking contacts,
 * because the texts are English.
 */
function assignFailures(chance: Chance, contacts: DemoContact[]): Map<number, Script> {
  const kinds = FAILURE_SCRIPTS.anyone
  const copies = Math.max(1, Math.round(contacts.length / 35 / kinds.length))
  const indexes = chance.shuffled([...contacts.keys()].filter((at) => contacts[at]?.language === 'en'))
  const count = Math.min(indexes.length, copies * kinds.length)
  return new Map(Array.from({ length: count }, (_, n) => [indexes[n] ?? 0, kinds[n % kinds.length] as Script]))
}

function waiting(chance: Chance, cast: Cast, contact: Textable, endsAt: number): DemoConversation {
  const stories = storiesFor(chance, cast, contact)
  const script = cast.storyteller.open(contact)
  const count = chance.integer(0, 2)
  const earlier = earlierMoments(chance, endsAt - 8 * HOUR, count).flatMap((at) => stories(at))
  const last: Episode = { script, sender: chance.pick(cast.senders), endsAt }
  const lastOut = script.findLastIndex((line) => line.direction === 'out')
  return { ...staged(chance, cast, contact, [...earlier, last]), unread: script.length - 1 - lastOut }
}

function answered(
  chance: Chance,
  cast: Cast,
  contact: Textable,
  wish: { endsAt: number; last: Script | null },
): DemoConversation {
  const stories = storiesFor(chance, cast, contact)
  const fall = chance.next()
  const count = fall < 0.42 ? 0 : fall < 0.74 ? 1 : fall < 0.92 ? 2 : 3
  const earlier = earlierMoments(chance, wish.endsAt - 8 * HOUR, count).flatMap((at) => stories(at))
  const last = wish.last
    ? [{ script: wish.last, sender: chance.pick(cast.senders), endsAt: wish.endsAt }]
    : stories(wish.endsAt)
  const isOld = wish.endsAt < cast.nowMs - 9 * DAY
  const archived = contact.archivedAt !== null || (isOld && chance.happens(0.2))
  return { ...staged(chance, cast, contact, [...earlier, ...last]), archived }
}

function optedOut(chance: Chance, cast: Cast, contact: Textable): DemoConversation {
  const stories = storiesFor(chance, cast, contact)
  const endsAt = momentDaysAgo(chance, cast.nowMs, chance.integer(4, 50))
  const earlier = earlierMoments(chance, endsAt - 8 * HOUR, 1).flatMap((at) => stories(at))
  const sender = chance.pick(cast.senders)
  if (chance.happens(0.12))
    return staged(chance, cast, contact, [
      ...earlier,
      { script: chance.pick(FAILURE_SCRIPTS.atCarrier), sender, endsAt },
    ])
  const text = chance.pick(STOP_TEXTS[contact.language] ?? STOP_TEXTS['en'] ?? ['STOP'])
  const lines: Script = [
    { direction: 'in', kind: 'text', state: 'received', errorCode: null, again: false, later: false, text },
    {
      direction: 'out',
      kind: 'auto_reply',
      state: 'delivered',
      errorCode: null,
      again: false,
      later: false,
      text: '{stopAnswer}',
    },
  ]
  const late: Script = chance.happens(0.3) ? chance.pick(FAILURE_SCRIPTS.afterStop) : []
  return staged(chance, cast, contact, [...earlier, { script: [...lines, ...late], sender, endsAt }])
}

function neverArrived(chance: Chance, cast: Cast, contact: Textable): DemoConversation {
  const script = chance.pick(
    contact.phoneState === 'landline'
      ? FAILURE_SCRIPTS.landline
      : FAILURE_SCRIPTS.notInUse.slice(0, isFood(cast) ? 2 : 1),
  )
  const endsAt = momentDaysAgo(chance, cast.nowMs, chance.integer(1, 50))
  return staged(chance, cast, contact, [{ script, sender: chance.pick(cast.senders), endsAt }])
}

/** Makes episodes from stories that this conversation has not used. */
function storiesFor(chance: Chance, cast: Cast, contact: DemoContact): (endsAt: number) => Episode[] {
  const had = new Set<Script>()
  return (endsAt) => {
    const script = cast.storyteller.answered(contact, had)
    return script ? [{ script, sender: chance.pick(cast.senders), endsAt }] : []
  }
}

function staged(chance: Chance, cast: Cast, contact: Textable, episodes: Episode[]): DemoConversation {
  const line = cast.lineOf(contact)
  const setting = { contact, line, organization: cast.organization.name, nowMs: cast.nowMs }
  const dialogues = episodes.map((episode) => play(chance, setting, episode))
  const notices = isFood(cast) && contact.phoneState === 'ok' ? noticesBefore(chance, cast, contact, dialogues) : []
  const unsorted = [...dialogues.flat(), ...notices.flatMap((episode) => play(chance, setting, episode))]
  const messages = unsorted.sort((a, b) => a.at - b.at)
  const first = messages[0]
  if (first) contact.createdAt = Math.min(contact.createdAt, first.at - DAY)
  return { contact, lineId: line.id, messages, unread: 0, archived: false }
}
