// Owns log-in, the signed-in member and what they set for themselves. Tells others who is signed in through the session.
// Must never know what the member works on.
export { useEditSettingsMutation, useMeQuery } from './api.ts'
export { countries } from './auth/regions.ts'
export { NewPasswordField, useNewPasswordRule } from './auth/NewPasswordField.tsx'
export { MemberPanel } from './LazyMemberPanel.tsx'
export { useLook } from './useLook.ts'
export { UserMenu } from './UserMenu.tsx'
