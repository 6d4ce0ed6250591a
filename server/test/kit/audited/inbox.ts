import { editContact } from '@crewline/contract/contacts'
import { bulkConversations } from '@crewline/contract/bulk'
import {
  archiveConversation,
  assignConversation,
  muteConversation,
  readAllConversations,
  readConversation,
  snoozeConversation,
  tagConversation,
} from '@crewline/contract/inbox'
import { saveDraft } from '@crewline/contract/drafts'
import { uploadFile } from '@crewline/contract/files'
import { createKeyword, deleteKeyword, editKeyword } from '@crewline/contract/keywords'
import { cancelScheduled, editScheduled, sendScheduledNow } from '@crewline/contract/later'
import { judgeOptOut, retryMessage, sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { writeNote } from '@crewline/contract/notes'
import {
  createPhrase,
  editPhrase,
  importPhrases,
  removePhrase,
  restorePhrase,
  reviewPhrase,
} from '@crewline/contract/organization-phrases'
import { createReply, deleteReply, editReply, useReply } from '@crewline/contract/replies'
import { createView, deleteView } from '@crewline/contract/saved-views'
import { createShiftNote, readShiftNote } from '@crewline/contract/shift-notes'
import { createTag, deleteTag, editTag } from '@crewline/contract/tags'
import { exportConversation } from '@crewline/contract/transcripts'
import { voicemails, deleteVoicemail, editVoicemail } from '@crewline/contract/voicemail'
import { reportTranslation, translateMessage } from '@crewline/contract/translation'
import { conversation } from '@crewline/contract/inbox'
import { photo } from '../files.ts'
import type { Recorder } from './recorder.ts'

/** Calls about conversations, and texts in them. */
export async function workInInbox({ t, org, owner, call }: Recorder): Promise<void> {
  const { bob } = org
  const query = { id: bob.id }
  await call(editContact, { query, body: { language: 'es' } })
  await t.carrier.texts(bob.phone, 'Llámame al 555 010 2233.', org.line.phone)
  const received = await t.until(async () => {
    const { body } = await t.as(owner).call(conversation, { params: query })
    return body.messages?.find(({ direction }) => direction === 'in')
  })
  await call(readConversation, { query, body: {} })
  await call(readConversation, { query, body: { unread: true } })
  await call(readAllConversations)
  await t.carrier.texts(bob.phone, 'Don’t text me when I sleep', org.line.phone)
  const flagged = await t.until(async () => {
    const { body } = await t.as(owner).call(conversation, { params: query })
    return body.messages?.find(({ possibleOptOut }) => possibleOptOut)
  })
  await call(judgeOptOut, { params: { id: flagged.id }, body: { optOut: false } })
  await call(archiveConversation, { query, body: { archived: true } })
  await call(assignConversation, { query, body: { assigneeId: owner.id } })
  await call(muteConversation, { query, body: { muted: true } })
  await call(snoozeConversation, { query, body: { until: '2099-01-01T08:00:00.000Z' } })
  const { tag } = await call(createTag, { body: { name: 'Urgent' } })
  await call(tagConversation, { query, body: { add: [tag.id] } })
  await call(editTag, { query: { id: tag.id }, body: { name: 'Very urgent' } })
  await call(bulkConversations, { body: { ids: [bob.id], do: { act: 'archive', archived: true } } })
  await call(deleteTag, { query: { id: tag.id } })
  await call(saveDraft, { body: { contactId: bob.id, body: 'On my way' } })
  await call(writeNote, { body: { contactId: bob.id, body: 'Called him' } })
  const { view } = await call(createView, { body: { name: 'Mine' } })
  await call(deleteView, { query: { id: view.id } })
  const note = await call(createShiftNote, { body: { text: 'Bob waits' } })
  await call(readShiftNote, { query: { id: note.shiftNote.id } })
  await call(exportConversation, {
    body: { contactId: bob.id, startDate: '2020-01-01', timeZone: 'America/Chicago', format: 'txt' },
  })
  await call(translateMessage, { params: { id: received.id } })
  await call(reportTranslation, { params: { id: received.id } })
  await call(uploadFile, { query: { name: 'gate.jpg' }, body: await photo() })
  const sent = await call(sendMessage, { body: { contactId: bob.id, body: 'At seven' } })
  await t.drain()
  await sql`update message set state = 'undelivered', error_code = '30003' where id = ${sent.message.id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  await call(retryMessage, { params: { id: sent.message.id } })
  const later = async () => {
    const body = { contactId: bob.id, body: 'Later', scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }
    const { message } = await call(sendMessage, { body })
    return { message_id: message.id, conversation_id: bob.id }
  }
  const [first, second] = [await later(), await later()]
  await call(editScheduled, { query: first, body: { body: 'Even later' } })
  await call(sendScheduledNow, { query: first })
  await call(cancelScheduled, { query: second })
}

/** Calls about what the team prepares: saved replies, keywords; and voicemails. */
export async function prepareReplies(recorder: Recorder): Promise<void> {
  await writePhrases(recorder)
  const { t, org, owner, call } = recorder
  const { reply } = await call(createReply, { body: { name: 'Hours', body: 'We open at seven' } })
  await call(editReply, { query: { id: reply.id }, body: { body: 'We open at six' } })
  await call(editReply, { query: { id: reply.id }, body: { shared: true } })
  await call(editReply, { query: { id: reply.id }, body: { body: 'We open at five' } })
  await call(useReply, { query: { id: reply.id } })
  await call(deleteReply, { query: { id: reply.id } })
  const { keyword } = await call(createKeyword, { body: { word: 'lunch', reply: 'Soup' } })
  await call(editKeyword, { query: { id: keyword.id }, body: { reply: 'Stew' } })
  await call(deleteKeyword, { query: { id: keyword.id } })
  await t.carrier.calls(org.bob.phone, org.line.phone, { seconds: 3 })
  const [voicemail] = await t.until(async () => {
    const { data } = (await t.as(owner).call(voicemails)).body
    return data.length > 0 && data
  })
  const params = { id: voicemail!.id }
  await call(editVoicemail, { params, body: { state: 'heard' } })
  await call(deleteVoicemail, { params })
}

async function writePhrases({ call }: Recorder): Promise<void> {
  const { phrase } = await call(createPhrase, { body: { texts: { en: 'Use Gate 4.', es: 'Usen la puerta 4.' } } })
  const params = { id: phrase.id }
  await call(editPhrase, { params, body: { texts: { en: 'Use Gate 5.', es: 'Usen la puerta 5.' } } })
  await call(reviewPhrase, { params, body: { language: 'es', revision: 2, isRight: true } })
  await call(removePhrase, { params })
  await call(restorePhrase, { params })
  await call(importPhrases, {
    query: { name: 'phrases.csv', dryRun: 'false' },
    body: Buffer.from('en,es\nBring your badge to Gate 4.,Trae tu gafete a la puerta 4.\n'),
  })
}
