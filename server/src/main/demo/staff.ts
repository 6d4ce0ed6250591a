import type { Role } from '@crewline/contract/permissions'
import type { DemoOrganization } from './organizations.ts'

/** A teammate: one user with a role in one or more organizations. */
export interface Teammate {
  email: string
  firstname: string
  lastname: string
  roles: Partial<Record<DemoOrganization['key'], Role>>
  /** The names of the groups they see; all contacts when unset. */
  groups?: string[]
}

/** The password of every demo log-in. */
export const PASSWORD = 'crewline-demo'

export const STAFF: Teammate[] = [
  {
    email: 'owner@demo.test',
    firstname: 'Maria',
    lastname: 'Lopez',
    roles: { acme: 'owner', plant: 'owner', cold: 'owner' },
  },
  { email: 'admin@demo.test', firstname: 'Dana', lastname: 'Whitfield', roles: { acme: 'admin' } },
  { email: 'manager@demo.test', firstname: 'Marcus', lastname: 'Bell', roles: { acme: 'manager' } },
  { email: 'agent@demo.test', firstname: 'Priya', lastname: 'Nair', roles: { acme: 'agent' } },
  { email: 'author@demo.test', firstname: 'Chloe', lastname: 'Martin', roles: { acme: 'author' } },
  { email: 'viewer@demo.test', firstname: 'Ken', lastname: 'Tanaka', roles: { acme: 'viewer' } },
  { email: 'luis.herrera@demo.test', firstname: 'Luis', lastname: 'Herrera', roles: { acme: 'agent' } },
  { email: 'aisha.farah@demo.test', firstname: 'Aisha', lastname: 'Farah', roles: { acme: 'agent' } },
  {
    email: 'tom.kowalski@demo.test',
    firstname: 'Tom',
    lastname: 'Kowalski',
    roles: { acme: 'manager' },
    groups: ['Night shift', 'Weekend crew'],
  },
  { email: 'rosa.delgado@demo.test', firstname: 'Rosa', lastname: 'Delgado', roles: { plant: 'manager' } },
  { email: 'eric.johansson@demo.test', firstname: 'Eric', lastname: 'Johansson', roles: { plant: 'agent' } },
  { email: 'denise.carter@demo.test', firstname: 'Denise', lastname: 'Carter', roles: { cold: 'manager' } },
  { email: 'pastdue@demo.test', firstname: 'Helen', lastname: 'Brooks', roles: { clinic: 'owner' } },
  { email: 'joy.okafor@demo.test', firstname: 'Joy', lastname: 'Okafor', roles: { clinic: 'agent' } },
  { email: 'suspended@demo.test', firstname: 'Walter', lastname: 'Greene', roles: { bakery: 'owner' } },
  { email: 'ines.ortega@demo.test', firstname: 'Ines', lastname: 'Ortega', roles: { bakery: 'agent' } },
]

/** A pending invitation to Acme. */
export const INVITED: { email: string; role: Role; groups: string[]; by: string } = {
  email: 'nadia.haddad@demo.test',
  role: 'agent',
  groups: ['Second shift'],
  by: 'owner@demo.test',
}

/** Roles whose members text contacts. */
export const WRITING: ReadonlySet<Role> = new Set<Role>(['owner', 'admin', 'manager', 'agent'])
