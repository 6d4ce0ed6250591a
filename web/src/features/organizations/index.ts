// Owns the organization a member works in: its name, the way to another one, and later its settings.
// Must never know contacts or messages.
export {
  useCreateHolidayMutation,
  useDeleteHolidayMutation,
  useEditHolidayMutation,
  useHolidaysQuery,
  type Holiday,
} from './holidays-api.ts'
export { OrganizationSwitcher, type OrganizationSwitcherProps } from './OrganizationSwitcher.tsx'
export {
  useEditOrganizationMutation,
  useLazyOrganizationSettingsQuery,
  useOrganizationSettingsQuery,
} from './settings-api.ts'
export { switchTo } from './switching.ts'
export { useRoleNames } from './useRoleNames.ts'
