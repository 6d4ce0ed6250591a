import { Readable } from 'node:stream'
import { HR_FILE_MAX_BYTES, HR_KEY_FAILURES_PER_MINUTE } from '@crewline/contract/hr-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../kernel/failure.ts'
import { codeOfError } from '../../../kernel/http/answer.ts'
import { makeLimit } from '../../../kernel/http/limits.ts'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { FAILURES } from '@crewline/contract/failures'
import { systemScope } from '../scope.ts'
import { keyOfSecret } from './keys.ts'
import { receiveFile } from './receive.ts'

/**
 * Registers the address to which programs send files of people with a key. Answers 401 for a wrong key, 422 with the reason
 * for a file that cannot be read, 413 and 429 for too much, and 503 for our own failures, so that it is sent again.
 */
export async function addFileHook(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async (site) => {
    site.removeAllContentTypeParsers()
    site.addContentTypeParser('*', (_request, body, done) => done(null, body))
    site.route<{ Querystring: { name?: string | string[] } }>({
      method: ['PUT', 'POST'],
      url: '/hr/file',
      bodyLimit: HR_FILE_MAX_BYTES,
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        try {
          return await take(kernel, request, reply)
        } catch (error) {
          return refuse(kernel, reply, error)
        }
      },
    })
  })
}

async function take(
  kernel: Kernel,
  request: FastifyRequest<{ Querystring: { name?: string | string[] } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorization = '' } = request.headers
  const secret = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  const failures = makeLimit(kernel, 'hr-key-failures', HR_KEY_FAILURES_PER_MINUTE, 60)
  const isLimited = await failures.isExhausted(request.ip)
  const key = isLimited ? undefined : await keyOfSecret(kernel, secret)
  if (!key) {
    if (!isLimited) await failures.take(request.ip)
    // The rest of the body is not read.
    return reply
      .status(isLimited ? 429 : 401)
      .header('connection', 'close')
      .send({ error: 'The key is missing, wrong or revoked.' })
  }
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const name = [request.query.name ?? ''].flat()[0] ?? ''
  const scope = await systemScope(kernel, key.orgId)
  const id = await receiveFile(kernel, scope, { name, body, via: 'https', userId: null, keyId: key.id })
  return reply.send({ received: true, id })
}

function refuse(kernel: Kernel, reply: FastifyReply, error: unknown): FastifyReply {
  const code = codeOfError(error)
  const { http, text } = FAILURES[code]
  if (http < 500) {
    const given = error instanceof Failure ? error.text : undefined
    return reply.status(http).send({ error: localize(given ?? text, 'en') })
  }
  kernel.log.error({ err: error }, 'hr: a file could not be stored')
  return reply.status(503).send({ error: 'Try again in a moment.' })
}
