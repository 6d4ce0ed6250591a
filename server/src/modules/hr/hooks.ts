import { Readable } from 'node:stream'
import { FAILURES } from '@crewline/contract/failures'
import { HR_FILE_MAX_BYTES, HR_KEY_FAILURES_PER_MINUTE, HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { serveScim } from '../scim/index.ts'
import { providerOf } from './access.ts'
import { noteRevoked } from './connecting.ts'
import { keyOfSecret } from './file/keys.ts'
import { reportMissedFiles } from './file/missed.ts'
import { receiveFile } from './file/receive.ts'
import type { HrEvent } from './provider.ts'
import { addWorkerResources, workersUrl } from './scim/resources.ts'
import { systemScope } from './scope.ts'
import { bringForward, lockConnection, orgOfConnection } from './store/connection.ts'

/** After a change at the HR system, the sync waits this long for further ones, in ms. */
const SETTLE_MS = 120_000

/**
 * Registers the addresses for files and for SCIM, and the webhook of the service that reads HR systems. It only says that
 * something changed: the next sync begins sooner, and reads everything. Answers 400 for a wrong signature, 404 where no HR
 * system can be connected, and 503 for our own failures, so that it is sent again. `/dev/missed-files` looks for missing files days ahead.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await addFileHook(app, kernel)
  await serveScim(app, kernel, {
    prefix: HR_SCIM_PATH,
    open: async (token) => {
      const key = await keyOfSecret(kernel, token, 'scim')
      return key && systemScope(kernel, key.orgId)
    },
    add: (on) => addWorkerResources(on, workersUrl(kernel)),
  })
  await app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    instance.post('/hooks/finch', (request, reply) => takeWebhook(kernel, request, reply))
  })
  if (!kernel.config.simulators) return
  app.post<{ Body: { days?: unknown } | null }>('/dev/missed-files', async ({ body }, reply) => {
    const days = Number(body?.days)
    if (!(days >= 0 && days <= 60)) return reply.status(400).send()
    await reportMissedFiles(kernel, new Date(kernel.world.now().getTime() + days * 86_400_000))
    return reply.status(204).send()
  })
}

async function takeWebhook(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const provider = providerOf(kernel)
  if (!provider) return reply.status(404).send()
  const raw = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  let event: HrEvent | 'forged'
  try {
    event = provider.readEvent(raw, headers)
  } catch {
    return reply.status(400).send()
  }
  if (event === 'forged') return reply.status(400).send()
  try {
    await noteEvent(kernel, event)
  } catch (error) {
    kernel.log.error({ err: error }, 'hr: a webhook could not be stored')
    return reply.status(503).send()
  }
  return reply.send({ received: true })
}

async function noteEvent(kernel: Kernel, event: HrEvent): Promise<void> {
  const system = kernel.database.asSystem('a webhook may be about any organization')
  const orgId = await orgOfConnection(system, event.connectionId)
  if (!orgId || event.kind === 'other') return
  const scope = await systemScope(kernel, orgId)
  await scope.tx(async (tx) => {
    await lockConnection(tx)
    if (event.kind === 'people') return bringForward(tx, new Date(tx.world.now().getTime() + SETTLE_MS))
    await noteRevoked(tx)
  })
}

/**
 * Registers the address to which programs send files of people with a key. Answers 401 for a wrong key, 422 with the reason
 * for a file that cannot be read, 413 and 429 for too much, and 503 for our own failures, so that it is sent again.
 */
async function addFileHook(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async (site) => {
    site.removeAllContentTypeParsers()
    site.addContentTypeParser('*', (_request, body, done) => done(null, body))
    site.route<{ Querystring: { name?: string | string[] } }>({
      method: ['PUT', 'POST'],
      url: '/hr/file',
      bodyLimit: HR_FILE_MAX_BYTES,
      config: { takesFile: true },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        try {
          return await takeFile(kernel, request, reply)
        } catch (error) {
          return refuseFile(kernel, reply, error)
        }
      },
    })
  })
}

async function takeFile(
  kernel: Kernel,
  request: FastifyRequest<{ Querystring: { name?: string | string[] } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorization = '' } = request.headers
  const secret = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  const key = await keyOfSecret(kernel, secret)
  if (!key) {
    const failures = makeLimit(kernel, 'hr-key-failures', HR_KEY_FAILURES_PER_MINUTE, 60)
    const { isRefused } = await failures.count(`https|${subscriberOf(request.ip)}`)
    // The rest of the body is not read.
    return reply
      .status(isRefused ? 429 : 401)
      .header('connection', 'close')
      .send({ error: 'The key is missing, wrong or revoked.' })
  }
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const name = [request.query.name ?? ''].flat()[0] ?? ''
  const scope = await systemScope(kernel, key.orgId)
  const id = await receiveFile(kernel, scope, { name, body, via: 'https', userId: null, keyId: key.id })
  return reply.send({ received: true, id })
}

function refuseFile(kernel: Kernel, reply: FastifyReply, error: unknown): FastifyReply {
  const code = codeOfError(error)
  const { http, text } = FAILURES[code]
  if (http < 500) {
    const given = error instanceof Failure ? error.text : undefined
    return reply.status(http).send({ error: localize(given ?? text, 'en') })
  }
  kernel.log.error({ err: error }, 'hr: a file could not be stored')
  return reply.status(503).send({ error: 'Try again in a moment.' })
}
