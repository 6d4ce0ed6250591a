import type { FastifyInstance, FastifyReply } from 'fastify'
import { codeOfError } from '../../kernel/http/answer.ts'
import { describeClient } from '../../kernel/http/gate.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { organizationBySlug } from '../organizations/index.ts'
import { takeResponse, type IdpResponse } from './log-in.ts'
import { metadataOf } from './saml/client.ts'
import { valuesOf } from './values.ts'

/** Most bytes of a SAML response: a signed assertion with hundreds of groups. */
const RESPONSE_MAX_BYTES = 262_144
/** Responses per address and minute: a whole shift may log in from one address. */
const RESPONSES_PER_MINUTE = 120

/** Registers where identity providers send browsers back to, and our SAML metadata. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const responses = makeLocalLimit(RESPONSES_PER_MINUTE, 60)
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: RESPONSE_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    site.addHook('onSend', async (_request, reply) => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    site.get<{ Querystring: Record<string, unknown> }>('/sso/oidc', async (request, reply) => {
      const returnUrl = new URL(request.url, kernel.config.publicUrl)
      // From the public address: behind a proxy the request may name another one.
      const ours = new URL(returnUrl.pathname + returnUrl.search, kernel.config.publicUrl)
      const state = returnUrl.searchParams.get('state') ?? ''
      return answer(kernel, reply, async () => {
        await responses.take(subscriberOf(request.ip))
        return { protocol: 'oidc', state, returnUrl: ours, from: describeClient(request) }
      })
    })
    site.post<{ Params: { slug: string }; Body: Record<string, string> | undefined }>(
      '/sso/saml/:slug/acs',
      (request, reply) =>
        answer(kernel, reply, async () => {
          await responses.take(subscriberOf(request.ip))
          const { SAMLResponse: response = '', RelayState: state = '' } = request.body ?? {}
          return { protocol: 'saml', state, response, slug: request.params.slug, from: describeClient(request) }
        }),
    )
    site.get<{ Params: { slug: string } }>('/sso/saml/:slug/metadata', async (request, reply) => {
      const { slug } = request.params
      const system = kernel.database.asSystem('metadata is read without a session')
      if (!(await organizationBySlug(system, slug))) return reply.status(404).type('text/plain').send('not found')
      return reply.type('application/samlmetadata+xml').send(metadataOf(valuesOf(kernel, slug)))
    })
  })
}

/** Judges a response and sends the browser on to a page of ours, which shows what came of it. */
async function answer(kernel: Kernel, reply: FastifyReply, read: () => Promise<IdpResponse>): Promise<FastifyReply> {
  const { publicUrl } = kernel.config
  try {
    const onward = await takeResponse(kernel, await read())
    if (onward.kind === 'tested')
      return await reply.redirect(`${publicUrl}/dashboard/settings?tab=sso#sso-attempts`, 303)
    const query = onward.kind === 'ticket' ? `?ticket=${onward.ticket}` : ''
    return await reply.redirect(`${publicUrl}/auth/sso-done${query}`, 303)
  } catch (error) {
    const code = codeOfError(error)
    if (code !== 'slow_down') kernel.log.error({ err: error }, 'sso: a response could not be judged')
    return reply.redirect(`${publicUrl}/auth/sso-done?busy=1`, 303)
  }
}
