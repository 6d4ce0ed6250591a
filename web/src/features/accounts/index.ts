// Owns login, the signed-in member and their own settings. Shares the signed-in user through the session. Must not
// depend on what the member works on.
export { useEditSettingsMutation, useMeQuery } from './api.ts'
export { countries } from './auth/regions.ts'
export { NewPasswordField, useNewPasswordRule } from './auth/NewPasswordField.tsx'
export { MemberPanel } from './LazyMemberPanel.tsx'
export { useAppearance as useLook } from './useLook.ts'
export { UserMenu } from './UserMenu.tsx'
