import { msg } from '@crewline/contract/localized-text'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import { BODY_MAX_BYTES, CALLS_PER_MINUTE, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { failuresOf, type AnyEndpoint } from '@crewline/contract/endpoint'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { Failure, fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { ModuleDefinition } from '../module.ts'
import { needsSecondStep, type Scope } from '../scope.ts'
import { dispositionOf } from './disposition.ts'
import { answerFailure, codeOfError } from './answer.ts'
import { read } from './validate.ts'
import { addHooks } from './hooks.ts'
import { readPreferredLanguage } from './language.ts'
import { isSameOrigin } from './origin.ts'
import { cutUnfinished } from './unfinished.ts'
import { makeLocalLimit, type Limit } from './limits.ts'
import { isDownload, type Call, type Download, type From, type Guest, type Served, type Visitor } from './serve.ts'
import { openSession, signInStepReader } from './session-gate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
  }
}

/** Bodies other than files are small: one that is not complete after this long, in ms, is not coming. */
const BODY_TIMEOUT_MS = 30_000

/** Builds the HTTP server of one process: the API under /api, and the modules' webhooks next to it. */
export async function makeApp(kernel: Kernel, modules: readonly ModuleDefinition[]): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: kernel.log,
    bodyLimit: BODY_MAX_BYTES,
    // Long enough for a large file over a slow connection; a client that sends only incomplete headers is cut off
    // sooner.
    requestTimeout: 180_000,
    http: { headersTimeout: 30_000 },
    trustProxy:
      kernel.config.trustedProxies > 0 ? (_address: string, hop: number) => hop < kernel.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => kernel.world.id(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // An invalid address never reaches a route; it is refused in the same envelope.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  })
  app.setErrorHandler((error, request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint && !failuresOf(endpoint).includes(codeOfError(error)))
      kernel.log.error(
        { code: codeOfError(error), method: endpoint.method, path: endpoint.path },
        'http: an endpoint refused with a code that it does not declare',
      )
    return answerFailure(error, request, reply)
  })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    // Files may be large and their connection slow: only the timeout of the whole request holds for them.
    if (routeOptions.config.endpoint?.takes !== 'bytes') cutUnfinished(raw, BODY_TIMEOUT_MS)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Logs the route pattern, never the address: a query may contain a token.
    kernel.log.debug(
      {
        route: request.routeOptions.url,
        method: request.method,
        http: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  await app.register(
    async (api) => {
      // Accepts only JSON, so that a form on another site cannot pass as a request.
      api.removeContentTypeParser('text/plain')
      // Files arrive as raw bytes; a route that takes JSON refuses them by its schema.
      api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      api.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store')
      })
      await api.register(helmet, { contentSecurityPolicy: false })
      api.setNotFoundHandler((request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      // Pages answer every address without a route; under the API an unknown address is a caller's mistake.
      for (const url of ['/', '/*'])
        api.all(url, (request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      const calls = makeLocalLimit(CALLS_PER_MINUTE, 60)
      for (const served of modules.flatMap((module) => module.routes ?? [])) {
        if (served.streamsUpTo === undefined) addRoute(api, kernel, served, calls)
        else await api.register(async (streamApi) => addStreamRoute(streamApi, kernel, served, calls))
      }
    },
    { prefix: '/api' },
  )
  await addHooks(app, kernel, modules)
  return app
}

/**
 * Adds a route whose body is too large for memory: its handler reads it chunk by chunk and refuses too large a body
 * itself.
 */
function addStreamRoute(streamApi: FastifyInstance, kernel: Kernel, served: Served, calls: Limit): void {
  streamApi.removeContentTypeParser('application/octet-stream')
  streamApi.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (Number(request.headers['content-length'] ?? 0) <= (served.streamsUpTo ?? 0)) return done(null, body)
    done(Object.assign(new Error('the request body is too large'), { statusCode: 413 }), undefined)
  })
  addRoute(streamApi, kernel, served, calls)
}

function addRoute(api: FastifyInstance, kernel: Kernel, served: Served, calls: Limit): void {
  const { endpoint } = served
  api.route({
    method: endpoint.method,
    config: { endpoint },
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(served.bodyUpTo === undefined ? {} : { bodyLimit: served.bodyUpTo }),
    ...(endpoint.takes === 'bytes'
      ? {
          bodyLimit: UPLOAD_MAX_BYTES,
          // Checks permission before reading megabytes.
          onRequest: async (request) => void (await openGate(kernel, served, request)),
        }
      : {}),
    handler: async (request, reply) => {
      refuseForeign(request, kernel.config.publicUrl)
      const requester = await openGate(kernel, served, request)
      const caller = callerOf(requester)
      if (caller) await calls.take(caller)
      const call = {
        params: read(endpoint.params, request.params),
        query: read(endpoint.query, request.query),
        body: endpoint.takes === 'bytes' ? bytesOf(request.body, served) : read(endpoint.body, request.body),
        from: describeClient(request),
        fail,
      } as Call<AnyEndpoint>
      const answer = await served.handle(requester, call, kernel)
      if (isDownload(answer)) return sendDownload(reply, answer)
      return sendAnswer(reply, endpoint, { status: 'OK', ...answer })
    },
  })
}

/** JSON serializers per endpoint, built on first use, because building hundreds takes most of the start time. */
const writers = new WeakMap<AnyEndpoint, (answer: object) => string>()

/** Sends only the fields of a response that the contract defines. */
function sendAnswer(reply: FastifyReply, endpoint: AnyEndpoint, answer: object): FastifyReply {
  let write = writers.get(endpoint)
  if (!write) {
    const shape = z.toJSONSchema(endpoint.reply, { target: 'draft-7', io: 'output', unrepresentable: 'any' })
    write = reply.compileSerializationSchema(shape) as (answer: object) => string
    writers.set(endpoint, write)
  }
  return reply.type('application/json; charset=utf-8').send(write(answer))
}

function bytesOf(body: unknown, served: Served): Buffer | Readable {
  const fits = served.streamsUpTo === undefined ? Buffer.isBuffer(body) : body instanceof Readable
  return fits
    ? (body as Buffer | Readable)
    : fail('wrong_type', {
        text: msg({ message: 'Send the file as application/octet-stream.' }),
      })
}

function sendDownload(reply: FastifyReply, { name, type, content }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', dispositionOf('attachment', name))
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

interface Knocking {
  id: string
  ip: string
  headers: Record<string, string | string[] | undefined>
}

/** Admits the callers the endpoint allows: anyone, a session or a sign-in step, or a session with the permission. */
async function openGate(kernel: Kernel, { endpoint }: Served, request: Knocking): Promise<Scope | Guest | Visitor> {
  const { authorization } = request.headers
  const token = typeof authorization === 'string' && authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
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
  if (endpoint.pastDue === 'blocked' && scope.org.status === 'past_due') fail('past_due')
  if (endpoint.secondStep === 'needed' && needsSecondStep(scope)) fail('second_step_needed')
  if (endpoint.can && !scope.can(endpoint.can)) fail('not_permitted', { internal: endpoint.can })
  return endpoint.session === 'any' ? { kind: 'member', scope, requestId: request.id } : scope
}

/** Credentials are never sent automatically, but writes from pages of other sites are refused anyway. */
function refuseForeign({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, publicUrl: string): void {
  if (method !== 'GET' && (headers['sec-fetch-site'] === 'cross-site' || !isSameOrigin(headers, publicUrl)))
    fail('invalid', {
      text: msg({ message: 'This request came from another site.' }),
    })
}

function describeClient({ ip, headers }: Knocking): From {
  return { address: subscriberOf(ip), userAgent: String(headers['user-agent'] ?? '').slice(0, 200) }
}

/** Returns the rate limit key: the session or the sign-in step. */
function callerOf(requester: Scope | Guest | Visitor): string | undefined {
  if ('actor' in requester) return requester.actor.kind === 'member' ? requester.actor.sessionId : requester.orgId
  if (!('kind' in requester)) return undefined
  if (requester.kind === 'member') return callerOf(requester.scope)
  return requester.kind === 'applicant' ? requester.registrationId : requester.secretId
}

/**
 * Returns what identifies a subscriber: all of an IPv4 address, the first half of an IPv6 address, which has 2^64 each.
 */
function subscriberOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (four?.[1]) return four[1]
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  const half = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${half.join(':')}::`
}
