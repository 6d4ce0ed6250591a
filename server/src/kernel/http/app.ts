import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import { BODY_MAX_BYTES, CALLS_PER_MINUTE } from '@crewline/contract/limits'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify'
import { z } from 'zod'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { Room } from '../room.ts'
import type { Scope } from '../scope.ts'
import { answerFailure } from './answer.ts'
import { read } from './door.ts'
import { makeLimit, type Limit } from './limits.ts'
import type { Guest, Served } from './serve.ts'
import { openSession } from './session-gate.ts'

/** The HTTP side of one process: the API under /api, the rooms' hooks beside it. */
export async function makeApp(kernel: Kernel, rooms: readonly Room[]): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: kernel.log,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: 30_000,
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
      api.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store')
      })
      await api.register(helmet, { contentSecurityPolicy: false })
      api.setNotFoundHandler((request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      // The pages answer every address that no route has; under the API an unknown one is a mistake of the caller.
      for (const url of ['/', '/*'])
        api.all(url, (request, reply) => answerFailure({ statusCode: 404 }, request, reply))
      const calls = makeLimit(CALLS_PER_MINUTE, 60)
      for (const served of rooms.flatMap((room) => room.routes ?? [])) addRoute(api, kernel, served, calls)
    },
    { prefix: '/api' },
  )
  for (const room of rooms) {
    if (room.hooks) await room.hooks(app, kernel)
  }
  return app
}

function addRoute(api: FastifyInstance, kernel: Kernel, served: Served, calls: Limit): void {
  const { endpoint } = served
  api.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      response: { 200: z.toJSONSchema(endpoint.reply, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) },
    },
    handler: async (request) => {
      refuseForeign(request.method, request.headers)
      const who =
        endpoint.session === 'none'
          ? guest(kernel, request)
          : await enter(kernel, served, request.headers.authorization, request.id)
      if ('actor' in who) await calls.take(who.actor.kind === 'member' ? who.actor.sessionId : who.orgId)
      const call = {
        params: read(endpoint.params, request.params),
        query: read(endpoint.query, request.query),
        body: read(endpoint.body, request.body),
      }
      const answer = await served.handle(who, call, kernel)
      return { status: 'OK', ...answer }
    },
  })
}

async function enter(
  kernel: Kernel,
  served: Served,
  authorization: string | undefined,
  requestId: string,
): Promise<Scope> {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
  const scope = await openSession(kernel, token, requestId)
  if (served.endpoint.pastDue === 'blocked' && scope.org.standing === 'past_due') fail('past_due')
  if (served.endpoint.can && !scope.can(served.endpoint.can)) fail('not_permitted', { internal: served.endpoint.can })
  return scope
}

/** No credential travels by itself, yet a page of another site has no business sending writes. */
function refuseForeign(method: string, headers: Record<string, string | string[] | undefined>): void {
  if (method !== 'GET' && headers['sec-fetch-site'] === 'cross-site')
    fail('invalid', { words: 'This request came from another site.' })
}

function guest(
  kernel: Kernel,
  request: { id: string; ip: string; headers: Record<string, string | string[] | undefined> },
): Guest {
  return {
    kernel,
    requestId: request.id,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  }
}
