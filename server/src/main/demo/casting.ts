import { replyTo } from '../../modules/consent/rules.ts'
import { earlierMoments, momentDaysAgo, restMoments, unreadMoments } from './calendar.ts'
import type { Chance } from './chance.ts'
import { play, type DemoLine, type DemoMessage, type Episode, type Sender } from './history.ts'
import { DAY, HOUR } from './moments.ts'
import { noticesBefore } from './notices.ts'
import type { DemoOrganization } from './organizations.ts'
import type { DemoContact } from './people.ts'
import type { Script } from './script.ts'
import { CLINIC_STORIES, FOOD_STORIES, OPEN_STORIES, STOP_WORDS, TROUBLE } from './stories/shelf.ts'

/** A conversation with everything in it, oldest text first. */
export interface DemoConversation {
  contact: DemoContact & { phone: string }
  lineId: string
  messages: DemoMessage[]
  unread: number
  archived: boolean
}

/** Who and what a demo organization's conversations are made from. */
export interface Cast {
  organization: DemoOrganization
  contacts: DemoContact[]
  senders: Sender[]
  lineOf: (contact: DemoContact) => DemoLine
  nowMs: number
}

type Textable = DemoContact & { phone: string }

/** The conversations of an organization: answered, unread, opted out, troubled and archived ones. */
export function converse(chance: Chance, cast: Cast): DemoConversation[] {
  const { organization, nowMs } = cast
  const known = chance.shuffled(cast.contacts.filter((contact): contact is Textable => contact.phone !== null))
  const gone = known.filter((contact) => contact.optedOut && contact.archivedAt === null)
  const unreachable = known.filter((contact) => contact.phoneState !== 'ok' && chance.happens(0.6))
  const reachable = known.filter((contact) => contact.phoneState === 'ok' && !contact.optedOut)
  const plain = reachable.slice(0, organization.conversations - gone.length - unreachable.length)
  const open = plain.filter((contact) => contact.archivedAt === null).slice(0, organization.unread)
  const rest = plain.filter((contact) => !open.includes(contact))
  const times = restMoments(chance, nowMs, rest.length)
  const troubled = troubleOf(chance, rest.length)
  return [
    ...unreadMoments(chance, nowMs, open.length).map((at, n) => waiting(chance, cast, open[n] as Textable, at)),
    ...rest.map((contact, n) => answered(chance, cast, contact, { endsAt: times[n] ?? nowMs, last: troubled.get(n) ?? null })),
    ...gone.map((contact) => optedOut(chance, cast, contact)),
    ...unreachable.map((contact) => neverArrived(chance, cast, contact)),
  ]
}

/** Gives every kind of trouble to one conversation in thirty-five, and each at least once to somebody. */
function troubleOf(chance: Chance, count: number): Map<number, Script> {
  const kinds = TROUBLE.anyone
  const copies = Math.max(1, Math.round(count / 35 / kinds.length))
  const places = chance.shuffled(Array.from({ length: count }, (_, at) => at))
  return new Map(Array.from({ length: copies * kinds.length }, (_, n) => [places[n] ?? 0, kinds[n % kinds.length] as Script]))
}

function waiting(chance: Chance, cast: Cast, contact: Textable, endsAt: number): DemoConversation {
  const stories = storyTeller(chance, cast, contact)
  const script = chance.one(OPEN_STORIES[contact.language] ?? OPEN_STORIES['en'] ?? [])
  const count = chance.whole(0, 2)
  const earlier = earlierMoments(chance, endsAt - 8 * HOUR, count).flatMap((at) => stories(at))
  const last: Episode = { script, sender: chance.one(cast.senders), endsAt }
  return { ...staged(chance, cast, contact, [...earlier, last]), unread: script.filter((line) => line.direction === 'in').length }
}

function answered(chance: Chance, cast: Cast, contact: Textable, wish: { endsAt: number; last: Script | null }): DemoConversation {
  const stories = storyTeller(chance, cast, contact)
  const fall = chance.next()
  const count = fall < 0.42 ? 0 : fall < 0.74 ? 1 : fall < 0.92 ? 2 : 3
  const earlier = earlierMoments(chance, wish.endsAt - 8 * HOUR, count).flatMap((at) => stories(at))
  const last = wish.last ? [{ script: wish.last, sender: chance.one(cast.senders), endsAt: wish.endsAt }] : stories(wish.endsAt)
  const isOld = wish.endsAt < cast.nowMs - 9 * DAY
  const archived = contact.archivedAt !== null || (isOld && chance.happens(0.2))
  return { ...staged(chance, cast, contact, [...earlier, ...last]), archived }
}

function optedOut(chance: Chance, cast: Cast, contact: Textable): DemoConversation {
  const stories = storyTeller(chance, cast, contact)
  const endsAt = momentDaysAgo(chance, cast.nowMs, chance.whole(4, 50))
  const earlier = earlierMoments(chance, endsAt - 8 * HOUR, 1).flatMap((at) => stories(at))
  const sender = chance.one(cast.senders)
  const words = chance.one(STOP_WORDS[contact.language] ?? STOP_WORDS['en'] ?? ['STOP'])
  const answer = replyTo('opt_out', cast.organization.name) ?? ''
  const lines: Script = [
    { direction: 'in', kind: 'text', state: 'received', errorCode: null, again: false, words },
    { direction: 'out', kind: 'auto_reply', state: 'delivered', errorCode: null, again: false, words: answer },
  ]
  const late: Script = chance.happens(0.3) ? chance.one(TROUBLE.optedOut) : []
  return staged(chance, cast, contact, [...earlier, { script: [...lines, ...late], sender, endsAt }])
}

function neverArrived(chance: Chance, cast: Cast, contact: Textable): DemoConversation {
  const script = chance.one(contact.phoneState === 'landline' ? TROUBLE.landline : TROUBLE.notInUse)
  const endsAt = momentDaysAgo(chance, cast.nowMs, chance.whole(1, 50))
  return staged(chance, cast, contact, [{ script, sender: chance.one(cast.senders), endsAt }])
}

/** Tells each story at most once per conversation, in the worker's language. */
function storyTeller(chance: Chance, cast: Cast, contact: DemoContact): (endsAt: number) => Episode[] {
  const shelf = cast.organization.trade === 'clinic' ? CLINIC_STORIES : (FOOD_STORIES[contact.language] ?? FOOD_STORIES['en'] ?? [])
  const untold = chance.shuffled(shelf)
  return (endsAt) => {
    const script = untold.pop()
    return script ? [{ script, sender: chance.one(cast.senders), endsAt }] : []
  }
}

function staged(chance: Chance, cast: Cast, contact: Textable, episodes: Episode[]): DemoConversation {
  const line = cast.lineOf(contact)
  const setting = { contact, line, organization: cast.organization.name }
  const dialogues = episodes.map((episode) => play(chance, setting, episode))
  const notices = cast.organization.trade === 'food' ? noticesBefore(chance, cast, contact, dialogues) : []
  const told = [...dialogues.flat(), ...notices.flatMap((episode) => play(chance, setting, episode))]
  const messages = told.sort((a, b) => a.at - b.at)
  const first = messages[0]
  if (first) contact.createdAt = Math.min(contact.createdAt, first.at - DAY)
  return { contact, lineId: line.id, messages, unread: 0, archived: false }
}
