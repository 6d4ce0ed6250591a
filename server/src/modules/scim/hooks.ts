import { SCIM_CALLS_PER_MINUTE, SCIM_FAILURES_PER_MINUTE } from '@crewline/contract/scim-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { valuesOf } from '../sso/index.ts'
import { joined, readJson, refusalOf } from './answers.ts'
import { addResources, type Call, type On } from './routes-resources.ts'
import { ScimRefused } from './rules.ts'
import { openClient } from './tokens.ts'

const BASE = '/scim/v2'
const BODY_MAX_BYTES = 1_048_576

/** Registers the SCIM 2.0 API (RFC 7644). Errors have its own form, and every call needs a SCIM token. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { scimUrl } = valuesOf(kernel, '')
  await app.register(
    async (site) => {
      site.removeAllContentTypeParsers()
      for (const type of ['application/scim+json', 'application/json'])
        site.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => {
          try {
            done(null, body === '' ? undefined : readJson(body as string))
          } catch {
            done(new ScimRefused(400, 'The body is not JSON that can be stored.', 'invalidSyntax'), undefined)
          }
        })
      site.setErrorHandler((error, _request, reply) => sendError(kernel, reply, error))
      const on: On = (method, url, handle) =>
        site.route<Call>({
          method,
          url,
          handler: async (request, reply) => {
            const scope = await admit(kernel, request)
            const { params, body: sent } = request
            const { http = 200, body } = await handle(scope, { params, query: joined(request.query), body: sent })
            void reply.status(http).header('cache-control', 'no-store')
            return body === undefined ? reply.send() : send(reply, body)
          },
        })
      addResources(on, kernel, scimUrl)
      for (const url of ['/', '/*'])
        site.all(url, async () => {
          throw new ScimRefused(404, 'There is no such resource.')
        })
    },
    { prefix: BASE },
  )
}

/** Opens the client of a token. Wrong tokens are counted by address, calls by token. */
async function admit(kernel: Kernel, request: FastifyRequest): Promise<Scope> {
  const { authorization = '' } = request.headers
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  const failures = makeLimit(kernel, 'scim-failures', SCIM_FAILURES_PER_MINUTE, 60)
  if (await failures.isExhausted(subscriberOf(request.ip)))
    throw new ScimRefused(429, 'Too many wrong tokens. Wait a minute.')
  const scope = await openClient(kernel, token, request.id)
  if (!scope) {
    await failures.take(subscriberOf(request.ip))
    throw new ScimRefused(401, 'The token is missing, wrong, expired or revoked.')
  }
  await makeLimit(kernel, 'scim', SCIM_CALLS_PER_MINUTE, 60).take(token)
  return scope
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

function sendError(kernel: Kernel, reply: FastifyReply, error: unknown): FastifyReply {
  const { http, detail, scimType } = refusalOf(error)
  if (http >= 500) kernel.log.error({ err: error }, 'scim: a call failed')
  if (http === 401) void reply.header('www-authenticate', 'Bearer realm="scim"')
  if (http === 429) void reply.header('retry-after', '60')
  return send(reply.status(http).header('cache-control', 'no-store'), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(http),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  })
}
