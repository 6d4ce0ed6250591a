import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import {
  RECORD_EXPORT_CONTACTS_MAX,
  RECORD_EXPORT_DAYS,
  RECORD_EXPORT_FILES_MAX,
  RECORD_EXPORTS_PER_DAY,
} from '@crewline/contract/record-limits'
import type { createRecordExport, RecordExport } from '@crewline/contract/records'
import { allowLong } from '../../kernel/db/timeout.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { maySeeSensitive } from '../fields/index.ts'
import { idFloor } from '../search/index.ts'
import { memberSessions } from '../team/index.ts'
import { choosePeople } from './choose-people.ts'
import { auditedChoice, momentsOf, readsSensitive } from './rules.ts'
import { linkSignature } from './signing.ts'
import { requirePackageRights } from './package-rights.ts'
import { addExport, readExport } from './store.ts'
import { countAttachments, coveredContacts, exportsOf } from './views.ts'
import { exportRun } from './write.ts'

/** Files of each conversation besides its attachments. */
const TEXTS_EACH = 3

/** Lists the newest exports. */
export async function list(scope: Scope): Promise<{ exports: RecordExport[] }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  return { exports: await exportsOf(scope.db, { maySeeSensitive: maySeeSensitive(scope) }) }
}

/** Starts an export; whom it covers is decided now. Fails with `too_many` beyond 2,000 conversations. */
export async function create(
  scope: Scope,
  body: BodyOf<typeof createRecordExport>,
  kernel: Kernel,
): Promise<{ export: RecordExport }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const userId = requireUserId(scope)
  const { title, from, to, includeNotes, includeFiles } = body
  const options = { from, to, includeNotes, includeFiles }
  const moments = momentsOf(options, scope.org.timezone)
  if (moments.since >= moments.until)
    fail('invalid', { fieldErrors: { to: msg({ message: "The end can't be before the start." }) } })
  const { coverage, chosen } = await choosePeople(scope, body)
  await requireProof(kernel, scope)
  const covered = await coveredContacts(scope.db, coverage, RECORD_EXPORT_CONTACTS_MAX + 1)
  if (covered.length === 0)
    fail('invalid', { fieldErrors: { covers: msg({ message: 'There are no conversations with these people.' }) } })
  if (covered.length > RECORD_EXPORT_CONTACTS_MAX)
    fail('too_many', {
      text: msg({
        message: 'An export holds {most, number} conversations. Choose fewer people.',
        values: { most: RECORD_EXPORT_CONTACTS_MAX },
      }),
    })
  if (options.includeFiles) await refuseTooManyFiles(scope, covered, moments)
  await makeLimit(kernel, 'record-exports', RECORD_EXPORTS_PER_DAY, 86_400).take(scope.orgId)
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const expiresAt = new Date(tx.world.now().getTime() + RECORD_EXPORT_DAYS * 86_400_000)
    await addExport(tx, { id, title, contactIds: covered, options: { ...options, chosen }, expiresAt }, userId)
    startRun(tx, exportRun, { id, userId })
    tx.audit('record-export.begun', id, {
      title,
      ...auditedChoice(body, chosen),
      ...options,
      conversations: covered.length,
    })
  })
  return { export: await oneExport(scope, id) }
}

/** Returns a link that opens a finished export until it expires. Anyone who has the link can download it. */
export async function link(scope: Scope, id: string, kernel: Kernel): Promise<{ url: string; expiresAt: string }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const found = await oneExport(scope, id)
  const options = (await readExport(scope.db, id))?.options
  if (options?.isSubject) requirePackageRights(scope)
  // Who is in it says what the fields of its filter say.
  if (options?.chosen && readsSensitive(options.chosen) && !maySeeSensitive(scope)) fail('not_permitted')
  if (found.state !== 'ready') return fail('not_found')
  await requireProof(kernel, scope)
  await scope.tx(async (tx) => tx.audit('record-export.opened', id, { title: found.title, root: found.root }))
  const expiry = String(Date.parse(found.expiresAt))
  const signature = linkSignature(scope.fingerprint, { orgId: scope.orgId, id, expiry })
  const query = new URLSearchParams({ e: expiry, s: signature })
  return { url: `/public/records/${scope.orgId}/${id}?${query.toString()}`, expiresAt: found.expiresAt }
}

/** A ZIP holds no more files. The run checks again, since messages arrive while it writes. */
async function refuseTooManyFiles(
  scope: Scope,
  covered: string[],
  { since, until }: { since: number; until: number },
): Promise<void> {
  const attachments = await scope.tx(async (tx) => {
    await allowLong(tx.db, 'counts the attachments of an export')
    return countAttachments(tx.db, covered, { from: idFloor(since), until: idFloor(until) })
  })
  if (covered.length * TEXTS_EACH + attachments <= RECORD_EXPORT_FILES_MAX) return
  fail('too_many', {
    text: msg({
      message: 'An export holds {most, number} files. Choose fewer people or fewer days.',
      values: { most: RECORD_EXPORT_FILES_MAX },
    }),
  })
}

async function oneExport(scope: Scope, id: string): Promise<RecordExport> {
  return (await exportsOf(scope.db, { maySeeSensitive: maySeeSensitive(scope), id }))[0] ?? fail('not_found')
}

async function requireProof(kernel: Kernel, { actor }: Scope): Promise<void> {
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
}
