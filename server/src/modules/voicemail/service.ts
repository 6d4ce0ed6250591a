import type { Voicemail } from '@crewline/contract/voicemail'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { discardFile } from '../files/index.ts'
import { lockHolds, refuseHeld } from '../legal-holds/index.ts'
import { threadVoicemails } from '../messages/index.ts'
import { remembered, type VoicemailRow } from './rules.ts'
import { lockVoicemail, writeDeleted, writeState } from './store.ts'
import { voicemailById } from './views.ts'

/** Sets the state of a voicemail for the whole team. Setting the same state changes nothing. */
export async function edit(scope: Scope, id: string, state: Voicemail['state']): Promise<{ voicemail: Voicemail }> {
  await scope.tx(async (tx) => {
    const held = (await lockVoicemail(tx, id)) ?? fail('not_found')
    if (held.state === state) return
    const isHeardNow = held.state === 'new'
    const heardBy =
      isHeardNow && tx.actor.kind === 'member' ? { userId: tx.actor.userId, at: tx.world.now().toISOString() } : null
    await writeState(tx, id, { state, heardBy })
    await threadVoicemails.change(
      tx,
      { id: held.messageId, contactId: held.contactId },
      { voicemail: remembered({ ...held, state }), unheard: Number(state === 'new') - Number(isHeardNow) },
    )
    tx.audit('voicemail.changed', id, changeOf({ state: held.state }, { state }))
  })
  return { voicemail: (await voicemailById(scope, id)) ?? fail('not_found') }
}

/** Deletes the recording and its transcript. The thread still shows the call. */
export async function remove(scope: Scope, id: string, kernel: Kernel): Promise<object> {
  const clear = await scope.tx(async (tx) => {
    await lockHolds(tx)
    const held = (await lockVoicemail(tx, id)) ?? fail('not_found')
    await refuseHeld(tx, [held.contactId])
    tx.audit('voicemail.deleted', id, { messageId: held.messageId })
    return removeContent(tx, held, kernel)
  })
  await clear()
  return {}
}

/** Deletes recordings with their transcripts; threads still show the calls. Bytes are removed after the commit. */
export async function removeRecordings(tx: Tx, ids: string[], kernel: Kernel): Promise<void> {
  for (const id of ids) {
    const held = await lockVoicemail(tx, id)
    if (held) await removeContent(tx, held, kernel)
  }
}

async function removeContent(tx: Tx, voicemail: VoicemailRow, kernel: Kernel): Promise<() => Promise<void>> {
  const { id, messageId, contactId, fileId, state } = voicemail
  await writeDeleted(tx, id)
  await threadVoicemails.change(
    tx,
    { id: messageId, contactId },
    { voicemail: null, unheard: state === 'new' ? -1 : 0 },
  )
  return discardFile(tx, kernel, fileId)
}
