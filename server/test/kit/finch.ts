import type { FinchFaults } from '../../src/simulators/finch/api.ts'
import type { ScriptedChange } from '../../src/simulators/finch/control.ts'
import type { FinchState, SimCompany, SimEmployee } from '../../src/simulators/finch/state.ts'

/** The simulated Finch of a test app, as an HR department or an outage uses it. */
export interface TestFinch {
  /** Makes or replaces a company. */
  company(company: SimCompany): Promise<void>
  change(companyId: string, changes: ScriptedChange[]): Promise<void>
  employees(companyId: string): Promise<SimEmployee[]>
  /** Allows the connection of the page at this address for a company; returns the code and state that it leads to. */
  allow(connectUrl: string, companyId: string): Promise<{ code: string; state: string }>
  behaves(how: Partial<FinchFaults>): Promise<void>
  revoke(): Promise<void>
  /** Sends a webhook about a connection; returns the status of the answer. */
  webhook(event: { type: string; connectionId: string; data: object }): Promise<number>
  state(): Promise<FinchState>
}

/** Returns the simulated Finch of a server at this address. */
export function finchOf(address: string): TestFinch {
  const base = `${address}/dev/finch/control`
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(base + path, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`finch: ${method} ${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const state = async () => (await ask('GET', '/state')) as FinchState
  return {
    company: async ({ id, ...company }) => void (await ask('PUT', `/companies/${id}`, company)),
    change: async (id, changes) => void (await ask('POST', `/companies/${id}/changes`, changes)),
    employees: async (id) => (await state()).companies[id]?.employees ?? [],
    allow: async (connectUrl, companyId) => {
      const url = new URL(connectUrl)
      const session = url.searchParams.get('session') ?? ''
      const { code } = (await ask('POST', `/sessions/${session}/allow`, { companyId })) as { code: string }
      return { code, state: url.searchParams.get('state') ?? '' }
    },
    behaves: async (how) => void (await ask('PATCH', '', how)),
    revoke: async () => void (await ask('POST', '/revoke', {})),
    webhook: async (event) => ((await ask('POST', '/webhooks', event)) as { status: number }).status,
    state,
  }
}

/** An employee with the given values; the rest follows from the number `nth`. */
export function employeeOf(nth: number, values: Partial<SimEmployee> = {}): SimEmployee {
  return {
    id: `${String(nth).padStart(8, '0')}-0000-4000-8000-000000000000`,
    first_name: `First${nth}`,
    last_name: `Last${nth}`,
    personal_phone: `+1415555${String(1000 + nth)}`,
    work_email: `p${nth}@example.com`,
    work_id: `E-${nth}`,
    title: 'Packer',
    department: 'Packing',
    site: 'North',
    city: 'Oakland',
    start_date: '2020-01-06',
    dob: '1990-04-23',
    status: 'active',
    type: 'employee',
    ...values,
  }
}
