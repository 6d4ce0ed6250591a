import type { FastifyInstance } from 'fastify'
import type { FinchFaults } from './api.ts'
import { makeId, type FinchState, type SimCompany, type SimEmployee } from './state.ts'

/** A change of a scripted company. */
export type ScriptedChange =
  | { kind: 'hire'; employee: SimEmployee }
  /** Hires many people at once, for measurements. */
  | { kind: 'hire_crowd'; count: number }
  | { kind: 'change'; id: string; to: Partial<SimEmployee> }
  | { kind: 'leave'; id: string }
  /** The employee is not listed any more. */
  | { kind: 'vanish'; id: string }
  | { kind: 'rename_department'; from: string; to: string }
  /** The first part of the company leaves at once. */
  | { kind: 'mass_termination'; share: number }

interface Control {
  faults: FinchFaults
  save: () => void
  /** Sends a webhook about a connection; returns the status of the answer. */
  send: (event: { type: string; connectionId: string; data: object }) => Promise<number>
}

/** Mounts what a test or a person scripts: companies, their changes, faults, revoked tokens and webhooks. */
export function mountControl(app: FastifyInstance, state: FinchState, { faults, save, send }: Control): void {
  const companyOf = (id: string): SimCompany => state.companies[id] ?? notFound(id)
  app.get('/control/state', async () => state)
  app.patch('/control', async (request) => Object.assign(faults, request.body))
  app.put('/control/companies/:id', async (request) => {
    const { id } = request.params as { id: string }
    state.companies[id] = { ...(request.body as Omit<SimCompany, 'id'>), id }
    save()
    return state.companies[id]
  })
  app.post('/control/companies/:id/changes', async (request) => {
    const company = companyOf((request.params as { id: string }).id)
    for (const change of request.body as ScriptedChange[]) play(company, change)
    save()
    return { employees: company.employees.length }
  })
  /** Authorizes a session without its page; returns the address that the page leads to. */
  app.post('/control/sessions/:id/allow', async (request) => {
    const session = state.sessions[(request.params as { id: string }).id] ?? notFound('session')
    const { companyId } = request.body as { companyId: string }
    const code = makeId(state)
    state.codes[code] = { sessionId: session.id, companyId: companyOf(companyId).id }
    save()
    return { code }
  })
  /** Withdraws every authorization, as an administrator of the HR system can. */
  app.post('/control/revoke', async () => {
    for (const connection of state.connections) connection.isRevoked = true
    save()
    return {}
  })
  app.post('/control/webhooks', async (request) => ({
    status: await send(request.body as Parameters<Control['send']>[0]),
  }))
}

function play(company: SimCompany, change: ScriptedChange): void {
  const employeeOf = (id: string) => company.employees.find((employee) => employee.id === id) ?? notFound(id)
  switch (change.kind) {
    case 'hire':
      company.employees.push(change.employee)
      return
    case 'hire_crowd':
      company.employees.push(...Array.from({ length: change.count }, (_, nth) => memberOfCrowd(nth)))
      return
    case 'change':
      Object.assign(employeeOf(change.id), change.to)
      return
    case 'leave':
      employeeOf(change.id).status = 'terminated'
      return
    case 'vanish':
      company.employees = company.employees.filter((employee) => employee.id !== change.id)
      return
    case 'rename_department':
      for (const employee of company.employees) if (employee.department === change.from) employee.department = change.to
      return
    case 'mass_termination':
      for (const employee of company.employees.slice(0, Math.ceil(company.employees.length * change.share)))
        employee.status = 'terminated'
  }
}

function memberOfCrowd(nth: number): SimEmployee {
  return {
    id: `${String(nth).padStart(8, '0')}-c04d-4000-8000-000000000000`,
    first_name: `First${nth}`,
    last_name: `Last${nth % 997}`,
    personal_phone: `+1${String(2_012_000_000 + nth)}`,
    work_email: `p${nth}@example.com`,
    work_id: `C-${nth}`,
    title: `Title ${nth % 20}`,
    department: `Department ${nth % 40}`,
    site: `Site ${nth % 12}`,
    start_date: '2020-01-06',
    status: 'active',
  }
}

function notFound(id: string): never {
  throw Object.assign(new Error(`the simulator has no ${id}`), { statusCode: 404 })
}
