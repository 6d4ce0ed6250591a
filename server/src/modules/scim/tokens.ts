import type { BodyOf } from '@crewline/contract/endpoint'
import type { createScimToken, ScimToken } from '@crewline/contract/scim'
import { SCIM_TOKEN_PREFIX } from '@crewline/contract/scim-limits'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { addApiKeyUser } from '../accounts/index.ts'
import { requireOwner, valuesOf } from '../sso/index.ts'
import { addApiKeyMember, memberSessions } from '../team/index.ts'
import { addToken, noteTokenUse, revokeToken } from './store.ts'
import { clientByHash, listTokens } from './views.ts'

/** How often the last use of a token is saved, in ms. */
const NOTE_EVERY_MS = 5 * 60_000
/** How many characters of a token are stored and shown. */
const SHOWN = SCIM_TOKEN_PREFIX.length + 6

/** Lists the tokens with the address to enter at the identity provider. */
export async function list(kernel: Kernel, scope: Scope): Promise<{ scimTokens: ScimToken[]; scimUrl: string }> {
  return { scimTokens: await listTokens(scope), scimUrl: valuesOf(kernel, '').scimUrl }
}

/** Creates a token, with a user and a member of its own as whom it acts. Needs a fresh proof of an owner. */
export async function create(
  kernel: Kernel,
  scope: Scope,
  request: BodyOf<typeof createScimToken>,
): Promise<{ scimToken: ScimToken; secret: string }> {
  const owner = requireOwner(scope)
  await memberSessions.get().requireProof(kernel, owner)
  const { world } = scope
  const secret = SCIM_TOKEN_PREFIX + world.bytes(32).toString('base64url')
  const id = world.id()
  const userId = world.id()
  const expiresAt = new Date(world.now().getTime() + request.days * 86_400_000)
  // Without a membership this row means nothing, so it need not commit together with the token.
  await addApiKeyUser(kernel.database.asSystem('provisioning clients act as users'), {
    id: userId,
    name: request.name,
    now: world.now(),
    kind: 'SCIM',
  })
  await scope.tx(async (tx) => {
    const memberId = await addApiKeyMember(tx, { userId, groupIds: null })
    const hash = tokenHash(secret)
    const start = secret.slice(0, SHOWN)
    await addToken(tx, { id, name: request.name, userId, memberId, start, hash, createdBy: owner.userId, expiresAt })
    tx.audit('scim-token.created', id, { name: request.name, expiresAt: expiresAt.toISOString() })
  })
  const [scimToken] = await listTokens(scope, id)
  return { scimToken: scimToken ?? fail('not_found'), secret }
}

/** Revokes a token: its next call is refused. */
export async function revoke(kernel: Kernel, scope: Scope, id: string) {
  requireOwner(scope)
  await scope.tx(async (tx) => {
    const name = (await revokeToken(tx, id)) ?? fail('not_found')
    tx.audit('scim-token.revoked', id, { name })
  })
  return list(kernel, scope)
}

/** Opens the scope of the client with this token: it acts under its own name. Returns undefined for an invalid token. */
export async function openClient(kernel: Kernel, token: string, requestId: string): Promise<Scope | undefined> {
  if (!token.startsWith(SCIM_TOKEN_PREFIX) || token.length > 100) return undefined
  const system = kernel.database.asSystem('a SCIM token identifies its organization')
  const now = kernel.world.now()
  const client = await clientByHash(system, tokenHash(token), now)
  if (!client) return undefined
  const { tokenId, name, userId, memberId, lastUsedAt, org } = client
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > NOTE_EVERY_MS) await noteTokenUse(system, tokenId, now)
  const actor = {
    kind: 'member' as const,
    userId,
    memberId,
    role: 'viewer' as const,
    scope: 'all' as const,
    sessionId: tokenId,
    firstname: 'SCIM',
    lastname: name,
    locale: 'en' as const,
    apiKey: { permissions: [] },
  }
  return makeScope(kernel, org, actor, requestId)
}
