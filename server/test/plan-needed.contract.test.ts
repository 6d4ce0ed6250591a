import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org } from './kit/cast.ts'
import { callRaw, everyEndpoint, fieldsOf } from './kit/contract.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

// An organization without the plan or payment method that it needs reads, and changes and sends nothing, wherever it calls.

const guarded = (await everyEndpoint()).filter(([, endpoint]) => endpoint.session !== 'none')

let t: TestApp
let ended: Org
beforeAll(async () => {
  t = await testApp()
  ended = await makeOrg(t.process.kernel, 'Ended', 3)
  await sql`update organization set need_billing = true where id = ${ended.id}`.execute(
    t.process.kernel.database.asSystem('tests end a trial'),
  )
})
afterAll(() => t.close())

async function codeAs(role: 'owner' | 'admin', endpoint: AnyEndpoint): Promise<unknown> {
  // A new user each time, because some calls end their session.
  const user = await makeUser(t.process.kernel, ended.id, { firstname: 'Pat', lastname: 'Plan', role })
  const params = Object.fromEntries(Object.keys(fieldsOf(endpoint.params).fields).map((name) => [name, ended.bob.id]))
  const { http, body } = await callRaw(t.process.address, user.token, endpoint, { params })
  expect([401, 403, 500]).not.toContain(http)
  return body['code']
}

test.each(guarded)('%s is refused or allowed without a plan as declared', async (_name, endpoint) => {
  const [owner, admin] = [await codeAs('owner', endpoint), await codeAs('admin', endpoint)]
  expect(owner === 'plan_needed').toBe(endpoint.plan === 'needed')
  expect(admin === 'plan_needed').toBe(endpoint.plan !== 'not_needed')
})

/** Changes that need no plan, apart from those that a past-due organization makes too. */
const CHANGES = {
  'opt people out, and undo it': ['importOptOuts', 'judgeOptOut', 'recordConsent', 'undoOptOut'],
  'only look something up': [
    ...['matchNumbers', 'previewInvitations', 'previewOptInPage', 'previewTranslation', 'searchNumbers'],
    ...['startViewing', 'translateMessage'],
  ],
  'remember what a member read, typed and is notified of': [
    ...['addPushDevice', 'editNotificationPrefs', 'muteConversation', 'readAllConversations', 'readConversation'],
    ...['readShiftNote', 'removePushDevice', 'saveDraft', 'seeUpdates', 'useReply'],
  ],
  'stop what would be sent': ['cancelScheduled', 'pauseBroadcast', 'stopBroadcast', 'stopBroadcastReminders'],
  'end access': [
    'declineTransfer',
    ...['deleteOptInPage', 'deleteWebhook', 'disconnectChatChannel', 'disconnectHr', 'endGrant', 'removeMember'],
    ...['revokeApiKey', 'revokeHrKey', 'revokeHrScimKey', 'revokeScimToken'],
  ],
  'store what arrived': ['retryQuarantined'],
}
const EXPORTS = [
  ...['consentEvidence', 'conversationProof', 'createRecordExport', 'exportAudit', 'exportBroadcast', 'exportContacts'],
  ...[
    'exportConversation',
    'exportFigures',
    'exportForm',
    'exportOffShift',
    'exportOptOuts',
    'personalData',
    'recordExportLink',
  ],
]

test('allows only reads, what a past-due organization may do, and the named changes', () => {
  const changing = guarded.filter(
    ([, { method, viewing, pastDue, plan }]) =>
      method !== 'GET' && viewing === 'refused' && pastDue === 'blocked' && plan === 'not_needed',
  )
  expect(changing.map(([name]) => name)).toEqual(Object.values(CHANGES).flat().sort())
})

test('lets only owners export', () => {
  expect(guarded.filter(([, { plan }]) => plan === 'owner').map(([name]) => name)).toEqual(EXPORTS)
})

test('refuses no read but those that change something or that only owners make', () => {
  const refused = guarded.filter(([, { method, plan }]) => method === 'GET' && plan === 'needed')
  expect(refused.map(([name]) => name)).toEqual(['finishHrConnection'])
})
