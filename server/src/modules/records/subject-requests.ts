import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { RECORD_EXPORT_DAYS, RECORD_EXPORTS_PER_DAY } from '@crewline/contract/record-limits'
import type { closeSubjectRequest, logSubjectRequest, SubjectRequest } from '@crewline/contract/subject-requests'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../kernel/db/pool.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { lockAgainstDeletions } from '../legal-holds/index.ts'
import { memberSessions } from '../team/index.ts'
import { requirePackageRights } from './package-rights.ts'
import { addExport, addSubjectRequest, closeRequest, lockSubjectRequest, setPackage } from './store.ts'
import { contactOfPerson, requestsOf } from './subject-views.ts'
import { exportRun } from './write.ts'

/** Lists the requests of people about their data. */
export async function listRequests(scope: Scope): Promise<{ requests: SubjectRequest[] }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  return { requests: await requestsOf(scope.db) }
}

/** Logs a request, after a merge about the kept contact. Fails with `not_found` for a contact that is erased, and beside `askedOn` for a day in the future. */
export async function logRequest(
  scope: Scope,
  body: BodyOf<typeof logSubjectRequest>,
): Promise<{ request: SubjectRequest }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const userId = requireUserId(scope)
  await requirePerson(scope.db, body.contactId)
  const today = Temporal.Instant.fromEpochMilliseconds(scope.world.now().getTime())
    .toZonedDateTimeISO(scope.org.timezone)
    .toPlainDate()
  if (Temporal.PlainDate.compare(body.askedOn, today) > 0)
    fail('invalid', { fieldErrors: { askedOn: msg({ message: "This day hasn't come yet." }) } })
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    await allowLong(tx.db, 'logs a request after the deletions under way')
    // A purge that is under way ends first, and a later one leaves what the request needs.
    await lockAgainstDeletions(tx)
    // Deletions that ended meanwhile may have erased the person, whose name must not come back.
    const { id: contactId, name } = await requirePerson(tx.db, body.contactId)
    const { kind, askedOn, days } = body
    await addSubjectRequest(tx, { id, name, ...body, contactId }, userId)
    tx.audit('subject-request.logged', id, { contactId, kind, askedOn, days })
  })
  return { request: await oneRequest(scope, id) }
}

/** Starts the package of everything about the person of an open request. */
export async function makePackage(scope: Scope, id: string, kernel: Kernel): Promise<{ request: SubjectRequest }> {
  requirePackageRights(scope)
  const userId = requireUserId(scope)
  await oneRequest(scope, id)
  if (scope.actor.kind === 'member') await memberSessions.get().requireProof(kernel, scope.actor)
  await makeLimit(kernel, 'record-exports', RECORD_EXPORTS_PER_DAY, 86_400).take(scope.orgId)
  await scope.tx(async (tx) => {
    const request = (await lockSubjectRequest(tx, id)) ?? fail('not_found')
    if (request.state !== 'open') fail('request_closed')
    const { id: contactId } = await requirePerson(tx.db, request.contactId)
    const exportId = tx.world.id()
    const expiresAt = new Date(tx.world.now().getTime() + RECORD_EXPORT_DAYS * 86_400_000)
    const options = { from: null, to: null, includeNotes: true, includeFiles: true, isSubject: true }
    // The title is in the audit log and outlives an erasure, so it names no one.
    await addExport(tx, { id: exportId, title: id, contactIds: [contactId], options, expiresAt }, userId)
    await setPackage(tx, id, exportId)
    startRun(tx, exportRun, { id: exportId, userId })
    tx.audit('subject-request.packaged', id, { contactId, exportId })
  })
  return { request: await oneRequest(scope, id) }
}

/** Closes an open request. */
export async function close(
  scope: Scope,
  id: string,
  { outcome, reason }: BodyOf<typeof closeSubjectRequest>,
): Promise<{ request: SubjectRequest }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const userId = requireUserId(scope)
  if (outcome === 'refused' && reason === '')
    fail('invalid', { fieldErrors: { reason: msg({ message: 'Enter a reason.' }) } })
  await scope.tx(async (tx) => {
    const { contactId, state } = (await lockSubjectRequest(tx, id)) ?? fail('not_found')
    if (state !== 'open') fail('request_closed')
    await closeRequest(tx, id, { outcome, reason, userId })
    tx.audit('subject-request.closed', id, { contactId, outcome })
  })
  return { request: await oneRequest(scope, id) }
}

async function requirePerson(db: Db, contactId: string): Promise<{ id: string; name: string }> {
  return (await contactOfPerson(db, contactId)) ?? fail('not_found')
}

async function oneRequest(scope: Scope, id: string): Promise<SubjectRequest> {
  return (await requestsOf(scope.db, id))[0] ?? fail('not_found')
}
