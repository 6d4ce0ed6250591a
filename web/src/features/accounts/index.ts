// Owns login, the signed-in member and their own settings. Shares the signed-in user through the session. Must not
// depend on what the member works on.
export { useEditSettingsMutation, useMeQuery } from './api.ts'
export { countries } from './auth/regions.ts'
export { LogInList } from './LogInList.tsx'
export { MemberPanel } from './member/LazyMemberPanel.tsx'
export { useAppearance } from './useAppearance.ts'
export { accessLive } from './live.ts'
export { isNotProven, useProof } from './settings/useProof.tsx'
export { UserMenu } from './member/UserMenu.tsx'
