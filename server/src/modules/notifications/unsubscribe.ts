import { createHmac, timingSafeEqual } from 'node:crypto'
import { changeOf } from '../../kernel/audit-change.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { turnOffDigest } from './store/digests.ts'

/** The member whose digest a link turns off. */
export interface Subscription {
  orgId: string
  userId: string
}

const TOKEN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/

/** Returns the link that turns off the digest of a member. It stays valid: an email may be opened years later. */
export function unsubscribeUrl(kernel: Kernel, subscription: Subscription): string {
  return `${kernel.config.publicUrl}/public/digest?t=${tokenOf(kernel, subscription)}`
}

/** Returns whom a token is for, or undefined when it is not ours. */
export function subscriptionOf(kernel: Kernel, token: unknown): Subscription | undefined {
  if (typeof token !== 'string') return undefined
  const [, orgId, userId] = TOKEN.exec(token) ?? []
  if (orgId === undefined || userId === undefined) return undefined
  const [actual, expected] = [token, tokenOf(kernel, { orgId, userId })].map((text) => Buffer.from(text))
  return actual && expected && timingSafeEqual(actual, expected) ? { orgId, userId } : undefined
}

/** Turns off the digest of the member, which changes nothing when it is off. Returns the name of the organization. */
export async function unsubscribe(kernel: Kernel, { orgId, userId }: Subscription): Promise<string> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'the link in a digest was used' }, '')
  await scope.tx(async (tx) => {
    const digest = await turnOffDigest(tx, userId)
    if (digest !== undefined)
      tx.audit('notification-settings.changed', userId, {
        ...changeOf({ digest }, { digest: 'off' }),
        byLink: true,
      })
  })
  return organization.name
}

function tokenOf(kernel: Kernel, { orgId, userId }: Subscription): string {
  const key = kernel.encryption.fingerprint('digest-unsubscribe', 'key')
  const signed = `${orgId}.${userId}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
