import type { CustomValue } from '@crewline/contract/contacts'

/** The contact fields a row sets, by name; fields it does not set are missing. An empty text or null clears a field. */
export interface Draft {
  firstname?: string
  lastname?: string
  preferredName?: string
  phone?: string | null
  phoneKind?: 'mobile' | 'landline' | 'voip' | 'unknown'
  sharesPhone?: boolean
  email?: string
  employeeId?: string
  jobTitle?: string
  department?: string
  location?: string
  language?: string
  timezone?: string | null
  hireDate?: string | null
  birthday?: string | null
  work?: 'active' | 'on_leave' | 'terminated' | 'blocked'
  /** The id of a shift; null when the groups decide. */
  shift?: string | null
  custom?: Record<string, CustomValue | null>
  /** The sort key of lists, stored with the name. */
  sortName?: string
}
