import type { FastifyInstance, FastifyRequest } from 'fastify'
import { availableNumbers } from './available-numbers.ts'
import { keep } from './control.ts'
import { fieldsOf, textField, type Fields } from './fields.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { Line } from './records.ts'
import { onePage } from './twilio-files.ts'
import { isAuthorized, refuse, VERSION } from './twilio.ts'

type Path = { Params: { account: string; sid: string }; Querystring: Fields }

/**
 * Mounts Twilio's numbers: https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource. Any account that
 * is not known yet may buy, as an account may bring a number.
 */
export function mountTwilioNumbers(app: FastifyInstance, network: Network, ledger: Ledger): void {
  const base = `/${VERSION}/Accounts/:account`
  const findLines = (account: string, number: string) => {
    const line = network.lines.get(number)
    return line?.account === account && line.dialect === 'twilio' ? [line] : []
  }

  app.get<Path>(`${base}/IncomingPhoneNumbers.json`, async (request, reply) => {
    const { account } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    // Twilio also finds numbers of which only a part is given.
    const part = textField(request.query, 'PhoneNumber')
    const numbers = [...network.lines.values()]
      .filter((line) => line.account === account && line.dialect === 'twilio' && line.number.startsWith(part))
      .map(numberJson)
    return { incoming_phone_numbers: numbers, ...onePage(request.url, numbers.length) }
  })

  app.get<Path>(`${base}/SMS/ShortCodes.json`, async (request, reply) => {
    const { account } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    const shortCodes = findLines(account, textField(request.query, 'ShortCode')).map(({ number, label }) => ({
      short_code: number,
      friendly_name: label,
      account_sid: account,
    }))
    return { short_codes: shortCodes, ...onePage(request.url, shortCodes.length) }
  })

  mountSale(app, network, ledger)
}

function mountSale(app: FastifyInstance, network: Network, ledger: Ledger): void {
  const base = `/${VERSION}/Accounts/:account`

  app.get<Path>(`${base}/AvailablePhoneNumbers/:country/Local.json`, async (request, reply) => {
    const { account } = request.params
    if (!mayBuy(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const { query } = request
    const offers = availableNumbers(network, {
      areaCode: textField(query, 'AreaCode'),
      contains: textField(query, 'Contains'),
      city: textField(query, 'InLocality'),
    })
    const numbers = offers.map(({ phone, city, region }) => ({
      friendly_name: phone,
      phone_number: phone,
      locality: city,
      region,
      iso_country: 'US',
      capabilities: { voice: true, SMS: true, MMS: true },
    }))
    return { available_phone_numbers: numbers, uri: request.url }
  })

  app.post<Path>(`${base}/IncomingPhoneNumbers.json`, async (request, reply) => {
    const { account } = request.params
    if (!mayBuy(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const fields = fieldsOf(request.body)
    const number = textField(fields, 'PhoneNumber')
    const owned = [...network.lines.values()].filter((line) => line.account === account)
    if (network.carrier.trialAccounts && owned.length > 0)
      return refuse(reply, 400, 21404, 'Trial accounts can have one number')
    if (network.lines.has(number)) return refuse(reply, 400, 21422, `${number} is no longer available`)
    const { token } = credentialsOf(request)
    const line: Line = {
      number,
      dialect: 'twilio',
      account,
      key: token,
      secret: token,
      inboundUrl: textField(fields, 'SmsUrl'),
      voiceUrl: textField(fields, 'VoiceUrl') || null,
      label: textField(fields, 'FriendlyName') || null,
    }
    await keep(network, ledger, { kind: 'line', line })
    return reply.code(201).send(numberJson(line))
  })

  app.post<Path>(`${base}/IncomingPhoneNumbers/:sid.json`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    const line = [...network.lines.values()].find((candidate) => sidOf(candidate.number) === sid)
    if (line?.account !== account) return refuse(reply, 404, 20404, 'There is no such number')
    const fields = fieldsOf(request.body)
    const changed: Line = {
      ...line,
      inboundUrl: textField(fields, 'SmsUrl') || line.inboundUrl,
      voiceUrl: textField(fields, 'VoiceUrl') || (line.voiceUrl ?? null),
    }
    await keep(network, ledger, { kind: 'line', line: changed })
    return numberJson(changed)
  })

  app.delete<Path>(`${base}/IncomingPhoneNumbers/:sid.json`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const line = [...network.lines.values()].find((candidate) => sidOf(candidate.number) === sid)
    if (line?.account !== account) return refuse(reply, 404, 20404, 'There is no such number')
    await keep(network, ledger, { kind: 'line-gone', number: line.number })
    return reply.code(204).send()
  })
}

/** A known account with its token, or an account that has no number here yet. */
function mayBuy(network: Network, request: FastifyRequest, account: string): boolean {
  if (isAuthorized(network, request, account)) return true
  const { user, token } = credentialsOf(request)
  const isKnown = [...network.lines.values()].some((line) => line.account === account)
  return !isKnown && user === account && /^AC[0-9a-f]{32}$/.test(account) && /^[0-9a-f]{32}$/.test(token)
}

function credentialsOf(request: FastifyRequest): { user: string; token: string } {
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [user = '', token = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { user, token }
}

const sidOf = (number: string) => `PN${number.replace(/\D/g, '').padStart(32, '0')}`

function numberJson({ number, account, label, inboundUrl, voiceUrl }: Line): Record<string, unknown> {
  return {
    sid: sidOf(number),
    account_sid: account,
    phone_number: number,
    friendly_name: label,
    sms_url: inboundUrl,
    voice_url: voiceUrl,
    capabilities: { sms: true, mms: true, voice: true },
  }
}
