import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { HARBOR_FOODS } from './companies.ts'

/** An employee as a scripted company has them. */
export interface SimEmployee {
  id: string
  first_name: string
  last_name: string
  preferred_name?: string | null
  personal_phone?: string | null
  work_phone?: string | null
  personal_email?: string | null
  work_email?: string | null
  dob?: string | null
  work_id?: string | null
  title?: string | null
  department?: string | null
  site?: string | null
  city?: string | null
  start_date?: string | null
  end_date?: string | null
  status: 'active' | 'leave' | 'onboarding' | 'prehire' | 'terminated' | 'retired' | 'deceased'
  type?: 'employee' | 'contractor'
  /** Fields that the employer defined. */
  custom_fields?: { name: string; value: unknown }[]
}

/** A company with its HR system. */
export interface SimCompany {
  id: string
  name: string
  /** The HR system, as Finch names providers, such as `adp_run`. */
  provider: string
  employees: SimEmployee[]
}

/** A Connect session, which a page of Finch turns into a code. */
export interface SimSession {
  id: string
  customerId: string
  redirectUri: string
}

/** An authorized connection. */
export interface SimConnection {
  id: string
  companyId: string
  customerId: string
  token: string
  isRevoked: boolean
}

/** Everything the simulator knows. It is one JSON file, so that a restart continues where it stopped. */
export interface FinchState {
  count: number
  companies: Record<string, SimCompany>
  sessions: Record<string, SimSession>
  /** Codes that were not exchanged yet. */
  codes: Record<string, { sessionId: string; companyId: string }>
  connections: SimConnection[]
}

function emptyState(): FinchState {
  return { count: 0, companies: { [HARBOR_FOODS.id]: HARBOR_FOODS }, sessions: {}, codes: {}, connections: [] }
}

/** Opens the state of a file, or a new one; without a file it is kept in memory. */
export function openState(file?: string): { state: FinchState; save: () => void } {
  if (!file) return { state: structuredClone(emptyState()), save: () => {} }
  const state = { ...structuredClone(emptyState()), ...readState(file) }
  return {
    state,
    save: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
  }
}

function readState(file: string): Partial<FinchState> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<FinchState>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Makes a UUID, as Finch names its objects. */
export function makeId(state: FinchState): string {
  state.count += 1
  const random = Math.random().toString(16).slice(2, 14).padEnd(12, '0')
  return `${state.count.toString(16).padStart(8, '0')}-f1c4-4000-8000-${random}`
}
