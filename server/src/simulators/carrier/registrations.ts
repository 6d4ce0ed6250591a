import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keep } from './control.ts'
import {
  FieldRefused,
  fieldsOf,
  optionalChoice,
  optionalCount,
  optionalText,
  textField,
  type Fields,
} from './fields.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import { registrationKinds, registrationStates, type Registration, type RegistrationReason } from './records.ts'

/** What reviewers look at, in the words of no dialect. */
export interface Application {
  /** Names that people know the sender by. */
  names: string[]
  ein: string
  samples: string[]
  hasLinks: boolean
  flow: string
}

/** Why a reviewer says no: an id that each dialect has a code for. */
const REASONS = {
  ein: 'The legal name and EIN do not match the records of the IRS.',
  samples: 'Sample messages do not name the sender.',
  links: 'Embedded link is selected but no sample message has a link.',
  flow: 'The call to action does not describe how people opt in.',
} as const
export type ReasonId = keyof typeof REASONS

/** Reviews like a registry: an EIN that ends in 0000 belongs to nobody here. */
function judge(kind: Registration['kind'], { names, ein, samples, hasLinks, flow }: Application): RegistrationReason[] {
  const found: ReasonId[] = []
  if (kind !== 'campaign' && ein.replace(/\D/g, '').endsWith('0000')) found.push('ein')
  if (kind !== 'brand') {
    const isNamed = samples.some((sample) => names.some((name) => sample.toLowerCase().includes(name.toLowerCase())))
    if (!isNamed) found.push('samples')
    if (hasLinks && !samples.some((sample) => /https?:\/\//.test(sample))) found.push('links')
    if (!/STOP/.test(flow)) found.push('flow')
  }
  return found.map((id) => ({ id, text: REASONS[id] }))
}

/** Submitted registrations of all dialects. */
export interface Registry {
  /** Stores a new or corrected application, which is in review then. */
  submit(
    given: Pick<Registration, 'kind' | 'account'> & { id?: string; fields: Fields; application: Application },
  ): Promise<Registration>
  /** Returns a registration of an account; in review only until it is asked about, unless reviews are held. */
  read(account: string, id: string): Promise<Registration | undefined>
  /** Stores what a reviewer decided. */
  decide(registration: Registration): Promise<Registration>
  all(): Registration[]
}

/** Opens the registry of the network. */
export function createRegistry(network: Network, ledger: Ledger): Registry {
  const save = async (registration: Registration): Promise<Registration> => {
    await keep(network, ledger, { kind: 'registration', registration })
    return registration
  }
  return {
    submit: ({ id = randomUUID(), kind, account, fields, application }) =>
      save({ id, kind, account, fields, state: 'pending', reasons: judge(kind, application), reads: 0 }),
    read: async (account, id) => {
      const found = network.registrations.get(id)
      if (found?.account !== account) return undefined
      if (found.state !== 'pending' || network.carrier.reviews === 'held') return found
      // The answer to the submission itself is read once; the review is over when it is asked about later.
      if (found.reads === 0) return save({ ...found, reads: 1 })
      return save({ ...found, state: found.reasons.length > 0 ? 'rejected' : 'approved' })
    },
    decide: save,
    all: () => [...network.registrations.values()],
  }
}

type IdPath = { Params: { id: string } }
type NativePath = { Params: { kind: string; reference: string } }

/** Mounts the registrations of the simulator's own dialect, and what people and tests decide about all of them. */
export function mountRegistrations(app: FastifyInstance, network: Network, registry: Registry): void {
  const accountOf = (request: FastifyRequest) =>
    network.accountOfKey(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const kindOf = (kind: string) => optionalChoice({ kind }, 'kind', registrationKinds) ?? 'brand'
  const unknown = (reply: FastifyReply, status: 401 | 404) => reply.code(status).send({ code: status })

  app.put<NativePath>('/v1/registrations/:kind/:reference', async (request, reply) => {
    const account = accountOf(request)
    if (account === null) return unknown(reply, 401)
    if (network.carrier.mode === 'outage') return reply.code(503).send({ code: 20503 })
    const fields = fieldsOf(request.body)
    const kind = kindOf(request.params.kind)
    const application = {
      names: [textField(fields, kind === 'brand' ? 'displayName' : 'name')],
      ein: textField(fields, 'ein'),
      samples: (fields.samples as string[] | undefined) ?? [],
      hasLinks: fields.hasLinks === true,
      flow: textField(fields, 'messageFlow'),
    }
    const id = request.params.reference
    await registry.submit({ id, kind, account, fields, application })
    return nativeJson(await registry.read(account, id))
  })

  app.get<NativePath>('/v1/registrations/:kind/:reference', async (request, reply) => {
    const account = accountOf(request)
    if (account === null) return unknown(reply, 401)
    if (network.carrier.mode === 'outage') return reply.code(503).send({ code: 20503 })
    const found = await registry.read(account, request.params.reference)
    return found ? nativeJson(found) : unknown(reply, 404)
  })

  app.get('/control/registrations', async () => ({ registrations: registry.all() }))

  app.patch<IdPath>('/control/registrations/:id', async (request) => {
    const found = network.registrations.get(request.params.id)
    if (!found) throw Object.assign(new FieldRefused('id', 'There is no such registration'), { statusCode: 404 })
    const fields = fieldsOf(request.body)
    const state = optionalChoice(fields, 'state', registrationStates) ?? found.state
    const id = optionalText(fields, 'reason')
    const text = optionalText(fields, 'text') ?? (id && id in REASONS ? REASONS[id as ReasonId] : '')
    const reasons = id === null ? (state === 'rejected' ? found.reasons : []) : [{ id, text }]
    const segmentsPerDay = optionalCount(fields, 'segmentsPerDay', 1, 1_000_000) ?? found.segmentsPerDay
    return {
      registration: await registry.decide({ ...found, state, reasons, ...(segmentsPerDay ? { segmentsPerDay } : {}) }),
    }
  })
}

function nativeJson(registration: Registration | undefined): object {
  const { id = '', state = 'pending', reasons = [], segmentsPerDay = null, kind } = registration ?? {}
  return {
    id,
    state,
    segmentsPerDay: state === 'approved' && kind === 'brand' ? (segmentsPerDay ?? 10_000) : null,
    reasons: state === 'rejected' ? reasons.map(({ id: code, text }) => ({ code, text, fields: [] })) : [],
  }
}
