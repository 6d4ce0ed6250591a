// Owns users and their authentication: log-in, second step, registration, accepting invitations, sessions, settings.
// Signals every process when a session ends, so that its sockets close. Must never depend on contacts or messages.
import { sessionReader, signInStepReader } from '../../kernel/http/session-gate.ts'
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { runActorReader } from '../../kernel/runs/actor.ts'
import { recentProof } from '../organizations/index.ts'
import { memberSessions } from '../team/index.ts'
import { closeViewings, deleteExpiredSecrets } from './jobs.ts'
import { needProof } from './proofs.ts'
import { retainedData } from './retained-data.ts'
import { runMailRequests } from './requests.ts'
import { openRoutes } from './routes/open.ts'
import { ownRoutes, visitorRoutes } from './routes/own.ts'
import { readRunActor } from './run-actor.ts'
import { sealedColumns } from './sealed-columns.ts'
import { endMemberSessions, readSession, readSignInStep } from './sessions.ts'
import { accountEvents } from './socket-events.ts'

export { unsubscribeUrlOf } from './joined.ts'
export { pushForgetter } from './ports.ts'
export { answerMailRequests } from './requests.ts'
export { addApiKeyUser, addUser, userByEmail, userById } from './store/people.ts'
export { updateManagedUser } from './managed-user.ts'
export { membershipElsewhere } from './elsewhere.ts'
export { noteSsoRefusal } from './refusals.ts'
export { openSsoSession } from './sso-session.ts'
export { verifiedPhoneOf } from './verified-phone.ts'
export { signInOf } from './store/sessions.ts'

export const module = defineModule({
  name: 'accounts',
  owns: [
    'user_account',
    'session',
    'registration',
    'one_time_secret',
    'phone_code',
    'backup_code',
    'trusted_device',
    'login_failure',
    'mail_request',
    'viewing',
    'log_in',
  ],
  provides: [
    provide(sessionReader, readSession),
    provide(signInStepReader, readSignInStep),
    provide(runActorReader, readRunActor),
    provide(recentProof, needProof),
    provide(memberSessions, { requireProof: needProof, end: endMemberSessions }),
  ],
  retainedData,
  sealedColumns,
  routes: [...openRoutes, ...visitorRoutes, ...ownRoutes],
  toSocketEvents: accountEvents,
  crons: [deleteExpiredSecrets, closeViewings],
  runs: { role: 'worker', start: runMailRequests },
})
