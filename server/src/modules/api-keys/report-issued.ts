import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { ownersToMail, type MailReader } from '../team/index.ts'

/** Emails the owners that a key was created or replaced, and by whom. */
export async function reportIssued(kernel: Kernel, scope: Scope, key: { name: string; isNew: boolean }): Promise<void> {
  const { actor } = scope
  const [{ organization }, owners] = await Promise.all([organizationOf(scope.db, scope.orgId), ownersToMail(scope.db)])
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const by = actor.kind === 'member' ? `${actor.firstname} ${actor.lastname}`.trim() : ''
  const url = `${kernel.config.publicUrl}/dashboard/settings?tab=api`
  const sender = senderOf(kernel, organization)
  for (const owner of owners)
    await queueMail(kernel, system, {
      ...issuedMail(owner, { ...key, by, organization: organization.name, url }),
      sender,
    })
}

function issuedMail(
  reader: MailReader,
  key: { name: string; isNew: boolean; by: string; organization: string; url: string },
): Email {
  const organization = unlinked(key.organization)
  const by = unlinked(key.by)
  const name = unlinked(key.name)
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject: write(
      key.isNew
        ? msg({ message: 'A new API key of {organization}', values: { organization } })
        : msg({ message: 'An API key of {organization} was replaced', values: { organization } }),
    ),
    lines: [
      write(
        key.isNew
          ? msg({
              message: '{by} created the API key "{name}". A program with this key can do what its permissions allow.',
              values: { by, name },
            })
          : msg({
              message:
                '{by} replaced the API key "{name}". A program with the new key can do what its permissions allow.',
              values: { by, name },
            }),
      ),
    ],
    action: { label: write(msg({ message: 'See API keys' })), url: key.url },
    foot: write(
      msg({ message: "You get this email because you're an owner. If you didn't expect it, revoke the key." }),
    ),
  }
}
