import { QUIET_HOURS } from '@crewline/contract/limits'
import { SESSION_HOURS_MAX, type Address, type OrganizationSettings } from '@crewline/contract/organizations'

/** The settings until an organization changes them. */
export const DEFAULT_SETTINGS: OrganizationSettings = {
  quietHours: { mode: 'hold', start: QUIET_HOURS.start, end: QUIET_HOURS.end },
  offClockGuard: 'off',
  businessHours: {},
  awayReply: '',
  holidayReply: '',
  autoAssign: 'first_reply',
  translation: { language: 'en', inbound: true, outbound: true, glossary: [] },
  broadcasts: { approvalAbove: null, signOff: '' },
  dailyLimit: null,
  security: { secondStepBy: null, sessionHours: SESSION_HOURS_MAX, emailDomains: [] },
  helpContact: '',
  firstContactNotice: true,
}

/** The address until an organization enters its own. */
export const NO_ADDRESS: Address = { street: '', city: '', region: '', postalCode: '' }
