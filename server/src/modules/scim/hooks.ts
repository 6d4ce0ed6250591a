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

const BODY_MAX_BYTES = 1_048_576

/** A SCIM API at one address, with the tokens and the resources of its own. */
export interface ScimSite {
  /** The path before the resources, such as `/scim/v2`. */
  prefix: string
  /** Opens the scope of a token; undefined for one that does not work. */
  open: (token: string, requestId: string) => Promise<Scope | undefined>
  /** Adds the resources. */
  add: (on: On) => void
}

/** Registers the SCIM 2.0 API for members. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { scimUrl } = valuesOf(kernel, '')
  await serveScim(app, kernel, {
    prefix: '/scim/v2',
    open: (token, requestId) => openClient(kernel, token, requestId),
    add: (on) => addResources(on, kernel, scimUrl),
  })
}

/** Registers a SCIM 2.0 API (RFC 7644). Errors have its own form, and every call needs a token of the site. */
export async function serveScim(app: FastifyInstance, kernel: Kernel, site: ScimSite): Promise<void> {
  await app.register(
    async (instance) => {
      instance.removeAllContentTypeParsers()
      for (const type of ['application/scim+json', 'application/json'])
        instance.addContentTypeParser(
          type,
          { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
          (_request, body, done) => {
            try {
              done(null, body === '' ? undefined : readJson(body as string))
            } catch {
              done(new ScimRefused(400, 'The body is not JSON that can be stored.', 'invalidSyntax'), undefined)
            }
          },
        )
      instance.setErrorHandler((error, _request, reply) => sendError(kernel, reply, error))
      const on: On = (method, url, handle) =>
        instance.route<Call>({
          method,
          url,
          handler: async (request, reply) => {
            const scope = await admit(kernel, request, site)
            const { params, body: sent } = request
            const { http = 200, body } = await handle(scope, { params, query: joined(request.query), body: sent })
            void reply.status(http).header('cache-control', 'no-store')
            return body === undefined ? reply.send() : send(reply, body)
          },
        })
      site.add(on)
      for (const url of ['/', '/*'])
        instance.all(url, async () => {
          throw new ScimRefused(404, 'There is no such resource.')
        })
    },
    { prefix: site.prefix },
  )
}

/** Opens the client of a token. Wrong tokens are counted by address, calls by token. */
async function admit(kernel: Kernel, request: FastifyRequest, { open }: ScimSite): Promise<Scope> {
  const { authorization = '' } = request.headers
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  const failures = makeLimit(kernel, 'scim-failures', SCIM_FAILURES_PER_MINUTE, 60)
  if (await failures.isExhausted(subscriberOf(request.ip)))
    throw new ScimRefused(429, 'Too many wrong tokens. Wait a minute.')
  const scope = await open(token, request.id)
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
