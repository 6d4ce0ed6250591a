import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { readersWith, type MailReader } from '../team/index.ts'

/**
 * Emails up to ten members who may accept transfers that another organization of the family offers some. The email names no
 * person: who they are is shown after logging in.
 */
export async function reportOffer(
  kernel: Kernel,
  offer: { fromName: string; toId: string; by: string },
): Promise<void> {
  const db = kernel.database.ofOrg(offer.toId)
  const [{ organization }, readers] = await Promise.all([
    organizationOf(db, offer.toId),
    readersWith(db, 'contacts.edit', { seesEveryone: true }),
  ])
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const details = {
    from: offer.fromName,
    by: offer.by,
    organization: organization.name,
    url: `${kernel.config.publicUrl}/dashboard/contacts`,
  }
  for (const reader of readers)
    await queueMail(kernel, system, { ...offerMail(reader, details), sender: senderOf(kernel, organization) })
}

function offerMail(
  reader: MailReader,
  details: { from: string; by: string; organization: string; url: string },
): Email {
  const from = unlinked(details.from)
  const by = unlinked(details.by)
  const organization = unlinked(details.organization)
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'notice',
    subject: write(
      msg({ message: '{from} wants to transfer people to {organization}', values: { from, organization } }),
    ),
    lines: [
      write(
        msg({
          message: '{by} of {from} offers to transfer people to {organization}. They move when someone accepts them.',
          values: { by, from, organization },
        }),
      ),
      write(msg({ message: 'If more people are offered within an hour, you get no further email.' })),
    ],
    action: { label: write(msg({ message: 'See the offers' })), url: details.url },
    foot: write(
      msg({
        message: 'You get this email because you can edit all contacts of {organization}.',
        values: { organization },
      }),
    ),
  }
}
