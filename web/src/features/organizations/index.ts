// Owns the current organization of a member: its name, its settings, and switching to another one. Must not depend on
// contacts or messages.
export { OrganizationSwitcher, type OrganizationSwitcherProps } from './OrganizationSwitcher.tsx'
export { useLazyOrganizationSettingsQuery, useOrganizationSettingsQuery } from './settings-api.ts'
export { organizationLive } from './live.ts'
export {
  useContactShiftQuery,
  useSetContactShiftMutation,
  useSetGroupShiftMutation,
  useShiftsQuery,
  type ShiftChoice,
} from './shifts-api.ts'
export { switchTo } from './switching.ts'
export { useTextingForm, type TextingForm } from './settings/useTextingForm.ts'
export { useCrewLanguages } from './useCrewLanguages.ts'
export { useRoleNames } from './useRoleNames.ts'
