import type { BodyOf } from '@crewline/contract/endpoint'
import type { editOrganization, OrganizationProfile, OrganizationSettings } from '@crewline/contract/organizations'

/** What a member may change about an organization. */
export interface OrganizationState extends OrganizationProfile {
  name: string
  timezone: string
  settings: OrganizationSettings
  /** The ids of the logos for light and for dark backgrounds. */
  logo: LogoIds
}

/** Which logo an organization uses on light and on dark backgrounds. */
export interface LogoIds {
  light: string | null
  dark: string | null
}

type Changes = Omit<BodyOf<typeof editOrganization>, 'version'>

/** Returns the state after the changes. Parts of the address stay unless given; sections of the settings are replaced. */
export function applyChanges(before: OrganizationState, changes: Changes): OrganizationState {
  const { address, settings, languages, logo, ...plain } = changes
  return {
    ...before,
    ...withoutUndefined(plain),
    ...(languages ? { languages: [...new Set(languages)] } : {}),
    address: { ...before.address, ...withoutUndefined(address ?? {}) },
    logo: { ...before.logo, ...withoutUndefined(logo ?? {}) },
    settings: { ...before.settings, ...withoutUndefined(settings ?? {}) },
  }
}

/** What changed, by name: sections of the settings by themselves, such as `settings.quietHours`. */
export interface Difference {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Returns what differs between two states, with the values before and after. */
export function differenceOf(before: OrganizationState, after: OrganizationState): Difference {
  const was = flat(before)
  const is = flat(after)
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(was), after: pick(is) }
}

function flat({ settings, logo, ...plain }: OrganizationState): Record<string, unknown> {
  const sections = Object.entries(settings).map(([name, value]) => [`settings.${name}`, value] as const)
  return { ...plain, 'logo.light': logo.light, 'logo.dark': logo.dark, ...Object.fromEntries(sections) }
}

/** Returns the fields that are set. */
export function withoutUndefined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
