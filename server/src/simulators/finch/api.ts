import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asEmployment, asIndividual, inDirectory } from './records.ts'
import { makeId, type FinchState, type SimCompany, type SimEmployee } from './state.ts'

/** What the API can be made to do, for every company or for one. */
export interface FinchFaults {
  companyId: string | null
  /** Every call is answered with 503. */
  isDown: boolean
  /** So many further calls are answered with 429 and a Retry-After of 0 seconds. */
  limited: number
  /** The directory lists no one, and says so. */
  isEmpty: boolean
  /** Each page of the directory ends early, although its count covers everyone. */
  isHalved: boolean
  /** Employees whose data cannot be read; the answer has an error in their place. */
  unreadable: string[]
}

export const NO_FAULTS: FinchFaults = {
  companyId: null,
  isDown: false,
  limited: 0,
  isEmpty: false,
  isHalved: false,
  unreadable: [],
}

interface ApiOptions {
  clientId: string
  clientSecret: string
  url: () => string
  faults: FinchFaults
  save: () => void
}

/** Mounts the part of Finch's API that the product uses. */
export function mountApi(app: FastifyInstance, state: FinchState, options: ApiOptions): void {
  const { clientId, clientSecret, url, faults, save } = options
  const isClient = (request: FastifyRequest) =>
    request.headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const trouble = (reply: FastifyReply, companyId: string | null = null): FastifyReply | undefined => {
    if (faults.companyId !== null && faults.companyId !== companyId) return undefined
    if (faults.isDown) return refuse(reply, 503, 'service_unavailable', 'The simulator plays an outage')
    if (faults.limited <= 0) return undefined
    faults.limited -= 1
    return refuse(reply.header('retry-after', '0'), 429, 'too_many_requests', 'Too many requests')
  }
  app.post('/connect/sessions', async (request, reply) => {
    if (!isClient(request)) return refuse(reply, 401, 'unauthorized', 'Invalid client credentials')
    const failed = trouble(reply)
    if (failed) return failed
    const body = request.body as { customer_id: string; redirect_uri: string }
    const id = makeId(state)
    state.sessions[id] = { id, customerId: body.customer_id, redirectUri: body.redirect_uri }
    save()
    return { session_id: id, connect_url: `${url()}/authorize?session=${id}` }
  })
  app.post('/auth/token', async (request, reply) => {
    const failed = trouble(reply)
    if (failed) return failed
    const body = request.body as { code: string; client_id: string; client_secret: string; redirect_uri?: string }
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return refuse(reply, 401, 'unauthorized', 'Invalid client credentials')
    const grant = state.codes[body.code]
    const session = grant && state.sessions[grant.sessionId]
    const company = grant && state.companies[grant.companyId]
    if (!grant || !session || !company || session.redirectUri !== body.redirect_uri)
      return refuse(reply, 400, 'invalid_request', 'The authorization code is invalid or was used')
    delete state.codes[body.code]
    const connection = {
      id: makeId(state),
      companyId: company.id,
      customerId: session.customerId,
      token: `simulated-${makeId(state)}`,
      isRevoked: false,
    }
    state.connections.push(connection)
    save()
    return {
      access_token: connection.token,
      token_type: 'bearer',
      client_type: 'sandbox',
      connection_id: connection.id,
      connection_type: 'provider',
      provider_id: company.provider,
      company_id: company.id,
      customer_id: connection.customerId,
      customer_name: null,
      entity_ids: [],
      products: ['company', 'directory', 'individual', 'employment'],
    }
  })
  mountCompany(app, state, { trouble, faults, save })
}

function mountCompany(
  app: FastifyInstance,
  state: FinchState,
  {
    trouble,
    faults,
    save,
  }: Pick<ApiOptions, 'faults' | 'save'> & { trouble: (reply: FastifyReply, companyId?: string | null) => unknown },
): void {
  const serve =
    (answer: (company: SimCompany, request: FastifyRequest) => object) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const connection = state.connections.find(({ token }) => request.headers.authorization === `Bearer ${token}`)
      const failed = trouble(reply, connection?.companyId)
      if (failed) return failed
      const company = connection && state.companies[connection.companyId]
      if (!connection || connection.isRevoked || !company)
        return refuse(reply, 401, 'unauthorized', 'The access token is invalid or was revoked')
      return answer(company, request)
    }
  app.get(
    '/employer/directory',
    serve(({ id, employees }, request) => {
      const { limit = '100', offset = '0' } = request.query as { limit?: string; offset?: string }
      const hasFaults = faults.companyId === null || faults.companyId === id
      const listed = hasFaults && faults.isEmpty ? [] : employees
      const page = listed.slice(Number(offset), Number(offset) + Number(limit))
      const given = hasFaults && faults.isHalved ? page.slice(0, Math.floor(page.length / 2)) : page
      return { paging: { count: listed.length, offset: Number(offset) }, individuals: given.map(inDirectory) }
    }),
  )
  const batch = (write: (employee: SimEmployee) => object) =>
    serve(({ employees }, request) => {
      const { requests } = request.body as { requests: { individual_id: string }[] }
      const wanted = new Set(requests.map((one) => one.individual_id))
      const byId = new Map(employees.filter(({ id }) => wanted.has(id)).map((employee) => [employee.id, employee]))
      return {
        responses: requests.map(({ individual_id: id }) => {
          const employee = byId.get(id)
          if (!employee || faults.unreadable.includes(id))
            return {
              individual_id: id,
              code: 404,
              body: { code: 404, name: 'not_found_error', message: 'Individual not found', finch_code: 'not_found' },
            }
          return { individual_id: id, code: 200, body: write(employee) }
        }),
      }
    })
  app.post('/employer/individual', batch(asIndividual))
  app.post('/employer/employment', batch(asEmployment))
  app.get(
    '/employer/company',
    serve((company) => ({ id: company.id, legal_name: company.name, ein: null, departments: [], locations: [] })),
  )
  app.post('/disconnect', async (request, reply) => {
    const failed = trouble(reply)
    if (failed) return failed
    for (const connection of state.connections)
      if (request.headers.authorization === `Bearer ${connection.token}`) connection.isRevoked = true
    save()
    return { status: 'success' }
  })
}

function refuse(reply: FastifyReply, code: number, name: string, message: string): FastifyReply {
  return reply.code(code).send({ code, name, message, finch_code: code === 401 ? 'reauth' : name })
}
