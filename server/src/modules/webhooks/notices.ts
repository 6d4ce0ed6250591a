import type { Locale } from '@crewline/contract/accounts'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { turnOff } from './store/attempts.ts'
import { managersOf } from './views.ts'

/**
 * Turns off an address that no longer takes deliveries, and emails the members who manage webhooks. Does nothing when it
 * is off already.
 */
export async function noticeTurnedOff(
  kernel: Kernel,
  { orgId, id }: { orgId: string; id: string },
  { isGone }: { isGone: boolean },
): Promise<void> {
  const db = kernel.database.ofOrg(orgId)
  const { organization } = await organizationOf(db, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a webhook kept failing' }, `webhook-${id}`)
  const ended = await scope.tx(async (tx) => {
    const turned = await turnOff(tx.db, { orgId, id })
    if (turned) tx.audit('webhook.turned-off', id, { isGone })
    return turned
  })
  if (!ended) return
  kernel.log.warn({ org: orgId, webhook: id }, 'webhooks: an address was turned off after persistent failures')
  const system = kernel.database.asSystem('members are emailed about a webhook that was turned off')
  const host = new URL(ended.url).host
  const url = `${kernel.config.publicUrl}/dashboard/settings?tab=api#webhooks`
  for (const { email, locale } of await managersOf(db, orgId))
    await queueMail(
      kernel,
      system,
      turnedOffMail({ to: email, language: locale, organization: organization.name, host, isGone, url }),
    )
}

interface Details {
  to: string
  language: Locale
  organization: string
  host: string
  isGone: boolean
  url: string
}

function turnedOffMail({ to, language, isGone, url, ...names }: Details): Email {
  const organization = unlinked(names.organization)
  const host = unlinked(names.host)
  const write = (text: LocalizedText): string => localize(text, language)
  return {
    to,
    language,
    kind: 'security',
    subject: write(msg({ message: 'A webhook of {organization} was turned off', values: { organization } })),
    lines: [
      isGone
        ? write(
            msg({
              message: '{host} answered that it no longer takes events, so we stopped sending them.',
              values: { host },
            }),
          )
        : write(
            msg({
              message: '{host} has not taken an event for about a day, so we stopped sending them.',
              values: { host },
            }),
          ),
      write(msg({ message: 'Once it works again, turn the webhook on and send again what it missed.' })),
    ],
    action: { label: write(msg({ message: 'Open webhooks' })), url },
  }
}
