import { msg } from '@crewline/contract/localized-text'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import { BODY_MAX_BYTES, CALLS_PER_MINUTE, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { failuresOf, takesIdempotencyKey, type AnyEndpoint } from '@crewline/contract/endpoint'
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@crewline/contract/idempotency'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import { viewingOf } from '../scope.ts'
import type { ModuleDefinition } from '../module.ts'
import { dispositionOf } from './disposition.ts'
import { answerFailure, codeOfError } from './answer.ts'
import { read } from './validate.ts'
import { addHooks } from './hooks.ts'
import { awaitsBody, cutUnfinished } from './unfinished.ts'
import { makeLocalLimit, type Limit } from './limits.ts'
import { callerOf, describeClient, openGate, refuseForeign, scopeOf, type Requester } from './gate.ts'
import { makeApiKeyLimit, type ApiKeyLimit } from './api-key-limit.ts'
import { callOnce, hashOfCall, hashOfStream, readIdempotencyKey, type RequestHash } from './idempotency.ts'
import { isDownload, type Call, type Download, type Served } from './serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    /** Whether a route next to the API takes a file, whose body may arrive slowly. */
    takesFile?: boolean
  }
}

/** Bodies other than files are small: one that is not complete after this long, in ms, is not coming. */
const BODY_TIMEOUT_MS = 30_000

/** Builds the HTTP server of one process: the API under /api, and the modules' webhooks next to it. */
export async function makeApp(
  kernel: Kernel,
  modules: readonly ModuleDefinition[],
  { bodyTimeoutMs = BODY_TIMEOUT_MS }: { bodyTimeoutMs?: number } = {},
): Promise<FastifyInstance> {
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
    // One log for all: few requests log anything, and those lines name their request themselves.
    childLoggerFactory: (log) => log,
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
  app.addHook('onRequest', (request, _reply, done) => {
    if (awaitsBody(request.raw)) {
      // Files may be large and their connection slow: only the timeout of the whole request holds for them.
      const { endpoint, takesFile } = request.routeOptions.config
      if (endpoint?.takes !== 'bytes' && !takesFile) cutUnfinished(request.raw, bodyTimeoutMs)
    }
    done()
  })
  if (kernel.log.isLevelEnabled('debug'))
    app.addHook('onResponse', async (request, reply) => {
      // Logs the route pattern, never the address: a query may contain a token.
      const { method, routeOptions } = request
      const ms = Math.round(reply.elapsedTime)
      kernel.log.debug({ route: routeOptions.url, method, http: reply.statusCode, ms }, 'answered')
    })
  await app.register(
    async (api) => {
      // Accepts only JSON, so that a form on another site cannot pass as a request.
      api.removeContentTypeParser('text/plain')
      // Many clients name JSON for every call, also for one without a body, such as a DELETE.
      const parseJson = api.getDefaultJsonParser('error', 'error')
      api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
        const takesNone = request.routeOptions.config.endpoint?.body.def.type === 'undefined'
        return body === '' && takesNone ? done(null, undefined) : parseJson(request, body as string, done)
      })
      // Files arrive as raw bytes; a route that takes JSON refuses them by its schema.
      api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      api.addHook('onSend', async (request, reply) => {
        // Errors name their request in the body; a success can be found in the audit log by the header only.
        void reply.header('cache-control', 'no-store').header('x-request-id', request.id)
      })
      await api.register(helmet, { contentSecurityPolicy: false })
      api.setNotFoundHandler((request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      // Pages answer every address without a route; under the API an unknown address is a caller's mistake.
      for (const url of ['/', '/*'])
        api.all(url, (request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      const calls: CallLimits = { sessions: makeLocalLimit(CALLS_PER_MINUTE, 60), apiKeys: makeApiKeyLimit(kernel) }
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
function addStreamRoute(streamApi: FastifyInstance, kernel: Kernel, served: Served, calls: CallLimits): void {
  streamApi.removeContentTypeParser('application/octet-stream')
  streamApi.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (Number(request.headers['content-length'] ?? 0) <= (served.streamsUpTo ?? 0)) return done(null, body)
    done(Object.assign(new Error('the request body is too large'), { statusCode: 413 }), undefined)
  })
  addRoute(streamApi, kernel, served, calls)
}

/** The limits of calls per minute. */
interface CallLimits {
  sessions: Limit
  apiKeys: ApiKeyLimit
}

function addRoute(api: FastifyInstance, kernel: Kernel, served: Served, calls: CallLimits): void {
  const { endpoint } = served
  const admit = (request: FastifyRequest, reply: FastifyReply): Promise<Requester> => {
    refuseForeign(request, kernel.config.publicUrl)
    return openGate(kernel, served, request, async (requester) => {
      const end = await calls.apiKeys.begin(scopeOf(requester), (name, value) => void reply.header(name, value))
      // Also when the handler fails, or the client hangs up.
      if (end) return void reply.raw.once('close', end)
      const caller = callerOf(requester)
      if (caller) await calls.sessions.take(caller)
    })
  }
  api.route({
    method: endpoint.method,
    config: { endpoint },
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(served.bodyUpTo === undefined ? {} : { bodyLimit: served.bodyUpTo }),
    ...(endpoint.takes === 'bytes'
      ? {
          bodyLimit: UPLOAD_MAX_BYTES,
          // Checks permission before reading megabytes.
          onRequest: async (request, reply) => void (await admit(request, reply)),
        }
      : {}),
    handler: async (request, reply) => {
      // A long upload may outlive the session that began it.
      const requester =
        endpoint.takes === 'bytes' ? await openGate(kernel, served, request) : await admit(request, reply)
      const call = {
        params: read(endpoint.params, request.params),
        query: read(endpoint.query, request.query),
        body: endpoint.takes === 'bytes' ? bytesOf(request.body, served) : read(endpoint.body, request.body),
        from: describeClient(request),
        fail,
      } as Call<AnyEndpoint>
      const scope = scopeOf(requester)
      const isRepeatable = scope && takesIdempotencyKey(endpoint) && !viewingOf(scope)
      const key = isRepeatable && readIdempotencyKey(request.headers[IDEMPOTENCY_HEADER])
      if (scope && key) {
        const { stream, hash } = fingerprint(request)
        if (stream) Object.assign(call, { body: stream })
        const { json, isReplay } = await callOnce(kernel, scope, { key, hash }, async () =>
          jsonOf(reply, endpoint, await served.handle(requester, call, kernel)),
        )
        if (isReplay) void reply.header(REPLAYED_HEADER, 'true')
        return sendJson(reply, json)
      }
      const answer = await served.handle(requester, call, kernel)
      return isDownload(answer) ? sendDownload(reply, answer) : sendJson(reply, jsonOf(reply, endpoint, answer))
    },
  })
}

/** JSON serializers per endpoint, built on first use, because building hundreds takes most of the start time. */
const writers = new WeakMap<AnyEndpoint, (answer: object) => string>()

function fingerprint({ method, url, body }: FastifyRequest): { stream?: Readable; hash: RequestHash } {
  return body instanceof Readable ? hashOfStream(method, url, body) : { hash: hashOfCall(method, url, body) }
}

/** Writes only the fields of a response that the contract defines. */
function jsonOf(reply: FastifyReply, endpoint: AnyEndpoint, answer: object): string {
  let write = writers.get(endpoint)
  if (!write) {
    const shape = z.toJSONSchema(endpoint.reply, { target: 'draft-7', io: 'output', unrepresentable: 'any' })
    write = reply.compileSerializationSchema(shape) as (answer: object) => string
    writers.set(endpoint, write)
  }
  return write({ status: 'OK', ...answer })
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
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
