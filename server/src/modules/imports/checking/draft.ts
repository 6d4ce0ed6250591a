import type { CustomValue } from '@crewline/contract/contacts'

/** What a row says about a person, by the names of facts; what it says nothing about is not there. An empty text or null empties. */
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
  custom?: Record<string, CustomValue | null>
  /** What lists are ordered by, kept with the name. */
  sortName?: string
}
