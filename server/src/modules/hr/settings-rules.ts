import { HrField, type HrSettings, type HrSettingsChange } from '@crewline/contract/hr'
import { HR_WELCOME_TEXTS } from '@crewline/contract/hr-limits'
import { Temporal } from 'temporal-polyfill'

/** The settings of a new connection: the HR system knows who people are and where they work, we know how to reach them. */
export const DEFAULT_SETTINGS: HrSettings = {
  authority: {
    firstname: 'hr',
    lastname: 'hr',
    preferredName: 'newest',
    phone: 'newest',
    email: 'newest',
    employeeId: 'hr',
    jobTitle: 'hr',
    department: 'hr',
    location: 'hr',
    hireDate: 'hr',
    birthday: 'newest',
  },
  custom: [],
  expectsFile: null,
  phoneFrom: 'any',
  emailFrom: 'any',
  locationFrom: 'site',
  onLeave: 'terminate',
  contractors: true,
  departments: [],
  locations: [],
  groups: [],
  leavePct: 10,
  changePct: 30,
  schedule: 'daily',
  autoApply: true,
  welcome: { isOn: false, text: HR_WELCOME_TEXTS },
}

/** Completes stored settings, which may be of an older version. */
export function settingsFrom(stored: unknown): HrSettings {
  const given = (stored ?? {}) as Partial<HrSettings>
  return { ...DEFAULT_SETTINGS, ...given, authority: { ...DEFAULT_SETTINGS.authority, ...given.authority } }
}

/** Returns settings with a change; what it leaves out stays. */
export function changedSettings(before: HrSettings, change: HrSettingsChange): HrSettings {
  return settingsFrom({ ...before, ...change, authority: { ...before.authority, ...change.authority } })
}

/** The fields whose value counts at the HR system. */
export function lockedFields({ authority }: HrSettings): HrField[] {
  return HrField.options.filter((field) => authority[field] === 'hr')
}

const KNOWN_SYSTEMS: Readonly<Record<string, string>> = {
  adp_run: 'ADP Run',
  adp_workforce_now: 'ADP Workforce Now',
  bamboo_hr: 'BambooHR',
  file: 'HR file',
  gusto: 'Gusto',
  paychex_flex: 'Paychex Flex',
  paycom: 'Paycom',
  paycor: 'Paycor',
  paylocity: 'Paylocity',
  quickbooks: 'QuickBooks',
  rippling: 'Rippling',
  scim: 'Identity provider',
  trinet: 'TriNet',
  ukg_pro: 'UKG Pro',
  workday: 'Workday',
  zenefits: 'Zenefits',
}

/** Returns the name of an HR system for people to read. */
export function systemName(providerId: string): string {
  const known = KNOWN_SYSTEMS[providerId]
  if (known) return known
  const words = providerId.split(/[_\s]+/).filter(Boolean)
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || 'HR'
}

/** The day of a moment in a time zone, as YYYY-MM-DD. */
export function localDay(now: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  return local.toPlainDate().toString()
}

/** The local hour of the daily sync. */
const HOUR = 3

/** Returns the next time of the daily sync after a moment. */
export function nextDaily(now: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const today = local.withPlainTime({ hour: HOUR })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
