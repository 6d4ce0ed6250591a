import { createApiKey, editApiKey, revokeApiKey, rotateApiKey } from '@crewline/contract/api-keys'
import {
  applyHrSync,
  connectHr,
  disconnectHr,
  discardHrSync,
  fixHrRow,
  hrSync,
  readHr,
  refreshHris,
  undoHrSync,
} from '@crewline/contract/hr'
import { connectHrFiles, createHrKey, revokeHrKey, saveHrColumns, uploadHrFile } from '@crewline/contract/hr-files'
import { connectHrScim, createHrScimKey, revokeHrScimKey } from '@crewline/contract/hr-scim'
import {
  connectChatChannel,
  disconnectChatChannel,
  editChatChannel,
  testChatChannel,
} from '@crewline/contract/integrations'
import { createScimToken, revokeScimToken } from '@crewline/contract/scim'
import { addSsoDomain, editSso, editSsoRules, removeSsoDomain } from '@crewline/contract/sso'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import { passSyncs } from '../../../src/modules/hr/index.ts'
import { DEFAULT_SETTINGS } from '../../../src/modules/hr/settings-rules.ts'
import { makeOrg } from '../cast.ts'
import { chatOf } from '../chat.ts'
import type { Recorder } from './recorder.ts'
import { systemOf } from './recorder.ts'

/** An identity provider that is never asked. */
export const OIDC = { issuer: 'https://login.example.com', clientId: 'crewline', clientSecret: 'a secret of tests' }

/** Calls about how programs and other systems connect. */
export async function connectSystems(recorder: Recorder): Promise<void> {
  const { t, call } = recorder
  const { apiKey } = await call(createApiKey, { body: { name: 'Payroll', permissions: ['contacts.read'] } })
  const query = { id: apiKey.id }
  await call(editApiKey, { query, body: { permissions: ['contacts.read', 'groups.read'] } })
  await call(rotateApiKey, { params: query, body: {} })
  await call(revokeApiKey, { query })
  const { scimToken } = await call(createScimToken, { body: { name: 'Okta' } })
  await call(revokeScimToken, { query: { id: scimToken.id } })
  await call(editSso, { body: { protocol: 'oidc', oidc: OIDC } })
  await call(editSsoRules, { body: { createsMembers: true, defaultRole: 'viewer', groupRoles: [] } })
  await call(addSsoDomain, { body: { domain: 'audit.example' } })
  await call(removeSsoDomain, { query: { domain: 'audit.example' } })
  const { webhook } = await call(createWebhook, {
    body: { url: 'https://hooks.example.com/events', events: ['message.received'] },
  })
  const params = { id: webhook.id }
  await call(editWebhook, { query: params, body: { name: 'Warehouse' } })
  await call(rotateWebhookSecret, { params, body: {} })
  const { delivery } = await call(testWebhook, { params, body: {} })
  await sql`update webhook_delivery set state = 'failed' where id = ${delivery.id}`.execute(systemOf(recorder))
  await call(replayDelivery, { params: { id: delivery.id }, body: {} })
  await call(deleteWebhook, { query: params })
  const { kind, url, name } = await chatOf(t.process.address).add('slack')
  const { channel } = await call(connectChatChannel, { body: { kind, url, name, events: ['reply.overdue'] } })
  await call(editChatChannel, { query: { id: channel.id }, body: { name: 'Overdue' } })
  await call(testChatChannel, { params: { id: channel.id }, body: {} })
  await call(disconnectChatChannel, { query: { id: channel.id } })
}

/** Calls about HR systems. */
export async function connectHrSystems(recorder: Recorder): Promise<void> {
  const { t } = recorder
  const files = await recorder.at(await makeOrg(t.process.kernel, 'Files', 6))
  await files.call(connectHrFiles, { body: { name: 'Payroll' } })
  const key = await files.call(createHrKey, { body: { name: 'Payroll server' } })
  await files.call(revokeHrKey, { params: { id: key.keys[0]!.id } })
  const rows = 'Employee ID,First name,Last name,Mobile\nE-1,Fay,Files,+14155551901\nE-2,Flo,Files,+14155551901\n'
  await files.call(uploadHrFile, { query: { name: 'people.csv' }, body: Buffer.from(rows) })
  const columns = { employeeId: 'Employee ID', firstname: 'First name', phone: 'Mobile' }
  await files.call(saveHrColumns, { body: { columns, dates: 'mdy' } })
  const finish = async () => {
    while (await passSyncs(t.process.kernel, undefined, { isImmediate: true }));
    return (await t.as(files.owner).call(readHr)).body.syncs[0]!
  }
  const { id, comparedAt } = await finish()
  await files.call(applyHrSync, { params: { id }, body: { comparedAt: comparedAt!, agreed: true } })
  await finish()
  await files.call(undoHrSync, { params: { id } })
  await finish()
  const again = await files.call(refreshHris)
  await finish()
  const { data } = (await t.as(files.owner).call(hrSync, { params: { id: again.runId }, query: { kind: 'problem' } }))
    .body
  await files.call(fixHrRow, { params: { id: again.runId }, body: { row: data[0]!.row, fix: 'ignore' } })
  await finish()
  await files.call(discardHrSync, { params: { id: again.runId } })
  await files.call(disconnectHr, { query: { keepContacts: 'true' } })
  const pushed = await recorder.at(await makeOrg(t.process.kernel, 'Pushed', 7))
  await pushed.call(connectHrScim, { body: { name: 'Workday' } })
  const token = await pushed.call(createHrScimKey, { body: { name: 'Workday' } })
  await pushed.call(revokeHrScimKey, { params: { id: token.keys[0]!.id } })
  await pushed.call(connectHr, { body: { settings: { ...DEFAULT_SETTINGS, phoneFrom: 'work' } } })
}
