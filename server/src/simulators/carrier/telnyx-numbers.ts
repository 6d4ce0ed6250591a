import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { availableNumbers } from './available-numbers.ts'
import { keep } from './control.ts'
import { fieldsOf, textField, type Fields } from './fields.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { Line } from './records.ts'
import { refuseTelnyx, telnyxAccount, telnyxKey, telnyxPage, unavailable, unknownKey, V2 } from './telnyx.ts'

/** A messaging profile, which has the webhook of its numbers. */
type Profile = { id: string; account: string; name: string; webhookUrl: string }
/** An order of one number; its number works once the order was read again, as at Telnyx some time passes. */
type Order = { id: string; account: string; line: Line; isDone: boolean }

type Path = { Params: { id: string }; Querystring: Fields }

/**
 * Mounts Telnyx's numbers, messaging profiles and orders: https://developers.telnyx.com/api-reference/phone-number-orders.
 * Any account that is not known yet may buy, as an account may bring a number. A restart forgets profiles and orders,
 * but no number.
 */
export function mountTelnyxNumbers(app: FastifyInstance, network: Network, ledger: Ledger): void {
  const profiles = new Map<string, Profile>()
  mountOwned(app, network, { ledger, profiles })
  mountProfiles(app, network, profiles)
  mountSale(app, network, { ledger, profiles })
}

function mountOwned(
  app: FastifyInstance,
  network: Network,
  { ledger, profiles }: { ledger: Ledger; profiles: Map<string, Profile> },
): void {
  const linesOf = (account: string, number: string) =>
    [...network.lines.values()].filter(
      (line) => line.account === account && line.dialect === 'telnyx' && (number === '' || line.number === number),
    )
  for (const path of ['/phone_numbers', '/phone_numbers/messaging'])
    app.get<Path>(`${V2}${path}`, async (request, reply) => {
      const account = accountOf(network, request)
      if (account === null) return unknownKey(reply)
      if (network.carrier.mode === 'outage') return unavailable(reply)
      const lines = linesOf(account, textField(request.query, 'filter[phone_number]'))
      return telnyxPage(request.query, lines.filter(({ number }) => number.startsWith('+')).map(numberJson))
    })

  app.get<Path>(`${V2}/short_codes`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const codes = linesOf(account, '').filter(({ number }) => !number.startsWith('+'))
    return telnyxPage(
      request.query,
      codes.map((line) => ({ ...numberJson(line), record_type: 'short_code', short_code: line.number })),
    )
  })

  app.patch<Path>(`${V2}/phone_numbers/:id/messaging`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const line = linesOf(account, '').find((candidate) => idOf(candidate.number) === request.params.id)
    const profile = profiles.get(textField(fieldsOf(request.body), 'messaging_profile_id'))
    if (!line || profile?.account !== account) return refuseTelnyx(reply, 404, '10005', 'Resource not found')
    const changed: Line = { ...line, inboundUrl: profile.webhookUrl, label: profile.name }
    await keep(network, ledger, { kind: 'line', line: changed })
    return { data: numberJson(changed) }
  })

  app.delete<Path>(`${V2}/phone_numbers/:id`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const line = linesOf(account, '').find((candidate) => idOf(candidate.number) === request.params.id)
    if (!line) return refuseTelnyx(reply, 404, '10005', 'Resource not found')
    await keep(network, ledger, { kind: 'line-gone', number: line.number })
    return { data: { ...numberJson(line), status: 'deleted' } }
  })
}

function mountProfiles(app: FastifyInstance, network: Network, profiles: Map<string, Profile>): void {
  app.get<Path>(`${V2}/messaging_profiles`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const name = textField(request.query, 'filter[name][eq]')
    const found = [...profiles.values()].filter((profile) => profile.account === account && profile.name === name)
    return telnyxPage(request.query, found.map(profileJson))
  })

  app.post(`${V2}/messaging_profiles`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const fields = fieldsOf(request.body)
    const destinations = fields.whitelisted_destinations
    if (!Array.isArray(destinations) || destinations.length === 0)
      return refuseTelnyx(reply, 422, '40331', 'Missing whitelisted destinations')
    const [name, webhookUrl] = [textField(fields, 'name'), textField(fields, 'webhook_url')]
    const profile = { id: randomUUID(), account, name, webhookUrl }
    profiles.set(profile.id, profile)
    return { data: profileJson(profile) }
  })

  app.patch<Path>(`${V2}/messaging_profiles/:id`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const profile = profiles.get(request.params.id)
    if (profile?.account !== account) return refuseTelnyx(reply, 404, '10005', 'Resource not found')
    profile.webhookUrl = textField(fieldsOf(request.body), 'webhook_url') || profile.webhookUrl
    return { data: profileJson(profile) }
  })
}

function mountSale(
  app: FastifyInstance,
  network: Network,
  { ledger, profiles }: { ledger: Ledger; profiles: Map<string, Profile> },
): void {
  const orders = new Map<string, Order>()

  app.get<Path>(`${V2}/available_phone_numbers`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const filter = (name: string) => textField(request.query, `filter[${name}]`)
    const offers = availableNumbers(network, {
      areaCode: filter('national_destination_code'),
      contains: filter('phone_number][contains'),
      city: filter('locality'),
    })
    const data = offers.map(({ phone, city, region }) => ({
      record_type: 'available_phone_number',
      phone_number: phone,
      region_information: [
        { region_type: 'country_code', region_name: 'US' },
        ...(region ? [{ region_type: 'state', region_name: region }] : []),
        ...(city ? [{ region_type: 'location', region_name: city }] : []),
      ],
      features: [{ name: 'sms' }, { name: 'mms' }, { name: 'voice' }],
    }))
    return { data, meta: { total_results: data.length } }
  })

  app.post(`${V2}/number_orders`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const fields = fieldsOf(request.body)
    const [wanted] = Array.isArray(fields.phone_numbers) ? (fields.phone_numbers as unknown[]) : []
    const number = textField(fieldsOf(wanted), 'phone_number')
    const profile = profiles.get(textField(fields, 'messaging_profile_id'))
    if (profile?.account !== account) return refuseTelnyx(reply, 422, '85005', 'Invalid messaging profile id provided')
    const ownsOne = [...network.lines.values()].some((line) => line.account === account)
    if (network.carrier.trialAccounts && ownsOne)
      return refuseTelnyx(reply, 403, '20016', 'Account not level 1 verified')
    if (network.lines.has(number)) return refuseTelnyx(reply, 400, '85001', 'Phone numbers not available')
    const line: Line = {
      number,
      dialect: 'telnyx',
      account,
      key: telnyxKey(request),
      secret: 'ed25519',
      inboundUrl: profile.webhookUrl,
      label: profile.name || null,
    }
    const order = { id: randomUUID(), account, line, isDone: false }
    orders.set(order.id, order)
    return { data: orderJson(order) }
  })

  app.get<Path>(`${V2}/number_orders/:id`, async (request, reply) => {
    const account = accountOf(network, request)
    if (account === null) return unknownKey(reply)
    const order = orders.get(request.params.id)
    if (order?.account !== account) return refuseTelnyx(reply, 404, '10005', 'Resource not found')
    if (!order.isDone && !network.lines.has(order.line.number))
      await keep(network, ledger, { kind: 'line', line: order.line })
    order.isDone = true
    return { data: orderJson(order) }
  })
}

/** The account of a request: that of a number here, or a new one, which the id of the key names; null for a wrong key. */
function accountOf(network: Network, request: FastifyRequest): string | null {
  const known = telnyxAccount(network, request)
  if (known !== null) return known
  const account = /^(KEY[0-9A-F]{32})_\w+$/.exec(telnyxKey(request))?.[1] ?? null
  return [...network.lines.values()].some((line) => line.account === account) ? null : account
}

const idOf = (number: string) => number.replace(/\D/g, '').padStart(19, '1')

function numberJson({ number, label }: Line): Record<string, unknown> {
  return {
    record_type: 'messaging_settings',
    id: idOf(number),
    phone_number: number,
    status: 'active',
    messaging_profile_id: `4001${idOf(number).padStart(32, '0')}`.slice(0, 36),
    tags: [],
    customer_reference: label,
  }
}

function profileJson({ id, name, webhookUrl }: Profile): Record<string, unknown> {
  return { record_type: 'messaging_profile', id, name, enabled: true, webhook_url: webhookUrl }
}

function orderJson({ id, line, isDone }: Order): Record<string, unknown> {
  const status = isDone ? 'success' : 'pending'
  return { record_type: 'number_order', id, status, phone_numbers: [{ phone_number: line.number, status }] }
}
