import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import { LOCALES } from '../../kernel/i18n/localize.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { organizationOf } from '../organizations/index.ts'
import { sendDigests } from './digest.ts'
import { subscriptionOf, unsubscribe, type Subscription } from './unsubscribe.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** Wrong links per address and minute. Right ones are free: a mail provider unsubscribes many people from one address. */
const WRONG_PER_MINUTE = 60
const BODY_MAX_BYTES = 4_096

interface LinkRequest {
  Querystring: { t?: unknown }
}

/** Registers the unsubscribe link of digests: a page for people, and one click for mail programs (RFC 8058). */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const wrong = makeLocalLimit(WRONG_PER_MINUTE, 60)
  const languageFor = ({ headers }: FastifyRequest): string =>
    languageOfReader(['en', ...LOCALES], headers['accept-language'])
  const answer = async (
    request: FastifyRequest<LinkRequest>,
    reply: FastifyReply,
    work: (subscription: Subscription) => Promise<{ state: 'ask' | 'done'; organization: string }>,
  ): Promise<FastifyReply> => {
    const plain = { organization: 'Crewline', language: languageFor(request) }
    if (await wrong.isExhausted(subscriberOf(request.ip)))
      return sendPage(reply.header('retry-after', '60'), 429, unsubscribePage('limited', plain))
    const subscription = subscriptionOf(kernel, request.query.t)
    if (!subscription) {
      await wrong.take(subscriberOf(request.ip)).catch(() => undefined)
      return sendPage(reply, 404, unsubscribePage('unknown', plain))
    }
    const { state, organization } = await work(subscription)
    return sendPage(reply, 200, unsubscribePage(state, { ...plain, organization }))
  }
  await app.register(async (site) => {
    // The link says everything; what a mail program sends with it is not read.
    site.removeAllContentTypeParsers()
    site.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    )
    site.get<LinkRequest>('/public/digest', (request, reply) =>
      answer(request, reply, async ({ orgId }) => {
        const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
        return { state: 'ask', organization: organization.name }
      }),
    )
    site.post<LinkRequest>('/public/digest', (request, reply) =>
      answer(request, reply, async (subscription) => ({
        state: 'done',
        organization: await unsubscribe(kernel, subscription),
      })),
    )
  })
  if (!kernel.config.simulators) return
  app.post<{ Body: { minutes?: unknown } | null }>('/dev/digests', async ({ body }, reply) => {
    const minutes = Number(body?.minutes ?? 0)
    if (!Number.isFinite(minutes) || minutes < 0 || minutes > 1_440) return reply.status(400).send()
    await sendDigests(kernel, new Date(kernel.world.now().getTime() + minutes * 60_000))
    return reply.status(204).send()
  })
}
