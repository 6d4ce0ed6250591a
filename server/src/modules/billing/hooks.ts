import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { providerOf } from './payment.ts'
import { storeEvent } from './store/events.ts'

/**
 * Registers the webhook of the payment service. It is stored before it is answered and dealt with afterwards. Answers 400
 * for a wrong signature, as Stripe's own examples do, 404 where no payments are taken, and 503 for our own failures, so
 * that it is sent again.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    instance.post('/hooks/stripe', (request, reply) => takeWebhook(kernel, request, reply))
  })
}

async function takeWebhook(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const provider = providerOf(kernel)
  if (!provider) return reply.status(404).send()
  const signature = request.headers['stripe-signature']
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const now = kernel.world.now()
  let event: ReturnType<typeof provider.readEvent>
  try {
    event = provider.readEvent(raw, typeof signature === 'string' ? signature : '', now)
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message }, 'billing: a signed webhook could not be parsed')
    return reply.status(400).send()
  }
  if (event === 'forged') return reply.status(400).send()
  try {
    await storeEvent(kernel.database.asSystem('a webhook may be about any organization'), event, now)
  } catch (error) {
    kernel.log.error({ err: (error as Error).message }, 'billing: a webhook could not be stored')
    return reply.status(503).send()
  }
  kernel.signals.wakeUp('billing')
  return reply.send({ received: true })
}
