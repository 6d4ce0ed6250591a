import { RUN_KINDS } from '@crewline/contract/events'
import { RECORD_EXPORT_BYTES_MAX, RECORD_EXPORT_FILES_MAX } from '@crewline/contract/record-limits'
import { RECORD_FORMAT, rootOf, type RecordManifest } from '@crewline/contract/verify-records'
import { allowLong } from '../../kernel/db/timeout.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { defineRun, type RunDefinition, type RunInProgress, type StopReason } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { readFile } from '../files/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { personalDataText } from '../privacy/index.ts'
import { asCsv, asText, readTranscript } from '../transcripts/index.ts'
import { collectParts } from './parts.ts'
import { folderOf, momentsOf, pathPart, writtenChoice } from './rules.ts'
import { publicKeyOf, signManifest } from './signing.ts'
import {
  addRecordFiles,
  endExport,
  expirePackages,
  filesOf,
  lockExport,
  readExport,
  sizeOf,
  type RecordFile,
  type StoredExport,
} from './store.ts'
import { entriesNaming, lockErased } from './subject-views.ts'

/** What an export and its parts may take. */
interface ExportLimits {
  /** Bytes that are collected for one object of the storage, and after which a step ends. */
  part: number
  /** Bytes of an export, before compression. */
  bytes: number
  /** Files of an export. */
  files: number
}

const LIMITS: ExportLimits = { part: 8_000_000, bytes: RECORD_EXPORT_BYTES_MAX, files: RECORD_EXPORT_FILES_MAX }
/** Conversations of one step at most. */
const STEP_CONVERSATIONS = 25

/** What one step wrote, before its transaction. */
interface Written {
  /** Where it began; a step whose export is elsewhere by now is repeated. */
  from: number
  place: number
  files: RecordFile[]
  /** The export is beyond its limits; nothing of this step is kept. */
  isTooLarge: boolean
}

/** Writes the files of an export, some conversations in each step, and signs the manifest at the end. */
export const exportRun = defineExportRun(LIMITS)

function defineExportRun(limits: ExportLimits): RunDefinition<Written | null> {
  return defineRun<Written | null>({
    name: RUN_KINDS.records,
    table: 'record_export',
    maxAttempts: 5,
    isUnlimited: true,
    permission: async () => 'records.manage',
    watchers: 'records.manage',
    prepare: (run) => writeFiles(run, limits),
    step: takeStep,
    stop: async (tx, { id }, reason) => {
      const stored = await lockExport(tx, id)
      if (stored?.state === 'running') await endFailed(tx, stored, reason)
    },
  })
}

/** Takes one step of an export; returns whether there was one. Tests set smaller limits. */
export function passExports(
  kernel: Kernel,
  { limits, ...options }: { isImmediate?: boolean; limits?: ExportLimits } = {},
): Promise<boolean> {
  return takeRunStep(kernel, limits ? defineExportRun(limits) : exportRun, options)
}

async function writeFiles({ kernel, scope, id, orgId }: RunInProgress, limits: ExportLimits): Promise<Written | null> {
  const stored = await readExport(scope.db, id)
  if (stored?.state !== 'running') return null
  const before = await sizeOf(scope.db, id)
  const parts = collectParts(kernel, orgId, limits.part)
  const isTooLarge = () => before.bytes + parts.bytes > limits.bytes || before.files + parts.count > limits.files
  let place = stored.place
  try {
    while (place < stored.contactIds.length && parts.bytes < limits.part && place - stored.place < STEP_CONVERSATIONS) {
      for await (const { path, content } of conversationFiles(kernel, scope, stored, place)) {
        await parts.add(path, content)
        if (!isTooLarge()) continue
        await parts.remove()
        return { from: stored.place, place: stored.place, files: [], isTooLarge: true }
      }
      place += 1
    }
    await parts.flush()
  } catch (error) {
    await parts.remove()
    throw error
  }
  return { from: stored.place, place, files: parts.files, isTooLarge: false }
}

async function* conversationFiles(
  kernel: Kernel,
  scope: Scope,
  { contactIds, options, createdBy }: StoredExport,
  nth: number,
): AsyncGenerator<{ path: string; content: Buffer }> {
  const contactId = contactIds[nth] ?? ''
  const moments = momentsOf(options, scope.org.timezone)
  const transcript = await readTranscript(scope, { contactId, ...moments, includeNotes: options.includeNotes })
  if (options.isSubject) {
    const about = await aboutSubject(scope, contactId)
    // Erased since the export began.
    if (!about) return
    yield* about
  }
  // Erased since the export began, or without a conversation.
  if (!transcript) return
  const { entries, attachments } = transcript
  const preamble = { ...transcript.preamble, exportedBy: createdBy }
  const folder = folderOf(nth, preamble.contact)
  const text = (path: string, content: string) => ({ path: `${folder}/${path}`, content: Buffer.from(content) })
  yield text('conversation.json', `${JSON.stringify({ contactId, ...preamble, entries }, null, 2)}\n`)
  yield text('conversation.csv', asCsv(preamble, entries, 'en'))
  yield text('conversation.txt', asText(preamble, entries, 'en'))
  if (!options.includeFiles) return
  for (const [index, { id, name }] of attachments.entries()) {
    const read = await readFile(kernel, scope.orgId, id)
    const path = `${folder}/files/${String(index + 1).padStart(3, '0')}-${pathPart(name)}`
    if (read) yield { path, content: read.bytes }
  }
}

/** Returns the files of a package about one person besides their conversation; undefined when they were erased. */
async function aboutSubject(scope: Scope, contactId: string): Promise<{ path: string; content: Buffer }[] | undefined> {
  const data = await personalDataText(scope, contactId)
  if (!data) return undefined
  const entries = await scope.tx(async (tx) => {
    await allowLong(tx.db, 'finds the audit entries that name a person')
    return entriesNaming(tx.db, data.contactIds)
  })
  return [
    { path: 'personal-data.json', content: Buffer.from(data.text) },
    { path: 'audit-entries.json', content: Buffer.from(`${JSON.stringify(entries, null, 2)}\n`) },
  ]
}

async function takeStep(tx: Tx, { id }: RunInProgress, written: Written | null): Promise<'continue' | 'end'> {
  // Before the export, as an erasure does.
  const isErased = await lockErased(tx.db, id)
  const stored = await lockExport(tx, id)
  // Recorded to be deleted: the person was erased while the step read.
  if (stored?.state === 'expired' && written) await addRecordFiles(tx, id, written)
  if (stored?.state !== 'running' || !written) return 'end'
  if (stored.options.isSubject && isErased) {
    await addRecordFiles(tx, id, written)
    await expirePackages(tx, stored.contactIds)
    return 'end'
  }
  if (stored.place !== written.from) return 'continue'
  if (written.isTooLarge) {
    await endFailed(tx, stored, 'too_large')
    return 'end'
  }
  await addRecordFiles(tx, id, written)
  if (written.place < stored.contactIds.length) return 'continue'
  const files = (await filesOf(tx.db, id)).map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))
  const manifest = await manifestOf(tx, stored, files)
  const signature = signManifest(tx.fingerprint, manifest.text)
  await endExport(tx, id, { state: 'ready', manifest: manifest.text, signature })
  tx.audit('record-export.finished', id, { title: stored.title, files: files.length, root: manifest.root })
  return 'end'
}

async function endFailed(tx: Tx, { id, title }: StoredExport, reason: StopReason | 'too_large'): Promise<void> {
  await endExport(tx, id, { state: 'failed' })
  tx.audit('record-export.failed', id, { title, reason })
}

async function manifestOf(
  tx: Tx,
  { title, createdAt, createdBy, contactIds, options: { chosen, ...options } }: StoredExport,
  files: RecordManifest['files'],
): Promise<{ text: string; root: string }> {
  const { organization } = await organizationOf(tx.db, tx.orgId)
  const { keyId, publicKey } = publicKeyOf(tx.fingerprint)
  const root = await rootOf(files)
  const manifest: RecordManifest & { timeZone: string; options: StoredExport['options'] } = {
    format: RECORD_FORMAT,
    title,
    organization: organization.name,
    timeZone: organization.timezone,
    createdAt: createdAt.toISOString(),
    createdBy,
    ...(chosen && { people: writtenChoice(chosen, contactIds.length) }),
    options,
    files,
    root,
    key: { id: keyId, publicKey },
  }
  return { text: `${JSON.stringify(manifest, null, 2)}\n`, root }
}
