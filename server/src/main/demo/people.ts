import type { Chance } from './chance.ts'
import { CLINIC_JOBS, FOOD_JOBS, type Job } from './jobs.ts'
import { DAY, idAt } from './moments.ts'
import { LONG_NAME, ONE_NAME, ORIGINS, type Origin } from './names.ts'
import type { DemoOrganization } from './organizations.ts'

/** A demo contact, as written to the contact table, with data for the stories. */
export interface DemoContact {
  id: string
  firstname: string
  lastname: string
  /** The name used in messages. */
  preferredName: string
  phone: string | null
  phoneKind: 'mobile' | 'landline' | 'voip'
  phoneState: 'ok' | 'landline' | 'not_in_use'
  optedOut: boolean
  language: string
  jobTitle: string
  location: string
  source: 'manual' | 'import' | 'hris' | 'optin'
  archivedAt: number | null
  createdAt: number
}

// Illinois and its neighbors; 312 is reserved for the lines.
const AREA_CODES = [
  '773',
  '872',
  '708',
  '630',
  '331',
  '847',
  '224',
  '815',
  '779',
  '464',
  '309',
  '217',
  '447',
  '618',
  '730',
  '219',
  '260',
  '463',
  '262',
  '414',
  '608',
  '563',
  '319',
  '314',
]

/** Returns every demo number in random order; each is used at most once across all organizations. */
export function fictionalNumbers(chance: Chance): string[] {
  const all = AREA_CODES.flatMap((area) =>
    Array.from({ length: 100 }, (_, at) => `+1${area}55501${String(at).padStart(2, '0')}`),
  )
  return chance.shuffled(all)
}

/** Creates the contacts of an organization; takes phone numbers from the end of `numbers`. */
export function hire(
  chance: Chance,
  organization: DemoOrganization,
  count: number,
  { numbers, nowMs }: { numbers: string[]; nowMs: number },
): DemoContact[] {
  const jobs = organization.trade === 'food' ? FOOD_JOBS : CLINIC_JOBS
  const usedNames = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const name = pickName(chance, organization, { at, usedNames })
    const createdAt = nowMs - chance.integer(chance.happens(0.06) ? 1 : 20, 400) * DAY - chance.integer(0, DAY)
    return {
      id: idAt(createdAt),
      ...name,
      ...reach(chance, numbers),
      jobTitle: pick(chance, jobs, (job) => job.weight).title,
      location: chance.pick(organization.sites),
      source: chance.happens(0.7) ? ('hris' as const) : chance.pick(['import', 'manual', 'optin'] as const),
      archivedAt: chance.happens(0.012) ? nowMs - chance.integer(3, 60) * DAY : null,
      createdAt,
    }
  })
}

type Name = Pick<DemoContact, 'firstname' | 'lastname' | 'preferredName' | 'language'>

/** A few contacts share a name. */
function pickName(
  chance: Chance,
  organization: DemoOrganization,
  { at, usedNames }: { at: number; usedNames: Set<string> },
): Name {
  let name = nameOf(chance, organization, at)
  for (let attempt = 0; attempt < 4 && usedNames.has(`${name.firstname} ${name.lastname}`); attempt++)
    name = nameOf(chance, organization, at)
  usedNames.add(`${name.firstname} ${name.lastname}`)
  return name
}

function nameOf(chance: Chance, organization: DemoOrganization, at: number): Name {
  if (organization.key === 'acme' && at === 40)
    return { firstname: LONG_NAME.first, lastname: LONG_NAME.last, preferredName: LONG_NAME.first, language: 'en' }
  const only = organization.key === 'acme' && at % 100 === 7 ? ONE_NAME[Math.floor(at / 100)] : undefined
  if (only) return { firstname: only, lastname: '', preferredName: only, language: 'en' }
  const origin = pick(chance, ORIGINS, (candidate) => candidate.weight)
  const first = chance.pick(origin.first)
  const last = chance.pick(origin.last)
  return {
    firstname: first,
    lastname: last,
    preferredName: origin.givenName === 'first' ? first : last,
    language: chance.happens(origin.reads) ? origin.language : 'en',
  }
}

function reach(
  chance: Chance,
  numbers: string[],
): Pick<DemoContact, 'phone' | 'phoneKind' | 'phoneState' | 'optedOut'> {
  const fate = chance.next()
  if (fate < 0.02) return { phone: null, phoneKind: 'mobile', phoneState: 'ok', optedOut: false }
  const phone = numbers.pop() ?? null
  if (fate < 0.035) return { phone, phoneKind: 'landline', phoneState: 'landline', optedOut: false }
  if (fate < 0.045) return { phone, phoneKind: 'mobile', phoneState: 'not_in_use', optedOut: false }
  return { phone, phoneKind: chance.happens(0.03) ? 'voip' : 'mobile', phoneState: 'ok', optedOut: fate < 0.075 }
}

function pick<T extends Job | Origin>(chance: Chance, items: T[], weightOf: (item: T) => number): T {
  let remaining = chance.next() * items.reduce((sum, item) => sum + weightOf(item), 0)
  for (const item of items) {
    remaining -= weightOf(item)
    if (remaining < 0) return item
  }
  return chance.pick(items)
}
