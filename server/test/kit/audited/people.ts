import { dismissDuplicate, archiveContact, createContact, editContact } from '@crewline/contract/contacts'
import { importOptOuts, recordConsent, undoOptOut } from '@crewline/contract/consent'
import { bulkContacts, undoContactRun } from '@crewline/contract/contact-lists'
import { deleteContactView, exportContacts, saveContactView } from '@crewline/contract/contact-lists'
import { createCustomField, deleteCustomField, editCustomField, restoreCustomField } from '@crewline/contract/fields'
import {
  addToGroup,
  copyGroup,
  createGroup,
  deleteGroup,
  editGroup,
  moveContacts,
  refreshGroup,
  removeFromGroup,
  unpinContacts,
} from '@crewline/contract/groups'
import {
  commitImport,
  correctImport,
  discardImport,
  matchImport,
  startImport,
  undoImport,
} from '@crewline/contract/imports'
import { setContactNaming } from '@crewline/contract/naming'
import { eraseContact, mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { createShift, deleteShift, editShift, setContactShift, setGroupShift } from '@crewline/contract/shifts'
import { readImport } from '@crewline/contract/imports'
import { makeContact, makeGroup } from '../cast.ts'
import { asMatched, runImports } from '../people-files.ts'
import type { Recorder } from './recorder.ts'

let phones = 0
const newPhone = () => `+1415557${String((phones += 1)).padStart(4, '0')}`

/** Calls about contacts: their records, consent, duplicates and lists. */
export async function changeContacts({ t, org, owner, call }: Recorder): Promise<void> {
  const { kernel } = t.process
  const add = async (firstname: string) =>
    (await call(createContact, { body: { firstname, phone: newPhone() } })).contact.id
  const [una, dos, tres] = [await add('Una'), await add('Una'), await add('Tres')]
  await call(editContact, { query: { id: una }, body: { location: 'Dock' } })
  await call(setContactNaming, { query: { contactId: una }, body: { isNamed: false } })
  await call(dismissDuplicate, { body: { contactId: una, otherId: tres } })
  const merged = await call(mergeContacts, { body: { keepId: una, otherId: dos, take: [] } })
  await call(undoMerge, { params: { id: merged.mergeId } })
  await call(recordConsent, {
    body: { contactId: una, action: 'opt_out', method: 'verbal', wording: 'Asked at the gate' },
  })
  await call(undoOptOut, { body: { contactId: una } })
  await call(importOptOuts, { query: { note: 'From the old system' }, body: Buffer.from('phone\n+14155550999\n') })
  const view = await call(saveContactView, { query: {}, body: { name: 'Dock', audience: { search: 'dock' } } })
  await call(deleteContactView, { query: { id: view.view.id } })
  await call(exportContacts, { body: { contacts: [una], format: 'csv', columns: ['firstname'] } })
  const run = await call(bulkContacts, {
    body: { contacts: [una, tres], do: { act: 'edit', field: 'location', value: 'Gate' } },
  })
  await call(undoContactRun, { params: { id: run.run.id } })
  await call(archiveContact, { query: { id: dos } })
  await call(eraseContact, { body: { contactId: tres, reason: 'Asked for it', confirm: true } })
  const field = await call(createCustomField, { body: { name: 'Badge', type: 'text' } })
  const params = { id: field.customField.id }
  await call(editCustomField, { params, body: { name: 'Badge number' } })
  await call(deleteCustomField, { params })
  await call(restoreCustomField, { params })
  const hours = { mon: { from: '06:00', to: '14:00' } }
  const made = await call(createShift, { body: { name: 'Early', hours } })
  const shiftId = made.shifts[0]!.id
  await call(editShift, { query: { id: shiftId }, body: { name: 'Early shift' } })
  await call(setContactShift, { query: { contactId: una }, body: { choice: { kind: 'shift', shiftId } } })
  const groupId = await makeGroup(kernel, org.id, `Crew of ${owner.id}`, [una])
  await call(setGroupShift, { query: { groupId }, body: { shiftId } })
  await call(deleteShift, { query: { id: shiftId } })
}

/** Calls about groups. */
export async function changeGroups({ t, org, call }: Recorder): Promise<void> {
  const ada = await makeContact(t.process.kernel, org.id, 'Ada', newPhone())
  const group = async (body: object) =>
    (await call(createGroup, { body: { name: `Group ${newPhone()}`, ...body } })).group.id
  const nights = await group({ contacts: [ada.id] })
  const days = await group({})
  const filter = { op: 'and' as const, children: [{ field: 'location', cmp: 'is' as const, value: 'Dock' }] }
  const dock = await group({ type: 'dynamic', filter })
  await call(editGroup, { query: { id: nights }, body: { description: 'At night' } })
  await call(addToGroup, { query: { id: dock }, body: { contacts: [ada.id] } })
  await call(unpinContacts, { query: { id: dock }, body: { contacts: [ada.id] } })
  await call(refreshGroup, { params: { groupId: dock } })
  await call(copyGroup, { body: { currentGroupId: nights, targetGroupId: days, selectedAll: true } })
  await call(removeFromGroup, { query: { id: nights }, body: { contacts: [ada.id] } })
  await call(moveContacts, { body: { contacts: [ada.id], add: [nights], remove: [days] } })
  await call(deleteGroup, { query: { id: nights } })
}

/** Calls about files of contacts, from the upload to the undo. */
export async function importContacts({ t, owner, call }: Recorder): Promise<void> {
  const upload = async () => {
    const file = Buffer.from(`First name,Phone\nImp,${newPhone()}\nIna,5\n`)
    const { id } = (await call(startImport, { query: { name: 'people.csv' }, body: file })).import
    await runImports(t)
    return (await t.as(owner).call(readImport, { params: { id } })).body.import
  }
  const read = await upload()
  const params = { id: read.id }
  await call(matchImport, { params, body: { columns: asMatched(read), options: {} } })
  await runImports(t)
  await call(correctImport, { params, body: { edits: [{ row: 3, skip: true }] } })
  await call(commitImport, { params, body: { agreed: true } })
  await runImports(t)
  await call(undoImport, { params })
  await call(discardImport, { params: { id: (await upload()).id } })
}
