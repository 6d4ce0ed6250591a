import { createHash } from 'node:crypto'
import { RUN_KINDS } from '@crewline/contract/events'
import { RECORD_EXPORT_BYTES_MAX } from '@crewline/contract/record-limits'
import { RECORD_FORMAT, rootOf, type RecordManifest } from '@crewline/contract/verify-records'
import type { Kernel } from '../../kernel/kernel.ts'
import { defineRun, type RunInProgress } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { readFile, storeBlob } from '../files/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { asCsv, asText, readTranscript } from '../transcripts/index.ts'
import { folderOf, momentsOf, pathPart } from './rules.ts'
import { publicKeyOf, signManifest } from './signing.ts'
import {
  addRecordFiles,
  endExport,
  filesOf,
  lockExport,
  readExport,
  type RecordFile,
  type StoredExport,
} from './store.ts'

/** A step writes conversations until it has this many bytes. */
const STEP_BYTES = 8_000_000
/** Conversations of one step at most. */
const STEP_CONVERSATIONS = 25

/** What one step wrote, before its transaction. */
interface Written {
  /** Where it began; a step whose export is elsewhere by now is repeated. */
  from: number
  place: number
  files: RecordFile[]
}

/** Writes the files of an export, some conversations in each step, and signs the manifest at the end. */
export const exportRun = defineRun<Written | null>({
  name: RUN_KINDS.records,
  table: 'record_export',
  maxAttempts: 5,
  isUnlimited: true,
  permission: async () => 'records.manage',
  watchers: 'records.manage',
  prepare: writeFiles,
  step: takeStep,
  stop: async (tx, { id }, reason) => {
    const stored = await lockExport(tx, id)
    if (stored?.state !== 'running') return
    await endExport(tx, id, { state: 'failed' })
    tx.audit('record-export.failed', id, { title: stored.title, reason })
  },
})

/** Takes one step of an export; returns whether there was one. */
export function passExports(kernel: Kernel, options: { isImmediate?: boolean } = {}): Promise<boolean> {
  return takeRunStep(kernel, exportRun, options)
}

async function writeFiles({ kernel, scope, id, orgId }: RunInProgress): Promise<Written | null> {
  const stored = await readExport(scope.db, id)
  if (stored?.state !== 'running') return null
  const parts: { path: string; content: Buffer }[] = []
  let size = 0
  let place = stored.place
  while (place < stored.contactIds.length && size < STEP_BYTES && place - stored.place < STEP_CONVERSATIONS) {
    // oxlint-disable-next-line no-await-in-loop -- one conversation in memory at a time
    const written = await conversationFiles(kernel, scope, stored, place)
    parts.push(...written)
    size += written.reduce((sum, { content }) => sum + content.length, 0)
    place += 1
  }
  if (parts.length === 0) return { from: stored.place, place, files: [] }
  const storageKey = await storeBlob(kernel, orgId, Buffer.concat(parts.map(({ content }) => content)))
  let startsAt = 0
  const files = parts.map(({ path, content }) => {
    const file = { path, bytes: content.length, sha256: sha256Of(content), storageKey, startsAt }
    startsAt += content.length
    return file
  })
  return { from: stored.place, place, files }
}

async function conversationFiles(
  kernel: Kernel,
  scope: Scope,
  { contactIds, options, createdBy }: StoredExport,
  nth: number,
): Promise<{ path: string; content: Buffer }[]> {
  const contactId = contactIds[nth] ?? ''
  const moments = momentsOf(options, scope.org.timezone)
  const transcript = await readTranscript(scope, { contactId, ...moments, includeNotes: options.includeNotes })
  // Erased since the export began.
  if (!transcript) return []
  const { entries, attachments } = transcript
  const preamble = { ...transcript.preamble, exportedBy: createdBy }
  const folder = folderOf(nth, preamble.contact)
  const text = (path: string, content: string) => ({ path: `${folder}/${path}`, content: Buffer.from(content) })
  const files: { path: string; content: Buffer }[] = [
    text('conversation.json', `${JSON.stringify({ contactId, ...preamble, entries }, null, 2)}\n`),
    text('conversation.csv', asCsv(preamble, entries, 'en')),
    text('conversation.txt', asText(preamble, entries, 'en')),
  ]
  if (!options.includeFiles) return files
  for (const [index, { id, name }] of attachments.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const read = await readFile(kernel, scope.orgId, id)
    if (read)
      files.push({
        path: `${folder}/files/${String(index + 1).padStart(3, '0')}-${pathPart(name)}`,
        content: read.bytes,
      })
  }
  return files
}

async function takeStep(tx: Tx, { id }: RunInProgress, written: Written | null): Promise<'continue' | 'end'> {
  const stored = await lockExport(tx, id)
  if (stored?.state !== 'running' || !written) return 'end'
  if (stored.place !== written.from) return 'continue'
  await addRecordFiles(tx, id, written)
  if (written.place < stored.contactIds.length) return 'continue'
  const files = (await filesOf(tx.db, id)).map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > RECORD_EXPORT_BYTES_MAX) {
    await endExport(tx, id, { state: 'failed' })
    tx.audit('record-export.failed', id, { title: stored.title, reason: 'too_large' })
    return 'end'
  }
  const manifest = await manifestOf(tx, stored, files)
  const signature = signManifest(tx.fingerprint, manifest.text)
  await endExport(tx, id, { state: 'ready', manifest: manifest.text, signature })
  tx.audit('record-export.finished', id, { title: stored.title, files: files.length, root: manifest.root })
  return 'end'
}

async function manifestOf(
  tx: Tx,
  { title, createdAt, createdBy, options }: StoredExport,
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
    options,
    files,
    root,
    key: { id: keyId, publicKey },
  }
  return { text: `${JSON.stringify(manifest, null, 2)}\n`, root }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
