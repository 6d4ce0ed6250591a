import type { InboxStatus } from '@crewline/contract/inbox'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { maskedNumbers } from '../../kernel/text.ts'
import { quoteOf, type PostContent } from './content-rules.ts'

/** Something that happened, with what its post says. */
export type Notice = { subject: string } & (
  | { event: 'reply.overdue'; contactId: string; contact: string; minutes: number; text: string | null }
  | { event: 'voicemail.left'; contactId: string; contact: string; seconds: number }
  | { event: 'broadcast.finished'; id: string; name: string; isStopped: boolean; people: number }
  | { event: 'broadcast.problem'; id: string; name: string; reason: string }
  | { event: 'broadcast.approval'; id: string; name: string }
  | { event: 'hr.attention'; what: 'failed' | 'brake' | 'review' }
  | { event: 'billing.notice'; key: string }
  | { event: 'overdue.many'; count: number; minutes: number }
  | { event: 'voicemail.many'; count: number }
)

/** Contacts named in posts of one pass; further ones are counted, because a channel that is flooded is not read. */
const NAMED_MAX = 3

/**
 * Replaces overdue replies, and voicemails, by a count when there are many at once. Returns what to post, and what the counts
 * stand for.
 */
export function withoutFlood(notices: Notice[]): { posted: Notice[]; merged: Notice[] } {
  const counts: Notice[] = []
  const merged = new Set<Notice>()
  for (const event of ['reply.overdue', 'voicemail.left'] as const) {
    const all = notices.filter((notice) => notice.event === event)
    const [first] = all
    if (all.length <= NAMED_MAX || !first) continue
    const about = { count: all.length, subject: `many|${first.subject}` }
    counts.push(
      first.event === 'reply.overdue'
        ? { event: 'overdue.many', minutes: first.minutes, ...about }
        : { event: 'voicemail.many', ...about },
    )
    for (const notice of all) merged.add(notice)
  }
  return { posted: [...counts, ...notices.filter((notice) => !merged.has(notice))], merged: [...merged] }
}

/** The contact that a notice is about, if it is about one. */
export function contactOf(notice: Notice): string | null {
  return 'contactId' in notice ? notice.contactId : null
}

interface Writing {
  localize: (text: LocalizedText) => string
  publicUrl: string
  organization: string
  showsText: boolean
}

/** Writes the post about a notice. It contains no phone number; what a contact wrote only where the channel shows it. */
export function contentOf(notice: Notice, { localize, publicUrl, organization, showsText }: Writing): PostContent {
  const { title, lines, label, path } = partsOf(notice)
  const quote = showsText && notice.event === 'reply.overdue' && notice.text ? quoteOf(notice.text) : undefined
  return {
    title: localize(title),
    lines: lines.map(localize),
    ...(quote === undefined ? {} : { quote }),
    link: { label: localize(label), url: `${publicUrl}${path}` },
    from: organization,
  }
}

interface Parts {
  title: LocalizedText
  lines: LocalizedText[]
  label: LocalizedText
  path: string
}

/** The list of conversations that wait for a reply. */
const WAITING: InboxStatus = 'unanswered'

const OPEN_CONVERSATION = msg({ message: 'Open the conversation' })
const OPEN_BROADCAST = msg({ message: 'Open the broadcast' })

function partsOf(notice: Notice): Parts {
  switch (notice.event) {
    case 'reply.overdue': {
      const { minutes, contactId } = notice
      return {
        title: nameOr(notice.contact, (contact) =>
          msg({
            message: '{contact} has waited {minutes, plural, one {# minute} other {# minutes}} for a reply',
            values: { contact, minutes },
          }),
        ),
        lines: [],
        label: OPEN_CONVERSATION,
        path: `/dashboard/inbox?conversation=${contactId}`,
      }
    }
    case 'overdue.many': {
      const { count, minutes } = notice
      return {
        title: msg({
          message:
            '{count, plural, one {# person has} other {# people have}} waited {minutes, plural, one {# minute} other {# minutes}} for a reply',
          values: { count, minutes },
        }),
        lines: [],
        label: msg({ message: 'Open the inbox' }),
        path: `/dashboard/inbox?status=${WAITING}`,
      }
    }
    case 'voicemail.many': {
      const { count } = notice
      return {
        title: msg({
          message: '{count, plural, one {# voicemail} other {# voicemails}} arrived',
          values: { count },
        }),
        lines: [],
        label: msg({ message: 'Open the inbox' }),
        path: '/dashboard/inbox',
      }
    }
    case 'voicemail.left': {
      const length = `${Math.floor(notice.seconds / 60)}:${String(notice.seconds % 60).padStart(2, '0')}`
      return {
        title: nameOr(notice.contact, (contact) =>
          msg({ message: '{contact} left a voicemail, {length}', values: { contact, length } }),
        ),
        lines: [],
        label: OPEN_CONVERSATION,
        path: `/dashboard/inbox?conversation=${notice.contactId}`,
      }
    }
    case 'hr.attention':
      return {
        title: HR_TITLES[notice.what],
        lines: [HR_LINES[notice.what]],
        label: msg({ message: 'Open Integrations' }),
        path: '/dashboard/settings?tab=integrations',
      }
    case 'billing.notice':
      return {
        title: billingTitle(notice.key),
        lines: [],
        label: msg({ message: 'Open Billing' }),
        path: '/dashboard/settings?tab=billing',
      }
    default:
      return broadcastParts(notice)
  }
}

type BroadcastNotice = Extract<Notice, { event: `broadcast.${string}` }>

function broadcastParts(notice: BroadcastNotice): Parts {
  const { id } = notice
  const name = maskedNumbers(notice.name)
  const rest = { label: OPEN_BROADCAST, path: `/dashboard/broadcasts/${id}` }
  if (notice.event === 'broadcast.approval')
    return { title: msg({ message: '“{name}” waits for an approval', values: { name } }), lines: [], ...rest }
  if (notice.event === 'broadcast.problem') return { title: problemTitle(notice.reason, name), lines: [], ...rest }
  const { people, isStopped } = notice
  return {
    title: isStopped
      ? msg({ message: '“{name}” was stopped', values: { name } })
      : msg({ message: '“{name}” was sent', values: { name } }),
    lines: [msg({ message: '{people, plural, one {To # person} other {To # people}}', values: { people } })],
    ...rest,
  }
}

function nameOr(name: string, write: (contact: string | LocalizedText) => LocalizedText): LocalizedText {
  // A number that was typed as a name.
  return write(maskedNumbers(name) || msg({ message: 'A contact without a name' }))
}

const HR_TITLES = {
  failed: msg({ message: 'HR sync failed' }),
  brake: msg({ message: 'HR sync stopped to ask' }),
  review: msg({ message: 'HR sync ready to review' }),
}
const HR_LINES = {
  failed: msg({ message: 'No contacts were removed. See what happened in Settings, Integrations.' }),
  brake: msg({ message: 'It would change unusually many people. No contacts were changed.' }),
  review: msg({ message: 'See what changes, and apply it.' }),
}

function problemTitle(reason: string, name: string): LocalizedText {
  const values = { name }
  switch (reason) {
    case 'missed':
      return msg({ message: '“{name}” was not sent at its time', values })
    case 'carrier_filtered':
      return msg({ message: '“{name}” was paused: carriers filter its texts. Check the wording.', values })
    case 'opt_outs':
      return msg({ message: '“{name}” was paused: many people opted out.', values })
    case 'failures':
      return msg({ message: '“{name}” was paused: many texts fail.', values })
    case 'spending_cap':
      return msg({ message: '“{name}” was paused: the spending cap of this month is reached.', values })
    default:
      return msg({ message: '“{name}” could not be sent', values })
  }
}

function billingTitle(key: string): LocalizedText {
  const [what, , kind, percent = ''] = key.split('|')
  switch (what) {
    case 'usage': {
      const values = { percent: Number(percent) }
      return kind === 'mms'
        ? msg({ message: '{percent}% of the picture messages of this month are used', values })
        : msg({ message: '{percent}% of the texts of this month are used', values })
    }
    case 'cap':
      return msg({ message: 'The spending cap of this month is reached. Broadcasts are paused; replies go on.' })
    case 'failed':
      return msg({ message: 'A payment failed' })
    case 'blocked':
      return msg({ message: 'The account is blocked until its invoice is paid' })
    case 'recovered':
      return msg({ message: 'The overdue invoice is paid' })
    default:
      return msg({ message: 'There is news about billing' })
  }
}
