import { z } from 'zod'
import { apiError } from './envelope.ts'
import type { FailureCode } from './failures.ts'
import { appOfPath } from './app-keys.ts'
import type { Permission } from './permissions.ts'

/** The five HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: `none` without a session, `full` only a signed-in member, `any` also a session that still waits for
 * verification.
 */
export type SessionNeed = 'none' | 'any' | 'full'

/** Whether a past-due organization is refused with 401 `past_due`; `owner` refuses everyone but its owners. */
export type PastDueRule = 'blocked' | 'allowed' | 'owner'

/**
 * Whether an organization without the plan or payment method that it needs is refused with `plan_needed`: it reads, pays,
 * stops and opts people out, and changes and sends nothing. `owner` refuses everyone but its owners.
 */
export type PlanRule = 'needed' | 'not_needed' | 'owner'

type Shape = z.ZodObject | z.ZodUndefined

/** Whether API keys may call; `refused` with `not_for_api_keys` where only a person can decide, or has an own state. */
export type ApiKeyRule = 'allowed' | 'refused'

/**
 * Whether a member who views the product as a teammate may call. Refused are changes, files, and what is personal or secret,
 * which is why reads that refuse API keys are refused too unless they say otherwise.
 */
export type ViewingRule = 'allowed' | 'refused'

/** One API endpoint, declared once: the server must implement it, and the browser cannot call it with wrong types. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends z.ZodType = z.ZodType,
  Takes extends 'json' | 'bytes' = 'json' | 'bytes',
  Answers extends 'json' | 'file' = 'json' | 'file',
  Fails extends FailureCode = FailureCode,
> {
  kind: 'endpoint'
  method: Method
  /** Path under the API base, with `{name}` for parameters. */
  path: string
  /** A sentence for the API reference. */
  summary: string
  session: SessionNeed
  pastDue: PastDueRule
  /** Whether a member who must set up two-step login first is refused with `second_step_needed`. */
  secondStep: 'needed' | 'not_needed'
  plan: PlanRule
  /** The permission the member needs; undefined where any signed-in member may call. */
  can: Permission | undefined
  apiKeys: ApiKeyRule
  viewing: ViewingRule
  /** Codes of its own refusals; `failuresOf` adds those that follow from its kind. */
  fails: readonly Fails[]
  /** `bytes`: the body is a raw file, not JSON. */
  takes: Takes
  /** `file`: the response is a download, not JSON; errors are still JSON. */
  answers: Answers
  params: Params
  query: Query
  body: Body
  reply: Reply
}

/** Any endpoint, regardless of its shapes. */
export type AnyEndpoint = Endpoint<Shape, Shape, Shape, z.ZodType>

/** The declaration of an endpoint: an unset part takes no input. */
interface EndpointDeclaration<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType, T, A, F> {
  method: Method
  path: string
  summary: string
  session?: SessionNeed
  pastDue?: PastDueRule
  secondStep?: 'needed' | 'not_needed'
  /** Defaults to `needed` for changes, to `owner` for exports that owners make while past due, else to `not_needed`. */
  plan?: PlanRule
  can?: Permission
  /** Defaults to `allowed` where a permission is needed; what any member may do is mostly about that member. */
  apiKeys?: ApiKeyRule
  /** Defaults to `allowed` for reads that answer JSON and that API keys may call too. */
  viewing?: ViewingRule
  fails?: readonly F[]
  takes?: T
  answers?: A
  params?: P
  query?: Q
  body?: B
  reply: R
}

const nothing = z.undefined()

/** What a member may do while viewing as a teammate reads, whatever its method. */
function planRuleOf({
  method,
  session,
  pastDue,
  viewing,
}: Pick<AnyEndpoint, 'method' | 'session' | 'pastDue' | 'viewing'>): PlanRule {
  if (session === 'none' || pastDue === 'allowed') return 'not_needed'
  if (pastDue === 'owner') return 'owner'
  return method === 'GET' || viewing === 'allowed' ? 'not_needed' : 'needed'
}

/** Declares an endpoint. Bodies are always strict: unknown fields are refused with 400. */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = z.ZodUndefined,
  Q extends Shape = z.ZodUndefined,
  B extends Shape = z.ZodUndefined,
  T extends 'json' | 'bytes' = 'json',
  A extends 'json' | 'file' = 'json',
  F extends FailureCode = never,
>(declaration: EndpointDeclaration<P, Q, B, R, T, A, F>): Endpoint<P, Q, B, R, T, A, F> {
  const apiKeys = declaration.apiKeys ?? (declaration.can === undefined ? 'refused' : 'allowed')
  const session = declaration.session ?? 'full'
  const pastDue = declaration.pastDue ?? (session === 'none' ? 'allowed' : 'blocked')
  const isPlainRead = declaration.method === 'GET' && declaration.answers !== 'file' && apiKeys === 'allowed'
  const viewing = declaration.viewing ?? (isPlainRead ? 'allowed' : 'refused')
  return {
    kind: 'endpoint',
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    session,
    pastDue,
    secondStep: declaration.secondStep ?? (session === 'none' ? 'not_needed' : 'needed'),
    plan: declaration.plan ?? planRuleOf({ method: declaration.method, session, pastDue, viewing }),
    can: declaration.can,
    apiKeys,
    viewing,
    fails: declaration.fails ?? [],
    takes: declaration.takes ?? ('json' as T),
    answers: declaration.answers ?? ('json' as A),
    params: declaration.params ?? (nothing as P),
    query: declaration.query ?? (nothing as Q),
    body: declaration.body ?? (nothing as B),
    reply: declaration.reply,
  }
}

/** Refusals that follow from the kind of an endpoint: its method, session, permission and input. */
export type CommonFailure =
  | 'invalid'
  | 'too_large'
  | 'wrong_type'
  | 'session_invalid'
  | 'email_unverified'
  | 'not_for_api_keys'
  | 'viewing_only'
  | 'viewing_hidden'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'idempotency_lost'
  | 'past_due'
  | 'second_step_needed'
  | 'app_off'
  | 'app_not_in_plan'
  | 'plan_needed'
  | 'not_permitted'
  | 'not_found'
  | 'slow_down'
  | 'unavailable'
  | 'bug'

/** The codes an endpoint may answer, as a type for its callers. */
export type FailureOf<E extends AnyEndpoint> = E['fails'][number] | CommonFailure

/** Lists every code an endpoint may answer: its own first, then those that follow from its kind. */
export function failuresOf(endpoint: AnyEndpoint): FailureCode[] {
  return [...new Set<FailureCode>([...endpoint.fails, ...commonFailuresOf(endpoint)])]
}

/** Lists the codes that follow from the kind of an endpoint, which its own list need not name. */
export function commonFailuresOf(endpoint: AnyEndpoint): FailureCode[] {
  const { method, path, session, pastDue, secondStep, plan, can, apiKeys, viewing, params, query, body } = endpoint
  const common: CommonFailure[] = [
    'invalid',
    ...(method === 'GET' ? [] : (['too_large', 'wrong_type'] as const)),
    ...(session === 'none' ? [] : (['session_invalid'] as const)),
    ...(session === 'full' ? (['email_unverified'] as const) : []),
    ...(session !== 'none' && pastDue !== 'allowed' ? (['past_due'] as const) : []),
    ...(secondStep === 'needed' ? (['second_step_needed'] as const) : []),
    ...(plan === 'not_needed' ? [] : (['plan_needed'] as const)),
    // A page of an app that is off is closed for its visitors instead.
    ...(session !== 'none' && appOfPath(path) !== undefined ? (['app_off', 'app_not_in_plan'] as const) : []),
    ...(can === undefined ? [] : (['not_permitted'] as const)),
    ...(session !== 'none' && apiKeys === 'refused' ? (['not_for_api_keys'] as const) : []),
    ...(session !== 'none' && viewing === 'refused' ? ([refusalWhenViewing(endpoint)] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? IDEMPOTENCY_FAILURES : []),
    // An id may name a row that does not exist, or that the caller cannot see.
    ...([params, query, body].some(holdsId) ? (['not_found'] as const) : []),
    'slow_down',
    'unavailable',
    'bug',
  ]
  return common
}

/** Returns the code that refuses a call while its member views as a teammate. */
export function refusalWhenViewing({ method }: Pick<AnyEndpoint, 'method'>): 'viewing_only' | 'viewing_hidden' {
  return method === 'GET' ? 'viewing_hidden' : 'viewing_only'
}

const IDEMPOTENCY_FAILURES = ['idempotency_key_reused', 'idempotency_in_progress', 'idempotency_lost'] as const

/**
 * Returns whether a repeat of the call with the same idempotency key gets the response of the first one. A file is
 * produced again: it can be larger than what is worth storing.
 */
export function takesIdempotencyKey({ method, session, answers }: AnyEndpoint): boolean {
  return method === 'POST' && session !== 'none' && answers === 'json'
}

/** Returns whether a value of this schema may contain an id. */
function holdsId(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) return Object.values<z.ZodType>(schema.shape).some(holdsId)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return holdsId(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return holdsId(schema.element as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => holdsId(option as z.ZodType))
  return schema instanceof z.ZodUUID
}

/** Parsed path parameters of an endpoint. */
export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>
/** Parsed query of an endpoint. */
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>
/** Parsed body of an endpoint. */
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
/** The query as the caller passes it, before defaults. */
export type QueryInput<E extends AnyEndpoint> = z.input<E['query']>
/** The body as the caller passes it, before defaults. */
export type BodyInput<E extends AnyEndpoint> = z.input<E['body']>
/** The successful response of an endpoint. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>

/** Returns true for values made by `endpoint()`. */
export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}

/** The error response shared by every endpoint. */
export const failing = apiError
