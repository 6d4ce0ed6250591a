import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { availableNumbers } from './available-numbers.ts'
import { FieldRefused, fieldsOf, optionalCount, textField, textList, type Fields } from './fields.ts'
import type { Intake, Outcome } from './intake.ts'
import type { Network } from './network.ts'
import type { Submission } from './records.ts'

const LOOKUP_MAX = 500
const VALIDITY_MAX_SECONDS = 36_000

/** Mounts the native dialect: bearer key, `POST /v1/texts` and the authoritative `POST /v1/lookups`. */
export function mountNative(app: FastifyInstance, network: Network, intake: Intake): void {
  app.post('/v1/texts', async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return refuse(reply, 401, 20003, 'The key is not known')
    const fields = fieldsOf(request.body)
    const reference = textField(fields, 'reference')
    if (reference === '' || reference.length > 200) {
      throw new FieldRefused('reference', 'reference is required, at most 200 characters')
    }
    const outcome = await intake.take({
      dialect: 'native',
      account,
      reference,
      from: textField(fields, 'from'),
      to: textField(fields, 'to'),
      body: textField(fields, 'body'),
      mediaUrls: textList(fields, 'mediaUrls'),
      callbackUrl: textField(fields, 'callbackUrl') || null,
      validitySeconds: optionalCount(fields, 'validitySeconds', 1, VALIDITY_MAX_SECONDS) ?? null,
    })
    return answer(reply, intake, outcome)
  })

  app.get<{ Querystring: Fields }>('/v1/available-numbers', async ({ query }) => ({
    numbers: availableNumbers(network, {
      areaCode: textField(query, 'areaCode'),
      contains: textField(query, 'contains'),
      city: textField(query, 'city'),
    }),
  }))

  app.post('/v1/lookups', async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return refuse(reply, 401, 20003, 'The key is not known')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'The carrier is not available')
    const { references } = fieldsOf(request.body)
    if (!Array.isArray(references) || references.length > LOOKUP_MAX) {
      throw new FieldRefused('references', `references must be a list of at most ${LOOKUP_MAX}`)
    }
    // No prototype, so that a reference such as "__proto__" is an ordinary key.
    const found: Record<string, unknown> = Object.create(null)
    for (const reference of references) {
      const submission = network.submissions.findReference(account, String(reference))
      if (submission) found[String(reference)] = lookedUp(submission)
    }
    return { found }
  })
}

/** Returns the account of the request's key, or null. */
export function accountOf(network: Network, request: FastifyRequest): string | null {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return key === undefined ? null : network.accountOfKey(key)
}

function lookedUp({ id, state, errorCode }: Submission): { id: string; status: string; errorCode?: number } {
  return { id, status: state, ...(errorCode === null ? {} : { errorCode }) }
}

function answer(reply: FastifyReply, intake: Intake, outcome: Outcome): unknown {
  if (outcome.kind === 'accepted') {
    return reply.code(202).send({ id: outcome.submission.id, segments: outcome.submission.segments })
  }
  if (outcome.kind === 'refused') return refuse(reply, 400, outcome.code, outcome.message)
  if (outcome.kind === 'down') return refuse(reply, 503, 20503, 'The carrier is not available')
  if (outcome.kind === 'dropped') return intake.drop(reply)
  if (outcome.kind === 'hanging') return intake.hang(reply)
  void reply.header('retry-after', String(outcome.retryAfterSeconds))
  return refuse(reply, 429, 20429, 'Too many requests')
}

/** Sends a refusal in the native dialect. */
export function refuse(reply: FastifyReply, status: number, code: number, message: string): unknown {
  return reply.code(status).send({ code, message })
}
