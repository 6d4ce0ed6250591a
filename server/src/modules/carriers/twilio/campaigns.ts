import {
  isRefusal,
  messageFlowOf,
  optInMessageOf,
  REVIEWED_ID,
  type CarrierIds,
  type Registrar,
  type Review,
} from '../registrar.ts'
import type { Client } from './brands.ts'
import { rejectionsOf } from './rejections.ts'

type Order = Parameters<Registrar['campaign']>[1]

const SERVICE_ID = 'service'

/**
 * Submits the use of local numbers, or reads its state. A campaign at Twilio belongs to a messaging service, which gets
 * the numbers; their own webhooks stay in use.
 */
export async function advanceCampaign(client: Client, order: Order, ids: CarrierIds): Promise<Review> {
  if (order.mode === 'submit') await submit(client, order, ids)
  const [service, campaign] = [ids.get(SERVICE_ID), ids.get(REVIEWED_ID)]
  if (service === undefined || campaign === undefined) return { kind: 'failed', why: 'gone' }
  const { campaignStatus, errors } = await client.messaging.v1.services(service).usAppToPerson(campaign).fetch()
  await attach(client, { service, phones: order.phones }, ids)
  if (campaignStatus === 'VERIFIED') return { kind: 'approved', segmentsPerDay: null }
  if (campaignStatus !== 'FAILED' && campaignStatus !== 'SUSPENDED') return { kind: 'in_review' }
  return { kind: 'rejected', reasons: rejectionsOf(errors, '', []) }
}

async function submit(client: Client, { company, use, brandId, reference }: Order, ids: CarrierIds): Promise<void> {
  const { services } = client.messaging.v1
  const friendlyName = `Crewline ${reference}`.slice(0, 64)
  let service = ids.get(SERVICE_ID)
  if (service === undefined) {
    const found = (await services.list({ limit: 100 })).find((one) => one.friendlyName === friendlyName)
    service = found?.sid ?? (await services.create({ friendlyName, useInboundWebhookOnNumber: true })).sid
    await ids.keep(SERVICE_ID, service)
  }
  const campaigns = services(service).usAppToPerson
  const form = {
    description: use.description,
    messageFlow: messageFlowOf(use),
    messageSamples: use.samples,
    hasEmbeddedLinks: use.hasLinks,
    hasEmbeddedPhone: use.hasPhones,
    ageGated: false,
    directLending: false,
    privacyPolicyUrl: company.privacyUrl,
  }
  const purpose = use.useCase.toUpperCase()
  let known = (await campaigns.list({ limit: 1 }))[0]
  // The purpose of a campaign cannot be changed. Only a rejected one is replaced: the numbers of a running one could not
  // send until the next review is done.
  const isRejected = known?.campaignStatus === 'FAILED' || known?.campaignStatus === 'SUSPENDED'
  if (known && isRejected && known.usAppToPersonUsecase !== purpose) {
    await campaigns(known.sid).remove()
    known = undefined
  }
  const sent = known
    ? await campaigns(known.sid).update(form)
    : await campaigns.create({
        ...form,
        brandRegistrationSid: brandId,
        usAppToPersonUsecase: purpose,
        optInMessage: optInMessageOf(company.displayName),
        optOutMessage: use.optOutText,
        helpMessage: use.helpText,
        optInKeywords: ['START'],
        optOutKeywords: ['STOP'],
        helpKeywords: ['HELP'],
        subscriberOptIn: true,
      })
  await ids.keep(REVIEWED_ID, sent.sid)
}

async function attach(
  client: Client,
  { service, phones }: { service: string; phones: string[] },
  ids: CarrierIds,
): Promise<void> {
  const missing = phones.filter((phone) => ids.get(phone) !== service)
  if (missing.length === 0) return
  const numbers = client.messaging.v1.services(service).phoneNumbers
  const attached = new Set((await numbers.list({ limit: 100 })).map(({ phoneNumber }) => phoneNumber))
  for (const phone of missing) {
    // The search also finds numbers that contain this one.
    const found = await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 20 })
    const owned = found.find(({ phoneNumber }) => phoneNumber === phone)
    if (!owned) continue
    // A number that is in another service says nothing about the campaign; it is tried again.
    try {
      if (!attached.has(phone)) await numbers.create({ phoneNumberSid: owned.sid })
      await ids.keep(phone, service)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}
