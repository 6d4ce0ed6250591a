import type { Telnyx } from 'telnyx'
import {
  isRefusal,
  messageFlowOf,
  optInMessageOf,
  REVIEWED_ID,
  type CarrierIds,
  type Registrar,
  type Review,
} from '../registrar.ts'
import type { Client } from './client.ts'

type Order = Parameters<Registrar['campaign']>[1]
type CampaignForm = Telnyx.Messaging10dlc.CampaignBuilderSubmitParams

const APPROVED = new Set(['MNO_PROVISIONED', 'MNO_ACCEPTED'])
/** Ended by deactivation: nothing to go on with. */
const ENDED = 'TCR_EXPIRED'
const FAILED = new Set(['TCR_FAILED', 'TELNYX_FAILED', 'MNO_REJECTED', 'MNO_PROVISIONING_FAILED'])
/** What T-Mobile takes from a brand in a day, by its tier in the metadata of carriers. */
const SEGMENTS_PER_DAY: Record<string, number> = { TOP: 200_000, HIGH_MID: 40_000, LOW_MID: 10_000, LOW: 2_000 }

/**
 * Submits the use of local numbers, or reads its state, and attaches the numbers that are not attached yet. Purpose and
 * description of a campaign cannot be changed: if they differ, the rejected campaign ends and another one takes its place.
 */
export async function advanceCampaign(client: Client, order: Order, ids: CarrierIds): Promise<Review> {
  const id = order.mode === 'submit' ? await submit(client, order, ids) : ids.get(REVIEWED_ID)
  if (id === undefined) return { kind: 'failed', why: 'gone' }
  const { campaignStatus = '', failureReasons } = await client.messaging10dlc.campaign.retrieve(id)
  if (FAILED.has(campaignStatus))
    return { kind: 'rejected', reasons: [{ code: campaignStatus, text: failureReasons ?? '', fields: [] }] }
  if (!APPROVED.has(campaignStatus)) return { kind: 'in_review' }
  for (const phoneNumber of order.phones) {
    if (ids.get(phoneNumber) === id) continue
    // A number that the carrier does not take, or took before, says nothing about the campaign; it is tried again.
    try {
      await client.messaging10dlc.phoneNumberCampaigns.create({ campaignId: id, phoneNumber })
      await ids.keep(phoneNumber, id)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  return { kind: 'approved', segmentsPerDay: await segmentsPerDay(client, id) }
}

async function submit(client: Client, { use, company, brandId, reference }: Order, ids: CarrierIds): Promise<string> {
  const campaigns = client.messaging10dlc.campaign
  const form = formOf({ use, brandId, reference, displayName: company.displayName })
  const { records } = await campaigns.list({ brandId })
  const open = records.filter(({ campaignStatus }) => campaignStatus !== ENDED)
  const known =
    open.find((record) => record.campaignId === ids.get(REVIEWED_ID)) ??
    open.find((record) => record.referenceId === reference)
  const isSame = known?.usecase === form.usecase && known?.description === form.description
  // Only a rejected campaign is replaced: the numbers of a running one could not send until the next review is done.
  if (known?.campaignId && (isSame || !FAILED.has(known.campaignStatus ?? ''))) {
    const id = known.campaignId
    const { messageFlow = '', helpMessage = '', ...rest } = form
    const samples = Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('sample')))
    await campaigns.update(id, { ...samples, messageFlow, helpMessage })
    if (FAILED.has(known.campaignStatus ?? ''))
      await campaigns.submitAppeal(id, { appeal_reason: 'The answers were corrected.' })
    await ids.keep(REVIEWED_ID, id)
    return id
  }
  if (known?.campaignId) await campaigns.deactivate(known.campaignId)
  const { campaignId } = await client.messaging10dlc.campaignBuilder.submit(form)
  await ids.keep(REVIEWED_ID, campaignId)
  return campaignId
}

function formOf({
  use,
  brandId,
  reference,
  displayName,
}: Pick<Order, 'use' | 'brandId' | 'reference'> & { displayName: string }): CampaignForm {
  const isGeneral = use.useCase === 'mixed' || use.useCase === 'low_volume'
  return {
    brandId,
    referenceId: reference,
    usecase: use.useCase.toUpperCase(),
    description: use.description,
    ...(isGeneral ? { subUsecases: ['ACCOUNT_NOTIFICATION', 'CUSTOMER_CARE'] } : {}),
    ...Object.fromEntries(use.samples.map((sample, at) => [`sample${at + 1}`, sample])),
    embeddedLink: use.hasLinks,
    embeddedPhone: use.hasPhones,
    numberPool: false,
    ageGated: false,
    subscriberOptin: true,
    subscriberOptout: true,
    subscriberHelp: true,
    termsAndConditions: true,
    optinKeywords: 'START',
    optoutKeywords: 'STOP',
    helpKeywords: 'HELP',
    directLending: false,
    messageFlow: messageFlowOf(use),
    helpMessage: use.helpText,
    optoutMessage: use.optOutText,
    optinMessage: optInMessageOf(displayName),
  }
}

async function segmentsPerDay(client: Client, id: string): Promise<number | null> {
  const metadata = await client.messaging10dlc.campaign.getMnoMetadata(id)
  const tiers = Object.values(metadata).flatMap((carrier) => {
    const { mno, brandTier } = (carrier ?? {}) as { mno?: string; brandTier?: string }
    return mno === 'T-Mobile' && brandTier ? [SEGMENTS_PER_DAY[brandTier] ?? null] : []
  })
  return tiers[0] ?? null
}
