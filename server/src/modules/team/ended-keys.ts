import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { readersOf, readersWith, type MailReader } from './reader-views.ts'

/** Names written out in the email. */
const NAMES_MAX = 10

/** Emails those who manage API keys that keys ended with the membership of who created or replaced them. */
export async function reportEndedKeys(
  kernel: Kernel,
  { orgId, userId }: { orgId: string; userId: string },
  keys: { names: string[] },
): Promise<void> {
  const db = kernel.database.ofOrg(orgId)
  const [{ organization }, leavers, readers] = await Promise.all([
    organizationOf(db, orgId),
    readersOf(db, [userId]),
    readersWith(db, 'api.manage'),
  ])
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const change = {
    organization: organization.name,
    leaver: leavers.get(userId)?.name ?? '',
    names: keys.names,
    count: keys.names.length,
    url: `${kernel.config.publicUrl}/dashboard/settings?tab=api`,
  }
  for (const reader of readers)
    await queueMail(kernel, system, { ...endedKeysMail(reader, change), sender: senderOf(kernel, organization) })
}

function endedKeysMail(
  reader: MailReader,
  change: { organization: string; leaver: string; names: string[]; count: number; url: string },
): Email {
  const organization = unlinked(change.organization)
  const leaver = unlinked(change.leaver)
  const { count } = change
  const names = change.names.slice(0, NAMES_MAX).map(unlinked).join(', ')
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject: write(
      msg({
        message: '{count, plural, one {An API key of {organization} ended} other {# API keys of {organization} ended}}',
        values: { count, organization },
      }),
    ),
    lines: [
      write(
        msg({
          message:
            '{leaver} is no longer in {organization}. The API keys they created or replaced ended with that: {names}.',
          values: { leaver, organization, names },
        }),
      ),
      write(msg({ message: 'Programs that used these keys are refused until they get a new one.' })),
    ],
    action: { label: write(msg({ message: 'See API keys' })), url: change.url },
    foot: write(msg({ message: 'You get this email because you manage the API keys.' })),
  }
}
