import type { OrgStatus } from '@crewline/contract/organizations'
import { NEW_ORGANIZATION_FEATURES, type Features } from '@crewline/contract/features'

/** A demo organization; other files use the key. */
export interface DemoOrganization {
  key: 'acme' | 'plant' | 'cold' | 'clinic' | 'bakery'
  name: string
  slug: string
  parent: 'acme' | null
  status: OrgStatus
  /** How long ago a payment failed that is still missing, in days. */
  owesForDays?: number
  /** Whether the line was bought here, so that it goes back to its carrier when the organization never pays. */
  boughtLine?: boolean
  features: Features
  trade: 'food' | 'clinic'
  contacts: number
  conversations: number
  unread: number
  line: string
  sites: string[]
  /** How many segments per month the plan includes. */
  includedTexts: number
}

export const TIMEZONE = 'America/Chicago'

const FOOD_FEATURES: Features = {
  ...NEW_ORGANIZATION_FEATURES,
  sync: true,
  newsletter: true,
  signature: true,
  forms: true,
  birthday: true,
  contactoptin: true,
  timeoff: true,
  voicemail: true,
  hris: true,
  translation: true,
}

export const ORGANIZATIONS: DemoOrganization[] = [
  {
    key: 'acme',
    name: 'Acme Foods',
    slug: 'acme-foods',
    parent: null,
    status: 'active',
    features: FOOD_FEATURES,
    trade: 'food',
    contacts: 1400,
    conversations: 344,
    unread: 11,
    line: '+13125550100',
    sites: ['Cicero', 'Cicero', 'Cicero', 'Bedford Park', 'Bedford Park', 'Joliet'],
    includedTexts: 10_000,
  },
  {
    key: 'plant',
    name: 'Acme Foods Plant 2',
    slug: 'acme-foods-plant-2',
    parent: 'acme',
    status: 'active',
    features: FOOD_FEATURES,
    trade: 'food',
    contacts: 300,
    conversations: 80,
    unread: 5,
    line: '+13125550102',
    sites: ['Rockford'],
    includedTexts: 10_000,
  },
  {
    key: 'cold',
    name: 'Acme Cold Storage',
    slug: 'acme-cold-storage',
    parent: 'acme',
    status: 'active',
    features: FOOD_FEATURES,
    trade: 'food',
    contacts: 200,
    conversations: 50,
    unread: 3,
    line: '+13125550103',
    sites: ['Elgin', 'Aurora'],
    includedTexts: 10_000,
  },
  {
    key: 'clinic',
    name: 'Harbor Clinic',
    slug: 'harbor-clinic',
    parent: null,
    status: 'past_due',
    owesForDays: 9,
    features: { ...NEW_ORGANIZATION_FEATURES, voicemail: true, translation: true },
    trade: 'clinic',
    contacts: 100,
    conversations: 25,
    unread: 2,
    line: '+13125550104',
    sites: ['Harbor Main', 'Lakeside'],
    includedTexts: 10_000,
  },
  // Suspended, and warned that its number goes back to its carrier in two weeks.
  {
    key: 'bakery',
    name: 'North Shore Bakery',
    slug: 'north-shore-bakery',
    parent: null,
    status: 'past_due',
    owesForDays: 47,
    boughtLine: true,
    features: { ...NEW_ORGANIZATION_FEATURES, voicemail: true, translation: true },
    trade: 'food',
    contacts: 40,
    conversations: 12,
    unread: 1,
    line: '+13125550105',
    sites: ['Evanston'],
    includedTexts: 10_000,
  },
]

/** The second line of Acme Foods, at another carrier. */
export const NIGHT_LINE = { phone: '+13125550101', label: 'Night shift' }
