import type { FastifyInstance, FastifyReply } from 'fastify'
import { fieldsOf, textField, type Fields } from './fields.ts'
import type { Network } from './network.ts'
import type { Registration } from './records.ts'
import type { Registry } from './registrations.ts'
import { refuseTelnyx, telnyxAccount, unavailable, unknownKey, V2 } from './telnyx.ts'

type Call = { account: string; fields: Fields; id: string; query: Fields }
type Path = { Params: { id: string }; Querystring: Fields }

const TIERS: Record<number, string> = { 2_000: 'LOW', 10_000: 'LOW_MID', 40_000: 'HIGH_MID', 200_000: 'TOP' }

/** Mounts Telnyx's registration of senders: https://developers.telnyx.com/docs/messaging/10dlc/quickstart */
export function mountTelnyxRegistrations(app: FastifyInstance, network: Network, registry: Registry): void {
  const route = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    work: (call: Call, reply: FastifyReply) => unknown,
  ) =>
    app.route<Path>({
      method,
      url: `${V2}${path}`,
      handler: async (request, reply) => {
        const account = telnyxAccount(network, request)
        if (account === null) return unknownKey(reply)
        if (network.carrier.mode === 'outage') return unavailable(reply)
        const fields = request.body ? fieldsOf(request.body) : {}
        const { query } = request
        const answer = await work({ account, fields, id: request.params.id, query }, reply)
        return answer ?? refuseTelnyx(reply, 404, '10005', 'Resource not found')
      },
    })
  mountBrands(route, registry)
  mountCampaigns(route, registry)
  mountVerifications(route, registry)
}

type Route = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  work: (call: Call, reply: FastifyReply) => unknown,
) => void

const ownOf = (registry: Registry, account: string, kind: Registration['kind']) =>
  registry.all().filter((registration) => registration.account === account && registration.kind === kind)

const page = (records: object[]) => ({ records, page: 1, totalRecords: records.length })

function mountBrands(route: Route, registry: Registry): void {
  const submit = (account: string, fields: Fields, id?: string) =>
    registry.submit({
      ...(id ? { id } : {}),
      kind: 'brand',
      account,
      fields,
      application: {
        names: [textField(fields, 'displayName')],
        ein: textField(fields, 'ein'),
        samples: [],
        hasLinks: false,
        flow: '',
      },
    })
  route('GET', '/10dlc/brand', ({ account, query }) =>
    page(
      ownOf(registry, account, 'brand')
        .filter(({ fields }) => fields['displayName'] === textField(query, 'displayName'))
        .map(brandJson),
    ),
  )
  route('POST', '/10dlc/brand', async ({ account, fields }) => brandJson(await submit(account, fields)))
  route('GET', '/10dlc/brand/:id', async ({ account, id }) => {
    const found = await registry.read(account, id)
    return found && brandJson(found)
  })
  route('PUT', '/10dlc/brand/:id', async ({ account, id, fields }) => {
    const found = await registry.read(account, id)
    return found && brandJson(await submit(account, { ...found.fields, ...fields }, id))
  })
  route('PUT', '/10dlc/brand/:id/revet', async ({ account, id }) => {
    const found = ownOf(registry, account, 'brand').find((brand) => brand.id === id)
    return found && brandJson(found)
  })
  route('GET', '/10dlc/brand/feedback/:id', ({ account, id }) => {
    const found = ownOf(registry, account, 'brand').find((brand) => brand.id === id)
    return (
      found && {
        brandId: id,
        category: found.reasons.map(({ id: reason, text }) => ({
          id: reason === 'ein' ? 'TAX_ID' : 'OTHERS',
          displayName: reason === 'ein' ? 'Tax ID' : 'Others',
          description: text,
          fields: reason === 'ein' ? ['companyName', 'ein'] : [],
        })),
      }
    )
  })
}

function brandJson({ id, fields, state }: Registration): object {
  return {
    ...fields,
    brandId: id,
    status: state === 'pending' ? 'REGISTRATION_PENDING' : 'OK',
    identityStatus: { pending: undefined, approved: 'VERIFIED', rejected: 'UNVERIFIED' }[state],
  }
}

function mountCampaigns(route: Route, registry: Registry): void {
  const submit = (account: string, fields: Fields, id?: string) => {
    const brand = ownOf(registry, account, 'brand').find((candidate) => candidate.id === fields['brandId'])
    const samples = [1, 2, 3, 4, 5].map((at) => textField(fields, `sample${at}`)).filter(Boolean)
    const application = {
      names: [textField(brand?.fields ?? {}, 'displayName')],
      ein: '',
      samples,
      hasLinks: fields['embeddedLink'] === true,
      flow: textField(fields, 'messageFlow'),
    }
    return registry.submit({ ...(id ? { id } : {}), kind: 'campaign', account, fields, application })
  }
  const change = async ({ account, id, fields }: Call) => {
    const found = ownOf(registry, account, 'campaign').find((campaign) => campaign.id === id)
    return found && campaignJson(await submit(account, { ...found.fields, ...fields }, id))
  }
  route('GET', '/10dlc/campaign', ({ account, query }) =>
    page(
      ownOf(registry, account, 'campaign')
        .filter(({ fields }) => fields['brandId'] === textField(query, 'brandId') && fields['ended'] !== true)
        .map(campaignJson),
    ),
  )
  route('POST', '/10dlc/campaignBuilder', async ({ account, fields }) => campaignJson(await submit(account, fields)))
  route('GET', '/10dlc/campaign/:id', async ({ account, id }) => {
    const found = await registry.read(account, id)
    return found && campaignJson(found)
  })
  route('PUT', '/10dlc/campaign/:id', change)
  route('POST', '/10dlc/campaign/:id/appeal', async (call) => {
    const { appeal_reason: _reason, ...fields } = call.fields
    return (await change({ ...call, fields })) && { appealed_at: new Date(0).toISOString() }
  })
  route('DELETE', '/10dlc/campaign/:id', async (call) => {
    return (await change({ ...call, fields: { ended: true } })) && { time: 0 }
  })
  route('GET', '/10dlc/campaign/:id/mnoMetadata', ({ account, id }) => {
    const found = ownOf(registry, account, 'campaign').find((campaign) => campaign.id === id)
    return found && { '10035': { mno: 'T-Mobile', brandTier: TIERS[found.segmentsPerDay ?? 10_000] ?? 'LOW' } }
  })
  route('POST', '/10dlc/phone_number_campaigns', ({ fields }) => fields)
}

function campaignJson({ id, fields, state, reasons }: Registration): object {
  return {
    ...fields,
    campaignId: id,
    campaignStatus: { pending: 'MNO_PENDING', approved: 'MNO_PROVISIONED', rejected: 'TELNYX_FAILED' }[state],
    failureReasons: state === 'rejected' ? reasons.map(({ text }) => text).join(' ') : undefined,
  }
}

function mountVerifications(route: Route, registry: Registry): void {
  const base = '/messaging_tollfree/verification/requests'
  const submit = (account: string, fields: Fields, id?: string) =>
    registry.submit({
      ...(id ? { id } : {}),
      kind: 'toll_free',
      account,
      fields,
      application: {
        names: [textField(fields, 'businessName'), textField(fields, 'doingBusinessAs')].filter(Boolean),
        ein: textField(fields, 'businessRegistrationNumber'),
        samples: [textField(fields, 'productionMessageContent')],
        hasLinks: false,
        flow: textField(fields, 'optInWorkflow'),
      },
    })
  const phoneOf = ({ fields }: Registration) =>
    (fields['phoneNumbers'] as { phoneNumber: string }[] | undefined)?.[0]?.phoneNumber
  route('GET', base, ({ account, query }) => {
    const found = ownOf(registry, account, 'toll_free').filter(
      (one) => phoneOf(one) === textField(query, 'phone_number'),
    )
    return { records: found.map(verificationJson), total_records: found.length }
  })
  route('POST', base, async ({ account, fields }) => verificationJson(await submit(account, fields)))
  route('GET', `${base}/:id`, async ({ account, id }) => {
    const found = await registry.read(account, id)
    return found && verificationJson(found)
  })
  route('PATCH', `${base}/:id`, async ({ account, id, fields }) => {
    const found = await registry.read(account, id)
    return found && verificationJson(await submit(account, { ...found.fields, ...fields }, id))
  })
}

function verificationJson({ id, fields, state, reasons }: Registration): object {
  return {
    ...fields,
    id,
    verificationStatus: { pending: 'In Progress', approved: 'Verified', rejected: 'Rejected' }[state],
    reason: state === 'rejected' ? (reasons[0]?.text ?? '') : undefined,
  }
}
