import type { me, SignedIn } from '@crewline/contract/accounts'
import type { ReplyOf } from '@crewline/contract/endpoint'
import type { Organization } from '@crewline/contract/organizations'
import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { answerTo, isRefused, namedAnswer } from '../../api/answered.ts'
import { authAfter, emptySession, type AuthState, type SectionTab, type WarningKey } from './state.ts'

/** Updates the session from server responses, whichever screen made the call. */
function follow(state: AuthState, action: UnknownAction): void {
  const analytics = answerTo('analytics', action)
  if (analytics) Object.assign(state, { billing: analytics.billing, needBilling: analytics.billing.needBilling })
  const team = answerTo('team', action)
  if (team?.organization) state.organization = team.organization
  const settings = answerTo('editSettings', action)
  const changed =
    settings ?? answerTo('enableMfa', action) ?? answerTo('disableMfa', action) ?? answerTo('renewBackupCodes', action)
  if (changed) replaceUser(state, changed.user)
  if (settings?.token) state.token = settings.token
  const edited = answerTo('editOrganization', action)
  if (edited) state.organization = edited.organization
  const fields = namedAnswer('customFields', action) as unknown[] | { customFields: unknown[] } | undefined
  if (fields) state.customFields = Array.isArray(fields) ? fields : fields.customFields
  if (isRefused('analytics', action)) state.orgSwitchOverlay = false
}

function replaceUser(state: AuthState, user: NonNullable<AuthState['user']>): void {
  state.user = user
  state.muteNotifications = user.muteNotifications
  state.pinnedApps = user.pinnedApps
}

const slice = createSlice({
  name: 'auth',
  initialState: () => emptySession().auth,
  reducers: {
    loggedOut: () => emptySession().auth,
    /** Stores the signed-in member again; completes a session that was found by its token alone. */
    meRead(state, { payload }: PayloadAction<ReplyOf<typeof me> & { token?: string }>) {
      const { user, organization, needBilling, intercomHash, features, token } = payload
      Object.assign(state, { organization, needBilling, intercomHash, features })
      replaceUser(state, user)
      if (token) state.token = token
    },
    pastDueSeen(state, { payload }: PayloadAction<boolean>) {
      state.pastDue = payload
    },
    /** The server says that the organization is blocked for an unpaid invoice, or may work again. */
    organizationStatusChanged(state, { payload }: PayloadAction<Organization['status']>) {
      if (state.organization) state.organization.status = payload
    },
    switchPending(state) {
      state.switchingOrg = true
      state.orgSwitchOverlay = true
    },
    /** Another organization is open: only the member's own choices and this login are kept from the previous one. */
    switchSucceeded(state, { payload }: PayloadAction<Omit<SignedIn, 'token'> & { token?: string }>): AuthState {
      return { ...authAfter({ ...payload, token: payload.token ?? state.token ?? '' }), warnings: state.warnings }
    },
    /** The member has another role or sees other contacts: the other slices drop what they hold of contacts. */
    accessChanged() {},
    /** The organization changed; an event of another one comes too late. */
    organizationChanged(state, { payload }: PayloadAction<Organization>) {
      if (state.organization?.id === payload.id) state.organization = payload
    },
    switchFailed(state) {
      state.switchingOrg = false
      state.orgSwitchOverlay = false
    },
    /** The open tab of the contacts, to which the navigation returns. */
    contactsTabOpened(state, { payload }: PayloadAction<SectionTab>) {
      state.contactsTab = payload
    },
    /** The voicemail that is playing; null for none. */
    voicemailPlayed(state, { payload }: PayloadAction<string | null>) {
      state.voicemailPlaying = payload
    },
    warningHidden(state, { payload }: PayloadAction<WarningKey>) {
      state.warnings[payload] = false
    },
  },
  extraReducers: (on) =>
    on.addMatcher(
      (action: UnknownAction) => action.type.startsWith('api/'),
      (state, action) => follow(state, action),
    ),
})

export const {
  loggedOut,
  meRead,
  pastDueSeen,
  accessChanged,
  organizationStatusChanged,
  switchPending,
  switchSucceeded,
  switchFailed,
  organizationChanged,
  warningHidden,
  contactsTabOpened,
  voicemailPlayed,
} = slice.actions
export const authReducer = slice.reducer
