import type { FieldKind } from '@crewline/contract/filter-fields'
import type { ContactActivity } from '../store/activity.ts'

/** What the rules of one organization are read with, at one moment. */
export interface FilterContext {
  orgId: string
  country: string
  timezone: string
  now: Date
  /** The day it is in the organization's zone, as YYYY-MM-DD. */
  today: string
  /** The kind of each custom field that may be asked for, by its key. */
  customKinds: ReadonlyMap<string, FieldKind>
  /** What rules can ask about texts. */
  activity: ContactActivity
}
