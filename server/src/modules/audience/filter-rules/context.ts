import type { FieldKind } from '@crewline/contract/filter-fields'
import type { ContactActivity } from '../views/activity.ts'

/** The context in which the rules of one organization are read at one moment. */
export interface FilterContext {
  orgId: string
  country: string
  timezone: string
  now: Date
  /** The current day in the time zone of the organization, as YYYY-MM-DD. */
  today: string
  /** The kind of each custom field that rules may use, by key. */
  customKinds: ReadonlyMap<string, FieldKind>
  /** What rules can check about messages. */
  activity: ContactActivity
}
