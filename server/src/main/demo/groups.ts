import type { Chance } from './chance.ts'
import { DAY, idAt } from './moments.ts'
import type { DemoOrganization } from './organizations.ts'
import type { DemoContact } from './people.ts'

/** A demo group with its members. */
export interface DemoGroup {
  id: string
  name: string
  createdAt: number
  contactIds: string[]
}

/** Decides whether a contact belongs to a group; one random number per contact decides the shift. */
type Rule = (contact: DemoContact, context: { shift: number; chance: Chance; nowMs: number }) => boolean

const isA =
  (...titles: string[]): Rule =>
  (contact) =>
    titles.includes(contact.jobTitle)
const withLikelihood =
  (likelihood: number): Rule =>
  (_, { chance }) =>
    chance.happens(likelihood)
const reads =
  (language: string): Rule =>
  (contact) =>
    contact.language === language
const at =
  (location: string): Rule =>
  (contact) =>
    contact.location === location
const newHire: Rule = (contact, { nowMs }) => contact.createdAt > nowMs - 45 * DAY

const FOOD: Record<string, Rule> = {
  'Day shift': (_, { shift }) => shift < 0.48,
  'Second shift': (_, { shift }) => shift >= 0.48 && shift < 0.74,
  'Night shift': (_, { shift }) => shift >= 0.74 && shift < 0.93,
  'Weekend crew': (_, { shift, chance }) => shift >= 0.93 || chance.happens(0.08),
  'Forklift certified': (contact, { chance }) =>
    ['Forklift Operator', 'Shipping Clerk', 'Freezer Associate'].includes(contact.jobTitle) || chance.happens(0.03),
  'Safety team': (contact, { chance }) => contact.jobTitle === 'Safety Coordinator' || chance.happens(0.025),
  Maintenance: isA('Maintenance Technician'),
  'Line leads': isA('Line Lead'),
  Drivers: isA('Delivery Driver'),
  Sanitation: isA('Sanitation Crew'),
  'New hires': newHire,
  'Overtime list': withLikelihood(0.12),
  'Spanish speakers': reads('es'),
}

const ACME_ONLY: Record<string, Rule> = {
  'Creole speakers': reads('ht'),
  'Bedford Park': at('Bedford Park'),
  Joliet: at('Joliet'),
  'First aid trained': withLikelihood(0.04),
}

const CLINIC: Record<string, Rule> = {
  Nurses: isA('Registered Nurse'),
  'Front desk': isA('Front Desk'),
  'Home care': isA('Home Health Aide'),
  'On call': withLikelihood(0.15),
  Lakeside: at('Lakeside'),
}

/** Creates the groups of an organization; archived contacts are in none. */
export function gather(
  chance: Chance,
  organization: DemoOrganization,
  contacts: DemoContact[],
  nowMs: number,
): DemoGroup[] {
  const rules =
    organization.trade === 'clinic' ? CLINIC : organization.key === 'acme' ? { ...FOOD, ...ACME_ONLY } : FOOD
  const present = contacts
    .filter((contact) => contact.archivedAt === null)
    .map((contact) => ({ contact, shift: chance.next() }))
  return Object.entries(rules).map(([name, rule]) => {
    const createdAt = nowMs - chance.integer(100, 380) * DAY
    const members = present.filter(({ contact, shift }) => rule(contact, { shift, chance, nowMs }))
    return { id: idAt(createdAt), name, createdAt, contactIds: members.map(({ contact }) => contact.id) }
  })
}
