import type { FastifyInstance } from 'fastify'
import { textField, textList, type Fields } from './fields.ts'
import type { Network } from './network.ts'
import type { Registration } from './records.ts'
import type { Registry } from './registrations.ts'
import { listed, newSid, type TrustHub } from './twilio-trust.ts'

const MESSAGING = '/messaging.twilio.com/v1'

/** The codes of rejected campaigns: https://www.twilio.com/docs/api/errors/30893 */
const CODES: Record<string, { code: number; fields: string[] }> = {
  samples: { code: 30893, fields: ['MESSAGE_SAMPLES'] },
  flow: { code: 30842, fields: ['MESSAGE_FLOW'] },
}

/** Mounts messaging services, their campaigns and the verification of toll-free numbers. */
export function mountTwilioCampaigns(
  app: FastifyInstance,
  { objects, serve }: TrustHub,
  { network, registry }: { network: Network; registry: Registry },
): void {
  const serviceOf = (account: string, sid = '') => {
    const service = objects.get(sid)
    return service?.account === account && service.type === 'service' ? service : undefined
  }
  app.get(
    `${MESSAGING}/Services`,
    serve(({ account }) => {
      const own = [...objects.values()].filter((object) => object.account === account && object.type === 'service')
      return listed(
        'services',
        own.map(({ sid, attributes }) => ({ sid, friendly_name: attributes['FriendlyName'] })),
      )
    }),
  )
  app.post(
    `${MESSAGING}/Services`,
    serve(({ account, fields }) => {
      const sid = newSid('MG')
      objects.set(sid, { sid, account, type: 'service', attributes: fields, status: '', assigned: [] })
      return { sid, friendly_name: fields['FriendlyName'] }
    }),
  )
  app.get(
    `${MESSAGING}/Services/:sid/PhoneNumbers`,
    serve(({ account, params }) =>
      listed(
        'phone_numbers',
        (serviceOf(account, params.sid)?.assigned ?? []).map((sid) => ({ sid, phone_number: phoneOf(sid) })),
      ),
    ),
  )
  app.post(
    `${MESSAGING}/Services/:sid/PhoneNumbers`,
    serve(({ account, params, fields }) => {
      const service = serviceOf(account, params.sid)
      const sid = textField(fields, 'PhoneNumberSid')
      service?.assigned.push(sid)
      return service && { sid, phone_number: phoneOf(sid) }
    }),
  )
  mountCompliance(app, serve, registry)
  mountVerifications(app, serve, { network, registry })
}

/** The number in the id of a number of the simulator. */
const phoneOf = (sid: string) => `+${sid.slice(2).replace(/^0+/, '')}`

function mountCompliance(app: FastifyInstance, serve: TrustHub['serve'], registry: Registry): void {
  const base = `${MESSAGING}/Services/:service/Compliance/Usa2p`
  const submit = (account: string, fields: Fields, id: string) => {
    const brand = registry.all().find((candidate) => candidate.id === fields['BrandRegistrationSid'])
    const [name = ''] = textField(brand?.fields ?? {}, 'businessName').split(' ')
    const application = {
      names: [name],
      ein: '',
      samples: textList(fields, 'MessageSamples'),
      hasLinks: textField(fields, 'HasEmbeddedLinks') === 'true',
      flow: textField(fields, 'MessageFlow'),
    }
    return registry.submit({ id, kind: 'campaign', account, fields, application })
  }
  app.get(
    base,
    serve(({ account, params }) => {
      const own = registry
        .all()
        .filter(({ account: of, fields }) => of === account && fields['service'] === params.service)
      return listed('compliance', own.map(campaignJson))
    }),
  )
  app.post(
    base,
    serve(async ({ account, fields, params }) =>
      campaignJson(await submit(account, { ...fields, service: params.service }, newSid('QE'))),
    ),
  )
  app.get(
    `${base}/:sid`,
    serve(async ({ account, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && campaignJson(found)
    }),
  )
  app.post(
    `${base}/:sid`,
    serve(async ({ account, fields, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && campaignJson(await submit(account, { ...found.fields, ...fields }, found.id))
    }),
  )
}

function campaignJson({ id, fields, state, reasons }: Registration): object {
  const errors = reasons.map(({ id: reason, text }) => ({
    error_code: CODES[reason]?.code ?? null,
    fields: CODES[reason]?.fields ?? [],
    description: text,
  }))
  return {
    sid: id,
    us_app_to_person_usecase: fields['UsAppToPersonUsecase'],
    campaign_status: { pending: 'IN_PROGRESS', approved: 'VERIFIED', rejected: 'FAILED' }[state],
    errors: state === 'rejected' ? errors : [],
  }
}

function mountVerifications(
  app: FastifyInstance,
  serve: TrustHub['serve'],
  { network, registry }: { network: Network; registry: Registry },
): void {
  const base = `${MESSAGING}/Tollfree/Verifications`
  const submit = (account: string, fields: Fields, id: string) => {
    const application = {
      names: [textField(fields, 'BusinessName'), textField(fields, 'DoingBusinessAs')].filter(Boolean),
      ein: textField(fields, 'BusinessRegistrationNumber'),
      samples: [textField(fields, 'ProductionMessageSample')],
      hasLinks: false,
      flow: textField(fields, 'AdditionalInformation'),
    }
    return registry.submit({ id, kind: 'toll_free', account, fields, application })
  }
  app.get(
    base,
    serve(({ account, query }) => {
      const number = textField(query, 'TollfreePhoneNumberSid')
      const own = registry
        .all()
        .filter(({ account: of, fields }) => of === account && fields['TollfreePhoneNumberSid'] === number)
      return listed('verifications', own.map(verificationJson))
    }),
  )
  app.post(
    base,
    serve(async ({ account, fields }) => {
      const number = phoneOf(textField(fields, 'TollfreePhoneNumberSid'))
      if (network.lines.get(number)?.account !== account) return undefined
      return verificationJson(await submit(account, fields, newSid('HH')))
    }),
  )
  app.get(
    `${base}/:sid`,
    serve(async ({ account, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && verificationJson(found)
    }),
  )
  app.post(
    `${base}/:sid`,
    serve(async ({ account, fields, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && verificationJson(await submit(account, { ...found.fields, ...fields }, found.id))
    }),
  )
}

function verificationJson({ id, fields, state, reasons }: Registration): object {
  const isRejected = state === 'rejected'
  return {
    sid: id,
    tollfree_phone_number_sid: fields['TollfreePhoneNumberSid'],
    status: { pending: 'PENDING_REVIEW', approved: 'TWILIO_APPROVED', rejected: 'TWILIO_REJECTED' }[state],
    rejection_reason: isRejected ? (reasons[0]?.text ?? '') : null,
    rejection_reasons: isRejected
      ? reasons.map(({ id: reason, text }) => ({ code: CODES[reason]?.code ?? null, reason: text }))
      : null,
    error_code: isRejected ? (CODES[reasons[0]?.id ?? '']?.code ?? null) : null,
  }
}
