import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { providerOf } from './access.ts'
import { addFileHook } from './file/hooks.ts'
import type { HrEvent } from './provider.ts'
import { systemScope } from './scope.ts'
import { bringForward, lockConnection, markReauth, orgOfConnection } from './store/connection.ts'

/** After a change at the HR system, the sync waits this long for further ones, in ms. */
const SETTLE_MS = 120_000

/**
 * Registers the webhook of the service that reads HR systems. It only says that something changed: the next sync begins
 * sooner, and reads everything. Answers 400 for a wrong signature, 404 where no HR system can be connected, and 503 for
 * our own failures, so that it is sent again.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await addFileHook(app, kernel)
  await app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    instance.post('/hooks/finch', (request, reply) => takeWebhook(kernel, request, reply))
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
    await markReauth(tx)
    tx.audit('hr.revoked', null)
  })
}
