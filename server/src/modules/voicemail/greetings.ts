import type { BodyOf } from '@crewline/contract/endpoint'
import type { Greeting, LineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { attachable, discardFile, mediaItem, type StoredFile } from '../files/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { standardWords } from './rules.ts'
import { deleteLineGreeting, writeGreeting, writeLineGreeting } from './store/greetings.ts'
import { greetingOf, hasLine, lineGreetings } from './views.ts'

/** Everything callers hear: at all numbers, and at those that differ. */
export interface Greetings {
  greeting: Greeting
  lines: LineGreeting[]
}

/** What callers of a line hear: what was set for it, else for all, else the words of the house. */
export async function heardAt(
  db: Db,
  orgId: string,
  lineId: string,
): Promise<{ words: string; file: StoredFile | null }> {
  const [own] = await lineGreetings(db, lineId)
  if (own) return own
  const set = await greetingOf(db)
  if (set?.words || set?.file) return set
  const { organization } = await organizationOf(db, orgId)
  return { words: standardWords(organization.name), file: null }
}

/** What callers hear now, with the words they hear where nobody wrote any. */
export async function readGreetings(scope: Scope): Promise<Greetings> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const set = await greetingOf(scope.db)
  const file = set?.file ?? null
  const shown = (stored: StoredFile | null) => stored && mediaItem(scope.orgId, stored, scope.world.now().getTime())
  const lines = await lineGreetings(scope.db)
  return {
    greeting: {
      words: set?.words || (file ? '' : standardWords(organization.name)),
      file: shown(file),
      missedCallText: set?.missedCallText ?? '',
    },
    lines: lines.map((own) => ({ lineId: own.lineId, words: own.words, file: shown(own.file) })),
  }
}

/** Sets what callers hear; a recording that is there already stays, one that is replaced is removed. */
export async function changeGreeting(
  scope: Scope,
  ask: BodyOf<typeof setGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    const before = (await greetingOf(tx.db))?.file ?? null
    const { file, clearing } = await recordingAfter(tx, before, ask.fileId, kernel)
    await writeGreeting(tx, { words: ask.words, file, missedCallText: ask.missedCallText })
    tx.audit('greeting.changed', null, { hasRecording: file !== null, textsBack: ask.missedCallText !== '' })
    return clearing
  })
  await clear?.()
  return readGreetings(scope)
}

/** Sets what callers of one number hear instead; a number the organization does not have is not found. */
export async function changeLineGreeting(
  scope: Scope,
  lineId: string,
  ask: BodyOf<typeof setLineGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [own] = await lineGreetings(tx.db, lineId)
    const { file, clearing } = await recordingAfter(tx, own?.file ?? null, ask.fileId, kernel)
    await writeLineGreeting(tx, lineId, { words: ask.words, file })
    tx.audit('greeting.changed', lineId, { hasRecording: file !== null })
    return clearing
  })
  await clear?.()
  return readGreetings(scope)
}

/** Lets callers of a number hear what all others hear; one that does so already is fine. */
export async function forgetLineGreeting(scope: Scope, lineId: string, kernel: Kernel): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [own] = await lineGreetings(tx.db, lineId)
    if (!own) return undefined
    await deleteLineGreeting(tx, lineId)
    tx.audit('greeting.removed', lineId, {})
    return own.file ? discardFile(tx, kernel, own.file.id) : undefined
  })
  await clear?.()
  return readGreetings(scope)
}

/** The recording from now on, and what removes the bytes of the one before once that is saved. */
async function recordingAfter(tx: Tx, before: StoredFile | null, fileId: string | null, kernel: Kernel) {
  if (before && before.id === fileId) return { file: before, clearing: undefined }
  const file = await recordingOf(tx, fileId)
  return { file, clearing: before ? await discardFile(tx, kernel, before.id) : undefined }
}

/** Carriers play MP3 and WAV and nothing else. */
const PLAYED = new Set(['audio/mpeg', 'audio/wav'])

async function recordingOf(tx: Tx, fileId: string | null): Promise<StoredFile | null> {
  if (fileId === null) return null
  const [file] = await attachable(tx, [fileId])
  if (!file || !PLAYED.has(file.mime))
    return fail('file_refused', {
      words: {
        en: 'Callers can hear MP3 and WAV only. Choose another recording.',
        es: 'Quien llama solo puede oír MP3 y WAV. Elige otra grabación.',
      },
    })
  return file
}
