import type { ChatKind } from '@crewline/contract/integrations'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { queueMail, unlinked, type Email } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { turnOff } from './store.ts'
import { managersOf } from './managers-views.ts'

const SERVICES: Record<ChatKind, string> = { slack: 'Slack', teams: 'Teams' }
const PATH = '/dashboard/settings?tab=integrations#chat-channels'

/**
 * Turns off a channel that takes no posts any more, and tells the members who manage integrations in the app and by email.
 * Does nothing when it is off already, or has got another URL than the one that failed.
 */
export async function turnOffWithNotice(
  kernel: Kernel,
  { orgId, id, kind, sealedUrl }: { orgId: string; id: string; kind: ChatKind; sealedUrl: string },
  { isGone }: { isGone: boolean },
): Promise<void> {
  const db = kernel.database.ofOrg(orgId)
  const { organization } = await organizationOf(db, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a chat channel failed' }, `chat-${id}`)
  const values = { service: SERVICES[kind] }
  const ended = await scope.tx(async (tx) => {
    const turned = await turnOff(tx.db, { orgId, id, sealedUrl })
    if (!turned) return undefined
    tx.audit('chat-channel.turned-off', id, { isGone })
    notifyInApp(
      tx,
      { can: 'organization.manage' },
      {
        id: tx.world.id(),
        key: `chat|${id}`,
        link: PATH,
        type: 'error',
        title: localize(msg({ message: 'A channel of {service} was turned off', values }), 'en'),
        message: localize(
          msg({ message: '{name} takes no posts any more. Connect it again.', values: { name: turned.name } }),
          'en',
        ),
      },
    )
    return turned
  })
  if (!ended) return
  kernel.log.warn({ org: orgId, channel: id }, 'integrations: a chat channel was turned off')
  const system = kernel.database.asSystem('members are emailed about a chat channel that was turned off')
  for (const { email, locale } of await managersOf(db, orgId))
    await queueMail(kernel, system, {
      to: email,
      language: locale,
      ...turnedOffMail((text) => localize(text, locale), {
        organization: unlinked(organization.name),
        name: unlinked(ended.name),
        service: SERVICES[kind],
        isGone,
        url: `${kernel.config.publicUrl}${PATH}`,
      }),
    })
}

function turnedOffMail(
  write: (text: LocalizedText) => string,
  { isGone, url, ...values }: { organization: string; name: string; service: string; isGone: boolean; url: string },
): Omit<Email, 'to' | 'language'> {
  return {
    kind: 'notice',
    subject: write(msg({ message: 'Posts to {service} stopped for {organization}', values })),
    lines: [
      isGone
        ? write(
            msg({
              message: '{service} says that the webhook of {name} no longer works, so we stopped posting.',
              values,
            }),
          )
        : write(msg({ message: '{name} has not taken a post for about a day, so we stopped posting.', values })),
      write(msg({ message: 'Create a new webhook in {service} and paste its URL in Crewline.', values })),
    ],
    action: { label: write(msg({ message: 'Open Integrations' })), url },
  }
}
