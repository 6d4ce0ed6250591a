import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { ownersToMail, type MailReader } from '../team/index.ts'

/** What happened to a key. */
type KeyEvent = 'created' | 'replaced' | 'raised'

/** Emails the owners that a key was created or replaced or may do more now, and by whom. */
export async function reportKey(kernel: Kernel, scope: Scope, key: { name: string; what: KeyEvent }): Promise<void> {
  const { actor } = scope
  const [{ organization }, owners] = await Promise.all([organizationOf(scope.db, scope.orgId), ownersToMail(scope.db)])
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const by = actor.kind === 'member' ? `${actor.firstname} ${actor.lastname}`.trim() : ''
  const url = `${kernel.config.publicUrl}/dashboard/settings?tab=api`
  const sender = senderOf(kernel, organization)
  for (const owner of owners)
    await queueMail(kernel, system, {
      ...keyMail(owner, { ...key, by, organization: organization.name, url }),
      sender,
    })
}

function keyMail(
  reader: MailReader,
  key: { name: string; what: KeyEvent; by: string; organization: string; url: string },
): Email {
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  const { subject, line } = textsOf(key.what, {
    organization: unlinked(key.organization),
    by: unlinked(key.by),
    name: unlinked(key.name),
  })
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject: write(subject),
    lines: [write(line)],
    action: { label: write(msg({ message: 'See API keys' })), url: key.url },
    foot: write(
      msg({ message: "You get this email because you're an owner. If you didn't expect it, revoke the key." }),
    ),
  }
}

function textsOf(
  what: KeyEvent,
  { organization, by, name }: { organization: string; by: string; name: string },
): { subject: LocalizedText; line: LocalizedText } {
  if (what === 'created')
    return {
      subject: msg({ message: 'A new API key of {organization}', values: { organization } }),
      line: msg({
        message: '{by} created the API key "{name}". A program with this key can do what its permissions allow.',
        values: { by, name },
      }),
    }
  if (what === 'replaced')
    return {
      subject: msg({ message: 'An API key of {organization} was replaced', values: { organization } }),
      line: msg({
        message: '{by} replaced the API key "{name}". A program with the new key can do what its permissions allow.',
        values: { by, name },
      }),
    }
  return {
    subject: msg({ message: 'An API key of {organization} may do more', values: { organization } }),
    line: msg({
      message: '{by} changed the API key "{name}". A program with this key can now do or see more than before.',
      values: { by, name },
    }),
  }
}
