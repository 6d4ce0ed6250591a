import type { BodyOf } from '@crewline/contract/endpoint'
import type { Greeting, setGreeting, Voicemail } from '@crewline/contract/voicemail'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { attachable, discardFile, mediaItem, type StoredFile } from '../files/index.ts'
import { changeVoicemail } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { remembered, standardWords } from './rules.ts'
import { holdVoicemail, writeDeleted, writeGreeting, writeState } from './store.ts'
import { greetingOf, voicemailById } from './views.ts'

/** Marks a voicemail for the whole team; what is so already changes nothing. */
export async function edit(scope: Scope, id: string, state: Voicemail['state']): Promise<{ voicemail: Voicemail }> {
  await scope.tx(async (tx) => {
    const held = (await holdVoicemail(tx, id)) ?? fail('not_found')
    if (held.state === state) return
    const isHeardNow = held.state === 'new'
    const heardBy =
      isHeardNow && tx.actor.kind === 'member' ? { userId: tx.actor.personId, at: tx.world.now().toISOString() } : null
    await writeState(tx, id, { state, heardBy })
    await changeVoicemail(
      tx,
      { id: held.messageId, contactId: held.contactId },
      { voicemail: remembered({ ...held, state }), unheard: Number(state === 'new') - Number(isHeardNow) },
    )
    tx.audit('voicemail.changed', id, { state })
  })
  return { voicemail: (await voicemailById(scope, id)) ?? fail('not_found') }
}

/** Deletes the recording and what was said in it; the thread keeps that somebody called. */
export async function remove(scope: Scope, id: string, kernel: Kernel): Promise<object> {
  const clear = await scope.tx(async (tx) => {
    const held = (await holdVoicemail(tx, id)) ?? fail('not_found')
    await writeDeleted(tx, id)
    await changeVoicemail(
      tx,
      { id: held.messageId, contactId: held.contactId },
      { voicemail: null, unheard: held.state === 'new' ? -1 : 0 },
    )
    tx.audit('voicemail.deleted', id, { messageId: held.messageId })
    return discardFile(tx, kernel, held.fileId)
  })
  await clear()
  return {}
}

/** What callers hear now, with the words they hear where nobody wrote any. */
export async function readGreeting(scope: Scope): Promise<{ greeting: Greeting }> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const set = await greetingOf(scope.db)
  const file = set?.file ?? null
  return {
    greeting: {
      words: set?.words || (file ? '' : standardWords(organization.name)),
      file: file && mediaItem(scope.orgId, file, scope.world.now().getTime()),
      missedCallText: set?.missedCallText ?? '',
    },
  }
}

/** Sets what callers hear; a recording that is there already stays, one that is replaced is removed. */
export async function changeGreeting(
  scope: Scope,
  ask: BodyOf<typeof setGreeting>,
  kernel: Kernel,
): Promise<{ greeting: Greeting }> {
  const clear = await scope.tx(async (tx) => {
    const before = (await greetingOf(tx.db))?.file ?? null
    const file = ask.fileId === before?.id ? before : await recordingOf(tx, ask.fileId)
    await writeGreeting(tx, { words: ask.words, file, missedCallText: ask.missedCallText })
    tx.audit('greeting.changed', null, { hasRecording: file !== null, textsBack: ask.missedCallText !== '' })
    return before && before.id !== file?.id ? discardFile(tx, kernel, before.id) : undefined
  })
  await clear?.()
  return readGreeting(scope)
}

/** Carriers play MP3 and WAV and nothing else. */
const PLAYED = new Set(['audio/mpeg', 'audio/wav'])

async function recordingOf(tx: Tx, fileId: string | null): Promise<StoredFile | null> {
  if (fileId === null) return null
  const [file] = await attachable(tx, [fileId])
  if (!file || !PLAYED.has(file.mime))
    return fail('file_refused', { words: 'Callers can hear MP3 and WAV only. Choose another recording.' })
  return file
}
