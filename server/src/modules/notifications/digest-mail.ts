import { formatDate } from '@crewline/contract/formats'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { localize } from '../../kernel/i18n/localize.ts'
import { shortenedLine } from '../../kernel/text.ts'
import { unlinked, type Email } from '../mail/index.ts'
import type { DigestItems, DigestReader, WaitingItem } from './digest-views.ts'
import { clock } from './words.ts'

/** Characters of a text in a digest: mailboxes are read on lock screens and kept for years. */
const PREVIEW_MAX = 80

/** What the email needs beside its items. */
export interface DigestFrame {
  organization: string
  publicUrl: string
  unsubscribeUrl: string
  digest: NotificationPrefs['digest']
  since: Date
}

/** Writes a digest in the language and time zone of its reader. Texts are shortened, and phone numbers in them masked. */
export function digestMail(
  { email, language, timeZone }: Pick<DigestReader, 'email' | 'language' | 'timeZone'>,
  items: DigestItems,
  { organization, publicUrl, unsubscribeUrl, digest, since }: DigestFrame,
): Email {
  const write = (text: LocalizedText): string => localize(text, language)
  const count = items.waitingCount + items.updateCount + items.approvalCount
  const values = { count, organization: unlinked(organization) }
  const time = formatDate(since, 'weekdayTime', language, timeZone)
  return {
    to: email,
    language,
    kind: 'notice',
    subject: write(
      msg({ message: '{count, plural, one {# new update} other {# new updates}} in {organization}', values }),
    ),
    lines: [
      write(msg({ message: "New since {time}, and you haven't seen it yet:", values: { time } })),
      ...(items.waitingCount > 0 ? [write(waitingTitle(items.waitingCount))] : []),
      ...items.waiting.map((item) => waitingLine(item, write)),
      ...moreLine(items.waitingCount - items.waiting.length, write),
      ...items.updates.map(({ title, message }) => [title, message].map(safe).join(' · ')),
      ...moreLine(items.updateCount - items.updates.length, write),
      ...items.approvals.map(({ name }) =>
        write(msg({ message: '“{name}” waits for an approval', values: { name: safe(name) } })),
      ),
      ...moreLine(items.approvalCount - items.approvals.length, write),
    ],
    action: { label: write(msg({ message: 'Open Crewline' })), url: `${publicUrl}${pathOf(items)}` },
    foot: write(footOf(digest)),
    unsubscribeUrl,
    isOneClick: true,
  }
}

function safe(text: string): string {
  return unlinked(shortenedLine(text, PREVIEW_MAX))
}

function waitingTitle(count: number): LocalizedText {
  return msg({
    message: '{count, plural, one {# conversation waits} other {# conversations wait}} for a reply:',
    values: { count },
  })
}

function waitingLine({ contact, kind, preview, seconds }: WaitingItem, write: (text: LocalizedText) => string): string {
  const name = contact === '' ? write(msg({ message: 'A contact without a name' })) : safe(contact)
  const text =
    kind === 'voicemail'
      ? write(msg({ message: 'Voicemail, {length}', values: { length: clock(seconds ?? 0) } }))
      : safe(preview)
  return `${name}: ${text}`
}

function moreLine(count: number, write: (text: LocalizedText) => string): string[] {
  return count > 0 ? [write(msg({ message: 'And {count} more', values: { count } }))] : []
}

/** Where most of it is. */
function pathOf({ waitingCount, updates, approvals }: DigestItems): string {
  const [update] = updates
  const [approval] = approvals
  if (waitingCount > 0) return '/dashboard/inbox?status=unread'
  if (update) return update.link ?? '/dashboard'
  return approval ? `/dashboard/broadcasts/${approval.id}` : '/dashboard'
}

function footOf(digest: NotificationPrefs['digest']): LocalizedText {
  if (digest === '15m')
    return msg({ message: 'You chose an email every 15 minutes when there is something new. Change it in Settings.' })
  if (digest === '1h')
    return msg({ message: 'You chose an email every hour when there is something new. Change it in Settings.' })
  return msg({ message: 'You chose an email once a day when there is something new. Change it in Settings.' })
}
