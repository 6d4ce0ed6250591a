import { editBilling, openPortal, readBilling, startCheckout, startTopUp } from '@crewline/contract/billing'
import {
  checkCarrierRegistration,
  saveCarrierRegistration,
  submitCarrierRegistration,
} from '@crewline/contract/carrier-registration'
import { discardQuarantined, quarantine, retryQuarantined } from '@crewline/contract/delivery'
import { chooseCalendar, shareDown, stopSharing } from '@crewline/contract/family'
import { acceptGrant, endGrant, offerGrant } from '@crewline/contract/grants'
import { createHoliday, deleteHoliday, editHoliday } from '@crewline/contract/holidays'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { addLine, buyLine, editLine, releaseLine, searchNumbers } from '@crewline/contract/lines'
import { uploadLogo } from '@crewline/contract/logos'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization, setApp } from '@crewline/contract/organizations'
import { createRecordExport, recordExportLink } from '@crewline/contract/records'
import { setRetention, undoRetention } from '@crewline/contract/retention'
import { createRole, deleteRole, editRole } from '@crewline/contract/roles'
import { answerAsSample, removeSample, startSample } from '@crewline/contract/sample'
import { editSso, trustParentSso } from '@crewline/contract/sso'
import { closeSubjectRequest, logSubjectRequest, packageSubject } from '@crewline/contract/subject-requests'
import { changeMember, inviteMember, removeMember, resendInvitation, transferOwnership } from '@crewline/contract/team'
import { acceptTransfer, declineTransfer, transferContact, undoTransfer } from '@crewline/contract/transfers'
import { endViewing, startViewing } from '@crewline/contract/viewing'
import { removeLineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { settleWebhooks } from '../../../src/modules/billing/sync.ts'
import { keepQuarantined } from '../../../src/modules/delivery/quarantine.ts'
import { lineById } from '../../../src/modules/lines/index.ts'
import { passExports } from '../../../src/modules/records/index.ts'
import { makeOrg, makeUser, type TestUser } from '../cast.ts'
import { photo } from '../files.ts'
import { registeredCompany, registeredUse } from '../registration.ts'
import { CARD, stripeOf } from '../stripe.ts'
import { OIDC } from './connections.ts'
import type { Recorder } from './recorder.ts'
import { systemOf } from './recorder.ts'

async function memberIdOf(recorder: Recorder, user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(systemOf(recorder))
  return found.rows[0]!.id
}

/** Calls about the team: roles, invitations, members, views, ownership. */
export async function manageTeam(recorder: Recorder): Promise<void> {
  const { t, org, call } = recorder
  const hire = (role: TestUser['role']) =>
    makeUser(t.process.kernel, org.id, { firstname: 'Tim', lastname: 'Team', role })
  const { role } = await call(createRole, { body: { name: 'Reader', permissions: ['inbox.read'] } })
  await call(editRole, { query: { id: role.id }, body: { name: 'Inbox reader' } })
  await call(deleteRole, { query: { id: role.id }, body: {} })
  const { invitation } = await call(inviteMember, { body: { email: 'new.hire@test.example', role: 'agent' } })
  // An invitation can be sent again a moment later.
  await sql`delete from rate_limit`.execute(systemOf(recorder))
  await call(resendInvitation, { query: { id: invitation.id } })
  const [tim, pia, admin] = [await hire('agent'), await hire('agent'), await hire('admin')]
  await call(changeMember, { query: { memberId: await memberIdOf(recorder, tim) }, body: { role: 'manager' } })
  const timId = await memberIdOf(recorder, tim)
  const { token } = await call(startViewing, { body: { memberId: timId } })
  await call(endViewing, {}, { id: recorder.owner.id, token })
  await call(removeMember, { query: { memberId: await memberIdOf(recorder, pia) }, body: {} })
  await call(transferOwnership, { body: { memberId: await memberIdOf(recorder, admin) } })
}

/** Calls about settings and numbers. */
export async function changeSettings(recorder: Recorder): Promise<void> {
  const { call } = recorder
  await call(editOrganization, { body: { senderName: 'Acme HR' } })
  await call(uploadLogo, { query: { name: 'logo.jpg' }, body: await photo() })
  await call(setApp, { body: { app: 'birthday', isOn: false } })
  await call(setApp, { body: { app: 'birthday', isOn: true } })
  const { holidays } = await call(createHoliday, { body: { name: 'Closed', from: '2090-01-02', to: '2090-01-02' } })
  await call(editHoliday, { query: { id: holidays[0]!.id }, body: { name: 'Inventory' } })
  await call(deleteHoliday, { query: { id: holidays[0]!.id } })
  const line = await call(addLine, { body: { carrier: 'simulated', phone: '+13125550177', label: 'Second' } })
  const lineId = line.line.id
  await call(editLine, { query: { id: lineId }, body: { label: 'Dock' } })
  await call(setGreeting, { body: { words: 'We are closed.', fileId: null, missedCallText: '' } })
  await call(setLineGreeting, { params: { lineId }, body: { words: 'The dock is closed.', fileId: null } })
  await call(removeLineGreeting, { params: { lineId } })
  await call(releaseLine, { query: { id: lineId } })
  const account = { carrier: 'simulated' as const, account: `AC${'7'.repeat(32)}`, key: '8'.repeat(32) }
  const { numbers } = await call(searchNumbers, { body: { ...account, areaCode: '305' } })
  await call(buyLine, { body: { ...account, phone: numbers[0]!.phone, label: 'Miami' } })
  await call(saveCarrierRegistration, {
    body: { version: 0, company: registeredCompany, ein: '12-3456789', use: registeredUse },
  })
  await call(submitCarrierRegistration, { body: { kind: 'brand', carrier: 'simulated', version: 1 } })
  await call(checkCarrierRegistration)
}

/** Calls about what must be kept, and for whom. */
export async function keepRecords({ t, org, call }: Recorder): Promise<void> {
  await call(setRetention, { body: { class: 'voicemails', months: 12, confirmed: 1_000_000 } })
  await call(undoRetention, { body: { class: 'voicemails' } })
  const { hold } = await call(placeHold, {
    body: { name: 'Smith', reason: 'A lawsuit', covers: 'contacts', contactIds: [org.cat.id] },
  })
  await call(releaseHold, { params: { id: hold.id }, body: { reason: 'Settled' } })
  await call(sendMessage, { body: { contactId: org.cat.id, body: 'See you' } })
  const exported = await call(createRecordExport, {
    body: { title: 'Smith', covers: 'contacts', contactIds: [org.cat.id] },
  })
  while (await passExports(t.process.kernel, { isImmediate: true }));
  await call(recordExportLink, { params: { id: exported.export.id } })
  const asked = { contactId: org.cat.id, kind: 'access' as const, askedBy: 'Cat', askedOn: '2020-01-02' }
  const { request } = await call(logSubjectRequest, { body: asked })
  await call(packageSubject, { params: { id: request.id } })
  await call(closeSubjectRequest, { params: { id: request.id }, body: { outcome: 'refused', reason: 'Not proved' } })
}

/** Calls of a parent and its child. */
export async function manageFamily(recorder: Recorder): Promise<void> {
  const { t } = recorder
  const [mom, kid] = [await makeOrg(t.process.kernel, 'Mom', 8), await makeOrg(t.process.kernel, 'Kid', 9)]
  const system = systemOf(recorder)
  await sql`update organization set parent_id = ${mom.id} where id = ${kid.id}`.execute(system)
  await sql`update organization set features = features || '{"sync": true}' where id in (${mom.id}, ${kid.id})`.execute(
    system,
  )
  const [above, below] = [await recorder.at(mom), await recorder.at(kid)]
  await above.call(editOrganization, {
    body: { settings: { businessHours: { mon: { from: '08:00', to: '17:00' } } } },
  })
  const { share } = await above.call(shareDown, { body: { kind: 'hours', objectId: mom.id } })
  await below.call(chooseCalendar, { body: { kind: 'hours', isOwn: true } })
  await above.call(stopSharing, { query: { id: share.id } })
  await above.call(editSso, { body: { protocol: 'oidc', oidc: OIDC } })
  await sql`update sso_connection set state = 'on' where org_id = ${mom.id}`.execute(system)
  await below.call(trustParentSso, { body: { isTrusted: true } })
  const memberId = await memberIdOf(recorder, mom.gus)
  const offer = await above.call(offerGrant, { body: { memberId, childIds: 'all', permissions: ['inbox.read'] } })
  const query = { id: offer.grants[0]!.id }
  await below.call(acceptGrant, { query, body: { permissions: ['inbox.read'] } })
  await below.call(endGrant, { query })
  const joinExisting = false
  const offered = async (contactId: string) =>
    (await below.call(transferContact, { body: { contactId, toId: mom.id, withMessages: true } })).transfer.id
  await above.call(acceptTransfer, { params: { id: await offered(kid.bob.id) }, body: { joinExisting } })
  await above.call(declineTransfer, { params: { id: await offered(kid.cat.id) } })
  await below.call(undoTransfer, { params: { id: await offered(kid.dan.id) } })
}

/** Calls of an organization without a number, with its sample line; and work handed over there. */
export async function trySample(recorder: Recorder): Promise<void> {
  const { t } = recorder
  const fresh = await makeOrg(t.process.kernel, 'Fresh', 5)
  await sql`update line set state = 'released', is_default = false where org_id = ${fresh.id}`.execute(
    systemOf(recorder),
  )
  const { call } = await recorder.at(fresh)
  await call(startSample)
  await call(answerAsSample, { body: { clientMessageId: t.process.kernel.world.id(), body: 'Yes' } })
  await call(removeSample)
}

/** Calls about the plan and payments. */
export async function pay(recorder: Recorder): Promise<void> {
  const { t } = recorder
  const { call, owner } = await recorder.at(await makeOrg(t.process.kernel, 'Payer', 4))
  const stripe = stripeOf(t.process.address)
  const checkout = await call(startCheckout, { body: { plan: 'starter' } })
  await stripe.enterCard(checkout.url, CARD.pays)
  await t.until(async () => {
    while (await settleWebhooks(t.process.kernel));
    return (await t.as(owner).call(readBilling)).body.billing.plan
  })
  await call(editBilling, { body: { spendingCapCents: 10_000 } })
  await call(editBilling, { body: { plan: 'team' } })
  await call(openPortal)
  await call(startTopUp, { body: { cents: 2500 } })
}

/** Calls about events of carriers that could not be stored. */
export async function handleQuarantined(recorder: Recorder): Promise<void> {
  const { t, org, call } = recorder
  const { kernel } = t.process
  const line = (await lineById(kernel.database.ofOrg(org.id), kernel.encryption, org.line.id))!
  for (const body of ['first', 'second']) {
    const event = {
      kind: 'incoming' as const,
      carrierId: `SM-${body}`,
      from: org.dan.phone,
      to: line.phone,
      body,
      media: [],
    }
    const kept = { lineId: line.id, messageId: undefined, event: { ...event, at: '2026-11-02T09:00:00.000Z' } }
    await keepQuarantined(kernel, line, kept, 'trouble')
  }
  const { data } = (await t.as(recorder.owner).call(quarantine)).body
  await sql`update quarantined_event set tries = 1 where id = ${data[1]!.id}`.execute(systemOf(recorder))
  await call(retryQuarantined, { body: { ids: [data[0]!.id] } })
  await call(discardQuarantined, { query: { id: data[1]!.id } })
}
