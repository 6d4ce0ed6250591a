import { msg } from '@crewline/contract/localized-text'
import type { Permission } from '@crewline/contract/permissions'
import type { Webhook, WebhookBody, WebhookEvent } from '@crewline/contract/webhooks'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { memberSessions } from '../team/index.ts'

/** What a member needs to see in the app what each kind of event tells. */
const NEEDED: Record<WebhookEvent, Permission> = {
  'message.received': 'inbox.read',
  'message.status_changed': 'inbox.read',
  'consent.changed': 'contacts.read',
  'contact.changed': 'contacts.read',
  'broadcast.finished': 'broadcasts.read',
  'form.answered': 'contacts.read',
}

/** Refuses members who are limited to groups: webhooks and their log are about contacts of every group. */
export function requireWhole(scope: Scope): void {
  if (scope.isLimitedToGroups) fail('not_permitted')
}

/** Fails with `proof_needed` unless the member proved recently who they are: a stolen session must not send texts elsewhere for good. */
export async function requireProof(kernel: Kernel, { actor }: Scope): Promise<void> {
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
}

/** Refuses kinds of events that tell what the member may not see: a member who chooses the address reads them there. */
export function requireVisible(scope: Scope, events: readonly WebhookEvent[]): void {
  const hidden = [...new Set(events)].filter((event) => !scope.can(NEEDED[event]))
  if (hidden.length === 0) return
  const text = msg({
    message: "You can't see what these events are about: {events}. Ask an owner or admin.",
    values: { events: hidden.join(', ') },
  })
  fail('invalid', { fieldErrors: { events: text } })
}

/** Refuses a delivery whose body tells what the member may not see. */
export function requireReadable(scope: Scope, type: WebhookBody['type']): void {
  if (type !== 'webhook.test' && !scope.can(NEEDED[type])) fail('not_permitted')
}

/** A change of a webhook; missing parts stay. */
interface Change {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  groupIds?: readonly string[] | null | undefined
  state?: 'on' | 'off' | undefined
}

/** Whether a change sends events elsewhere, or sends more of them than before. */
export function isWider(before: Webhook, { url, events = [], groupIds, state }: Change): boolean {
  const known = before.groups?.map(({ id }) => id)
  const hasMoreGroups =
    groupIds !== undefined && known !== undefined && (groupIds === null || groupIds.some((id) => !known.includes(id)))
  return (
    hasMoreGroups ||
    (url !== undefined && url !== before.url) ||
    events.some((event) => !before.events.includes(event)) ||
    (state === 'on' && before.state !== 'on')
  )
}
