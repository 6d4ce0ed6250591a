import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import { BODY_MAX_BYTES, CALLS_PER_MINUTE, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { Room } from '../room.ts'
import type { Scope } from '../scope.ts'
import { answerFailure } from './answer.ts'
import { read } from './door.ts'
import { languageAsked } from './language.ts'
import { makeLocalLimit, type Limit } from './limits.ts'
import { isDownload, type Call, type Download, type From, type Guest, type Served, type Visitor } from './serve.ts'
import { openSession, stageReader } from './session-gate.ts'

/** The HTTP side of one process: the API under /api, the rooms' hooks beside it. */
export async function makeApp(kernel: Kernel, rooms: readonly Room[]): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: kernel.log,
    bodyLimit: BODY_MAX_BYTES,
    // Long enough for a large file over a slow line; who sends no more than a beginning is cut off sooner.
    requestTimeout: 180_000,
    http: { headersTimeout: 30_000 },
    trustProxy:
      kernel.config.trustedProxies > 0 ? (_address: string, hop: number) => hop < kernel.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => kernel.world.id(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // Addresses that cannot be read never reach a route, and are refused in the same words.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  })
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: a query may hold a token.
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
      // JSON and nothing else: a form of another site cannot be mistaken for a request.
      api.removeContentTypeParser('text/plain')
      // Files come as they are; a route that takes JSON refuses them by its schema.
      api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      api.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store')
      })
      await api.register(helmet, { contentSecurityPolicy: false })
      api.setNotFoundHandler((request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      // The pages answer every address that no route has; under the API an unknown one is a mistake of the caller.
      for (const url of ['/', '/*'])
        api.all(url, (request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      const calls = makeLocalLimit(CALLS_PER_MINUTE, 60)
      for (const served of rooms.flatMap((room) => room.routes ?? [])) {
        if (served.streamsUpTo === undefined) addRoute(api, kernel, served, calls)
        else await api.register(async (own) => addStreamRoute(own, kernel, served, calls))
      }
    },
    { prefix: '/api' },
  )
  for (const room of rooms) {
    if (room.hooks) await room.hooks(app, kernel)
  }
  return app
}

/** A route whose body is too large to hold: its handler reads it piece by piece, and says itself when it is too much. */
function addStreamRoute(own: FastifyInstance, kernel: Kernel, served: Served, calls: Limit): void {
  own.removeContentTypeParser('application/octet-stream')
  own.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (Number(request.headers['content-length'] ?? 0) <= (served.streamsUpTo ?? 0)) return done(null, body)
    done(Object.assign(new Error('a body that is too large'), { statusCode: 413 }), undefined)
  })
  addRoute(own, kernel, served, calls)
}

function addRoute(api: FastifyInstance, kernel: Kernel, served: Served, calls: Limit): void {
  const { endpoint } = served
  api.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(served.bodyUpTo === undefined ? {} : { bodyLimit: served.bodyUpTo }),
    ...(endpoint.takes === 'bytes'
      ? {
          bodyLimit: UPLOAD_MAX_BYTES,
          // Megabytes are read only for those who may send them.
          onRequest: async (request) => void (await knock(kernel, served, request)),
        }
      : {}),
    handler: async (request, reply) => {
      refuseForeign(request.method, request.headers)
      const who = await knock(kernel, served, request)
      const caller = callerOf(who)
      if (caller) await calls.take(caller)
      const call = {
        params: read(endpoint.params, request.params),
        query: read(endpoint.query, request.query),
        body: endpoint.takes === 'bytes' ? bytesOf(request.body, served) : read(endpoint.body, request.body),
        from: cameFrom(request),
      } as Call<AnyEndpoint>
      const answer = await served.handle(who, call, kernel)
      if (isDownload(answer)) return sendDownload(reply, answer)
      return sendAnswer(reply, endpoint, { status: 'OK', ...answer })
    },
  })
}

/** How each endpoint's answers become JSON: worked out with the first one, because hundreds at once are most of a start. */
const writers = new WeakMap<AnyEndpoint, (answer: object) => string>()

/** Sends what the contract says of an answer, and nothing else that stands in it. */
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
        words: {
          en: 'Send the file as application/octet-stream.',
          es: 'Envía el archivo como application/octet-stream.',
        },
      })
}

function sendDownload(reply: FastifyReply, { name, type, content }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

interface Knocking {
  id: string
  ip: string
  headers: Record<string, string | string[] | undefined>
}

/** Lets in whom the endpoint takes: anyone, a session or a step on the way to one, or a session that may do this. */
async function knock(kernel: Kernel, { endpoint }: Served, request: Knocking): Promise<Scope | Guest | Visitor> {
  const { authorization } = request.headers
  const token = typeof authorization === 'string' && authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  if (endpoint.session === 'none') return { kernel, requestId: request.id, token, ...cameFrom(request) }
  if (endpoint.session === 'any') {
    const stage = token ? await stageReader.get()(kernel, token) : undefined
    if (stage) return { ...stage, requestId: request.id }
  }
  const scope = await openSession(kernel, token, request.id, languageAsked(request.headers['accept-language']))
  if (endpoint.pastDue === 'blocked' && scope.org.standing === 'past_due') fail('past_due')
  if (endpoint.can && !scope.can(endpoint.can)) fail('not_permitted', { internal: endpoint.can })
  return endpoint.session === 'any' ? { kind: 'member', scope, requestId: request.id } : scope
}

/** No credential travels by itself, yet a page of another site has no business sending writes. */
function refuseForeign(method: string, headers: Record<string, string | string[] | undefined>): void {
  if (method !== 'GET' && headers['sec-fetch-site'] === 'cross-site')
    fail('invalid', {
      words: { en: 'This request came from another site.', es: 'Esta solicitud vino de otro sitio.' },
    })
}

function cameFrom({ ip, headers }: Knocking): From {
  return { address: subscriberOf(ip), userAgent: String(headers['user-agent'] ?? '').slice(0, 200) }
}

/** Whose calls are counted together: those of a session, or of a step on the way to one. */
function callerOf(who: Scope | Guest | Visitor): string | undefined {
  if ('actor' in who) return who.actor.kind === 'member' ? who.actor.sessionId : who.orgId
  if (!('kind' in who)) return undefined
  if (who.kind === 'member') return callerOf(who.scope)
  return who.kind === 'applicant' ? who.registrationId : who.secretId
}

/** The part of an address that one subscriber has: all of IPv4, the first half of IPv6, in which anybody has 2^64 to choose from. */
function subscriberOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (four?.[1]) return four[1]
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  const half = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${half.join(':')}::`
}
