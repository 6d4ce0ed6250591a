// Owns the organization: its name, logo, address, place in the tree, status, features, holidays, and messaging settings.
// Publishes `organization.changed`; later modules set status and features through this public API. Must never know who its
// members are or what they write.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { organizationEvents } from './socket-events.ts'

export { addHoliday } from './holidays.ts'
export { isAppOn, setAppsNotInPlan } from './apps.ts'
export { HOLIDAYS, HOURS, OrganizationChanged } from './events.ts'
export { keepManagedHolidays, keepManagedHours, releaseHolidays, releaseHours } from './managed.ts'
export { holidayAt, isOpen, nextChange, nextTurn } from './opening-rules.ts'
export { hasLogo, logoColumns, logoFrom, logoPath, unusedLogos, type LogoRow } from './logo-views.ts'
export { recentProof } from './ports.ts'
export { senderOf } from './letterhead.ts'
export { forgetOrganization, rememberedOrganization } from './remembered.ts'
export {
  addLogo,
  addOrganization,
  describeOrganization,
  lockOrganization,
  removeLogo,
  saveBillingState,
  saveDailyLimit,
  slugOf,
} from './store.ts'
export {
  calendarOf,
  contactLanguageOf,
  describedOrganization,
  holidaysOf,
  isEmpty,
  organizationBySlug,
  organizationOf,
  settingsOf,
} from './views.ts'

export const module = defineModule({
  name: 'organizations',
  owns: ['organization', 'holiday', 'logo'],
  routes,
  toSocketEvents: organizationEvents,
})
