import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createWebhook, editWebhook, Webhook, WebhookBody, WebhookDelivery } from '@crewline/contract/webhooks'
import type { LocalizedText } from '@crewline/contract/words'
import { changeOf } from '../../kernel/audit-change.ts'
import { urlProblemOf, type UrlProblem } from '../../kernel/egress/send-outside.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { groupNames } from '../team/index.ts'
import { isWider, requireProof, requireReadable, requireVisible, requireWhole } from './access.ts'
import { secretOf } from './signature-rules.ts'
import {
  addDeliveries,
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  endPause,
  lockEndpoint,
  replaceSecret,
  restartDelivery,
} from './store.ts'
import { deliveryOf, listWebhooks, type FullDelivery } from './views.ts'

/** A webhook with a new secret: its only appearance in plain text. */
export interface Issued {
  webhook: Webhook
  secret: string
}

/** The place of a secret in the database, which its encryption authenticates. */
export function secretPlace(endpointId: string): string {
  return `webhook_endpoint|secret|${endpointId}`
}

/** Adds a webhook with a new secret, for a member who proved recently who they are. */
export async function create(kernel: Kernel, scope: Scope, request: BodyOf<typeof createWebhook>): Promise<Issued> {
  refuseUrl(kernel, request.url)
  await requireProof(kernel, scope)
  return add(kernel, scope, request)
}

/** Adds a webhook with a new secret, as a member who is known. */
export async function add(kernel: Kernel, scope: Scope, request: BodyOf<typeof createWebhook>): Promise<Issued> {
  const createdBy = requireUserId(scope)
  requireWhole(scope)
  requireVisible(scope, request.events)
  refuseUrl(kernel, request.url)
  const groupIds = await requireGroups(scope, request.groupIds)
  const id = scope.world.id()
  const secret = secretOf(scope.world.bytes(32))
  const events = [...new Set(request.events)]
  const sealedSecret = kernel.encryption.seal(secretPlace(id), secret)
  await scope.tx(async (tx) => {
    await addEndpoint(tx, { id, name: request.name, url: request.url, events, groupIds, sealedSecret, createdBy })
    tx.audit('webhook.created', id, { url: auditedUrl(request.url), events, groupIds })
  })
  return { webhook: await oneWebhook(scope, id), secret }
}

/** Changes a webhook; missing fields stay. What sends more events, or sends them elsewhere, needs to see what they tell. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  id: string,
  request: BodyOf<typeof editWebhook>,
): Promise<{ webhook: Webhook }> {
  requireWhole(scope)
  if (request.url !== undefined) refuseUrl(kernel, request.url)
  const groupIds = request.groupIds === undefined ? undefined : await requireGroups(scope, request.groupIds)
  const { state: _, ...sent } = request
  if (isWider(await oneWebhook(scope, id), sent)) await requireProof(kernel, scope)
  await scope.tx(async (tx) => {
    if (!(await lockEndpoint(tx, id))) fail('not_found')
    const before = await oneWebhook(tx, id)
    if (isWider(before, request)) requireVisible(scope, request.events ?? before.events)
    await changeEndpoint(tx, id, { ...request, groupIds })
    tx.audit(
      'webhook.changed',
      id,
      changeOf(audited(before), audited(await oneWebhook(tx, id)), { without: ['query'] }),
    )
    tx.wakeUp('webhooks')
  })
  return { webhook: await oneWebhook(scope, id) }
}

/** Replaces the secret; for the overlap, deliveries are signed with both. */
export async function rotate(kernel: Kernel, scope: Scope, id: string, overlapHours: number): Promise<Issued> {
  requireWhole(scope)
  await oneWebhook(scope, id)
  await requireProof(kernel, scope)
  const secret = secretOf(scope.world.bytes(32))
  const sealed = kernel.encryption.seal(secretPlace(id), secret)
  const previousUntil = overlapHours === 0 ? null : new Date(scope.world.now().getTime() + overlapHours * 3_600_000)
  await scope.tx(async (tx) => {
    if (!(await replaceSecret(tx, id, { sealed, previousUntil }))) fail('not_found')
    tx.audit('webhook.rotated', id, { overlapHours })
  })
  return { webhook: await oneWebhook(scope, id), secret }
}

/** Deletes a webhook with its log. */
export async function remove(scope: Scope, id: string): Promise<{ webhooks: Webhook[] }> {
  await scope.tx(async (tx) => {
    const url = (await deleteEndpoint(tx, id)) ?? fail('not_found')
    tx.audit('webhook.deleted', id, { url: auditedUrl(url) })
  })
  return { webhooks: await listWebhooks(scope) }
}

/** Sends a test event. */
export async function test(scope: Scope, endpointId: string): Promise<{ delivery: WebhookDelivery }> {
  requireWhole(scope)
  await oneWebhook(scope, endpointId)
  const now = scope.world.now()
  const body: WebhookBody = {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { text: 'This is a test event from Crewline.' },
  }
  const id = scope.world.id()
  const delivery = { id, endpointId, type: body.type, contactId: null, subject: null, body: JSON.stringify(body) }
  await scope.tx(async (tx) => {
    await addDeliveries(tx.db, tx.orgId, { deliveries: [delivery], isRequested: true, now })
    await endPause(tx, endpointId)
    tx.audit('webhook.tested', endpointId, { delivery: id })
    tx.wakeUp('webhooks')
  })
  return { delivery: await oneDelivery(scope, id) }
}

/** Sends a delivery again, with the same id and body. */
export async function replay(scope: Scope, id: string): Promise<{ delivery: WebhookDelivery }> {
  const before = await oneDelivery(scope, id)
  if (before.body === '')
    fail('not_found', { text: msg({ message: 'The contact of this event was erased, so it cannot be sent again.' }) })
  await scope.tx(async (tx) => {
    const endpointId = (await restartDelivery(tx, id)) ?? fail('not_found')
    await endPause(tx, endpointId)
    tx.audit('webhook.replayed', endpointId, { delivery: id })
    tx.wakeUp('webhooks')
  })
  return { delivery: await oneDelivery(scope, id) }
}

/** Returns a webhook; fails with `not_found`. */
export async function oneWebhook(scope: Pick<Scope, 'db' | 'orgId'>, id: string): Promise<Webhook> {
  const [webhook] = await listWebhooks(scope, id)
  return webhook ?? fail('not_found')
}

/** Returns a delivery with its log; fails with `not_found`, and with `not_permitted` when the member may not see what it tells. */
export async function oneDelivery(scope: Scope, id: string): Promise<FullDelivery> {
  const delivery = (await deliveryOf(scope, id)) ?? fail('not_found')
  requireReadable(scope, delivery.type)
  return delivery
}

const URL_PROBLEMS: Record<UrlProblem, LocalizedText> = {
  not_a_url: msg({ message: 'Enter a URL like https://example.com/webhooks.' }),
  not_https: msg({ message: 'Use a URL that starts with https://.' }),
  private: msg({ message: 'Use an address on the public internet.' }),
  port: msg({ message: 'Use port 443, or one above 1023.' }),
  credentials: msg({ message: "Leave out the user name and password. Check each event's signature instead." }),
}

function refuseUrl(kernel: Kernel, url: string): void {
  const problem = urlProblemOf(url, { allowsPrivate: kernel.config.webhooksToPrivate })
  if (problem) fail('invalid', { fieldErrors: { url: URL_PROBLEMS[problem] } })
}

async function requireGroups(scope: Scope, requested: string[] | null): Promise<string[] | null> {
  if (requested === null) return null
  const groupIds = [...new Set(requested)]
  if (groupIds.length === 0)
    return fail('invalid', { fieldErrors: { groupIds: msg({ message: 'Choose at least one group.' }) } })
  const groups = await groupNames.get()(scope.db, scope.orgId, groupIds)
  return groups.length === groupIds.length ? groupIds : fail('not_found')
}

/** A webhook as the audit log shows it. */
function audited({ name, url, events, groups, state }: Webhook) {
  const query = URL.canParse(url) ? new URL(url).search : ''
  return { name, url: auditedUrl(url), query, events, groups: groups?.map((group) => group.name) ?? null, state }
}

/** A query can contain a secret of the receiver. */
function auditedUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : ''
}
