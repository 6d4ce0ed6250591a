import {
  editSettings,
  endOtherSessions,
  endSession,
  logout,
  me,
  prove,
  sessions,
  switchOrg,
} from '@crewline/contract/accounts'
import {
  disableMfa,
  enableMfa,
  renewBackupCodes,
  sendVerificationCode,
  setUpMfa,
  verifyPhoneCode,
} from '@crewline/contract/second-step'
import { leaveOrganization } from '@crewline/contract/team'
import { endViewing, ownViewings, startViewing } from '@crewline/contract/viewing'
import { memberLogIns, ownLogIns } from '@crewline/contract/list-log-ins'
import { resendVerification, setInfo } from '@crewline/contract/sign-up'
import { serve, serveVisitors } from '../../../kernel/http/serve.ts'
import { leave } from '../leaving.ts'
import { listLogIns } from '../list-log-ins.ts'
import { offerApp, renewCodes, turnOff, turnOn } from '../mfa.ts'
import {
  endAllOthers,
  endOwnSession,
  listSessions,
  logOut,
  switchOrganization,
  readSignedInUser,
} from '../own-sessions.ts'
import { requestCode, provePhone } from '../phones.ts'
import { proveByPassword } from '../proofs.ts'
import { changeSettings } from '../settings.ts'
import { resendConfirmation, saveOrganizationInfo } from '../sign-up.ts'
import { endViews, listViewings, startView } from '../viewing.ts'

/** Routes that also accept a visitor in a pending sign-in step. */
export const visitorRoutes = serveVisitors(
  { logout, setInfo, resendVerification, sendVerificationCode, verifyPhoneCode },
  {
    logout: async (visitor, _call, kernel) => {
      await logOut(kernel, visitor)
      return {}
    },
    setInfo: (visitor, { body }, kernel) => saveOrganizationInfo(kernel, visitor, body),
    resendVerification: (visitor, { from }, kernel) => resendConfirmation(kernel, visitor, from.address),
    sendVerificationCode: (visitor, { body, from }, kernel) => requestCode(kernel, visitor, { ...body, from }),
    verifyPhoneCode: (visitor, { body }, kernel) => provePhone(kernel, visitor, body),
  },
)

/** Routes for signed-in users to manage their own account. */
export const ownRoutes = serve(
  {
    me,
    switchOrg,
    editSettings,
    sessions,
    endSession,
    endOtherSessions,
    prove,
    setUpMfa,
    enableMfa,
    disableMfa,
    renewBackupCodes,
    leaveOrganization,
    startViewing,
    endViewing,
    ownViewings,
    ownLogIns,
    memberLogIns,
  },
  {
    me: (scope, _call, kernel) => readSignedInUser(kernel, scope),
    switchOrg: (scope, { body, from }, kernel) => switchOrganization(kernel, scope, { ...body, from }),
    editSettings: (scope, { body, from }, kernel) => changeSettings(kernel, scope, { settings: body, from }),
    sessions: (scope, _call, kernel) => listSessions(kernel, scope),
    endSession: async (scope, { query }, kernel) => {
      await endOwnSession(kernel, scope, query.id)
      return {}
    },
    endOtherSessions: async (scope, _call, kernel) => ({ ended: await endAllOthers(kernel, scope) }),
    prove: async (scope, { body }, kernel) => {
      await proveByPassword(kernel, scope, body.password)
      return {}
    },
    setUpMfa: (scope, _call, kernel) => offerApp(kernel, scope),
    enableMfa: (scope, { body, from }, kernel) => turnOn(kernel, scope, { ...body, from }),
    disableMfa: (scope, { from }, kernel) => turnOff(kernel, scope, from),
    leaveOrganization: (scope, { body, from }, kernel) => leave(kernel, scope, { ...body, from }),
    renewBackupCodes: (scope, { from }, kernel) => renewCodes(kernel, scope, from),
    startViewing: (scope, { body }, kernel) => startView(kernel, scope, body.memberId),
    endViewing: async (scope, _call, kernel) => {
      await endViews(kernel, scope)
      return {}
    },
    ownViewings: (scope, _call, kernel) => listViewings(kernel, scope),
    ownLogIns: (scope, { query }) => listLogIns(scope, query),
    memberLogIns: (scope, { query }) => listLogIns(scope, query),
  },
)
