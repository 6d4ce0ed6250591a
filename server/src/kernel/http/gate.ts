import { appOfPath } from '@crewline/contract/app-keys'
import { refusalWhenViewing } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import { needsSecondStep, viewingOf, type Scope } from '../scope.ts'
import { readPreferredLanguage } from './language.ts'
import { isSameOrigin } from './origin.ts'
import { isOpenWhenPastDue, isOpenWithoutPlan } from './past-due.ts'
import type { From, Guest, Served, Visitor } from './serve.ts'
import { openSession, signInStepReader } from './session-gate.ts'
import { subscriberOf } from './subscriber.ts'

/** The caller of an endpoint, as far as the endpoint needs to know them. */
export type Requester = Scope | Guest | Visitor

/** What the gate reads of a request. */
export interface Knocking {
  id: string
  ip: string
  headers: Record<string, string | string[] | undefined>
}

/** Finds out who calls: anyone where no session is needed, a session, an API key or a sign-in step. */
async function identify(kernel: Kernel, { endpoint }: Served, request: Knocking): Promise<Requester> {
  const token = tokenOf(request)
  if (endpoint.session === 'none') return { kernel, requestId: request.id, token, ...describeClient(request) }
  const readStep = async () => (token ? await signInStepReader.get()(kernel, token) : undefined)
  if (endpoint.session === 'any') {
    const step = await readStep()
    if (step) return { ...step, requestId: request.id }
  }
  const language = readPreferredLanguage(request.headers['accept-language'])
  const scope = await openSession(kernel, token, request.id, language).catch(async (error: unknown) => {
    // 403 logs a browser out and would end the registration: its token is valid, and not yet for this.
    const isInvalid = error instanceof Failure && error.code === 'session_invalid'
    const step = isInvalid ? await readStep() : undefined
    if (step?.kind === 'applicant' && !step.isConfirmed) return fail('email_unverified')
    throw error
  })
  return endpoint.session === 'any' ? { kind: 'member', scope, requestId: request.id } : scope
}

/** Refuses members and API keys that may not call the endpoint. */
function refuseUnfit({ endpoint }: Served, scope: Scope | undefined): void {
  if (!scope) return
  const isKey = scope.actor.kind === 'member' && scope.actor.apiKey !== undefined
  if (isKey && endpoint.apiKeys === 'refused') fail('not_for_api_keys')
  if (viewingOf(scope) && endpoint.viewing === 'refused') fail(refusalWhenViewing(endpoint))
  if (scope.org.status === 'past_due' && !isOpenWhenPastDue(endpoint, scope)) fail('past_due')
  if (endpoint.secondStep === 'needed' && needsSecondStep(scope)) fail('second_step_needed')
  if (scope.org.needsPlan && !isOpenWithoutPlan(endpoint, scope)) fail('plan_needed')
  const app = appOfPath(endpoint.path)
  if (app !== undefined && scope.org.appsNotInPlan?.includes(app)) fail('app_not_in_plan')
  if (app !== undefined && scope.org.features?.[app] === false) fail('app_off')
  if (!endpoint.can || scope.can(endpoint.can)) return
  const text = msg({ message: 'This API key needs the permission {permission}.', values: { permission: endpoint.can } })
  fail('not_permitted', { internal: endpoint.can, ...(isKey ? { text } : {}) })
}

/**
 * Admits the callers the endpoint allows: anyone, a session or a sign-in step, or a session or an API key with the
 * permission. `onIdentified` runs as soon as it is known who calls, before refusals that depend on the endpoint.
 */
export async function openGate(
  kernel: Kernel,
  served: Served,
  request: Knocking,
  onIdentified?: (requester: Requester) => Promise<void>,
): Promise<Requester> {
  const requester = await identify(kernel, served, request)
  await onIdentified?.(requester)
  refuseUnfit(served, scopeOf(requester))
  return requester
}

function tokenOf({ headers: { authorization } }: Knocking): string {
  return typeof authorization === 'string' && authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
}

/** Credentials are never sent automatically, but writes from pages of other sites are refused anyway. */
export function refuseForeign(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  publicUrl: string,
): void {
  if (method !== 'GET' && (headers['sec-fetch-site'] === 'cross-site' || !isSameOrigin(headers, publicUrl)))
    fail('invalid', {
      text: msg({ message: 'This request came from another site.' }),
    })
}

/** Describes where a request came from. */
export function describeClient({ ip, headers }: Knocking): From {
  return { address: subscriberOf(ip), userAgent: String(headers['user-agent'] ?? '').slice(0, 200) }
}

/** Returns the scope of a caller with a session or an API key. */
export function scopeOf(requester: Requester): Scope | undefined {
  if ('actor' in requester) return requester
  return 'kind' in requester && requester.kind === 'member' ? requester.scope : undefined
}

/** Returns the rate limit key: the session or the sign-in step. */
export function callerOf(requester: Requester): string | undefined {
  if ('actor' in requester) return requester.actor.kind === 'member' ? requester.actor.sessionId : requester.orgId
  if (!('kind' in requester)) return undefined
  if (requester.kind === 'member') return callerOf(requester.scope)
  return requester.kind === 'applicant' ? requester.registrationId : requester.secretId
}
