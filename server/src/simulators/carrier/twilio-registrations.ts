import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, textField, type Fields } from './fields.ts'
import type { Network } from './network.ts'
import type { Registration } from './records.ts'
import type { Registry } from './registrations.ts'
import { mountTwilioCampaigns } from './twilio-campaigns.ts'
import { listed, newSid, type TrustHub, type TrustObject } from './twilio-trust.ts'
import { isAuthorized, refuse, VERSION } from './twilio.ts'

const TRUST = '/trusthub.twilio.com/v1'
const MESSAGING = '/messaging.twilio.com/v1'
/** What a secondary profile consists of besides the primary one. */
const NEEDED = ['customer_profile_business_information', 'authorized_representative_1', 'customer_profile_address']

/**
 * Mounts Twilio's registration of senders: https://www.twilio.com/docs/trust-hub/trusthub-rest-api. Every account has an
 * approved primary profile. Bundles are approved when they are submitted.
 */
export function mountTwilioRegistrations(app: FastifyInstance, network: Network, registry: Registry): void {
  const objects = new Map<string, TrustObject>()
  const hub: TrustHub = {
    objects,
    serve: (work) => async (request, reply) => {
      const account = accountOf(network, request)
      if (account === null) return refuse(reply, 401, 20003, 'Authenticate')
      if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
      const params = request.params as Record<string, string>
      const fields = request.method === 'POST' ? fieldsOf(request.body ?? {}) : {}
      const answer = await work({ account, fields, params, query: request.query as Fields })
      return answer === undefined ? absent(reply) : reply.code(request.method === 'POST' ? 201 : 200).send(answer)
    },
  }
  mountParts(app, hub)
  mountBundles(app, hub, 'CustomerProfiles')
  mountBundles(app, hub, 'TrustProducts')
  mountBrands(app, hub, registry)
  mountTwilioCampaigns(app, hub, { network, registry })
}

function accountOf(network: Network, request: FastifyRequest): string | null {
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return isAuthorized(network, request, user) ? user : null
}

const absent = (reply: FastifyReply) => refuse(reply, 404, 20404, 'The requested resource was not found')

/** Mounts addresses, end users and documents. */
function mountParts(app: FastifyInstance, { objects, serve }: TrustHub): void {
  const store = (account: string, prefix: string, type: string, attributes: Record<string, unknown>): object => {
    const object = { sid: newSid(prefix), account, type, attributes, status: 'draft', assigned: [] }
    objects.set(object.sid, object)
    return object
  }
  const attributesOf = (fields: Fields) =>
    JSON.parse(textField(fields, 'Attributes') || '{}') as Record<string, unknown>
  const change = (account: string, sid: string, attributes: Record<string, unknown>) => {
    const object = objects.get(sid)
    if (object?.account !== account) return undefined
    object.attributes = attributes
    return object
  }
  const addresses = `/${VERSION}/Accounts/:account/Addresses`
  app.post(
    `${addresses}.json`,
    serve(({ account, fields }) => store(account, 'AD', 'address', fields)),
  )
  app.post(
    `${addresses}/:sid.json`,
    serve(({ account, fields, params }) => change(account, params.sid ?? '', fields)),
  )
  for (const [path, prefix] of [
    ['EndUsers', 'IT'],
    ['SupportingDocuments', 'RD'],
  ] as const) {
    app.post(
      `${TRUST}/${path}`,
      serve(({ account, fields }) => store(account, prefix, textField(fields, 'Type'), attributesOf(fields))),
    )
    app.post(
      `${TRUST}/${path}/:sid`,
      serve(({ account, fields, params }) => change(account, params.sid ?? '', attributesOf(fields))),
    )
  }
}

function mountBundles(app: FastifyInstance, { objects, serve }: TrustHub, path: string): void {
  const base = `${TRUST}/${path}`
  const bundleOf = (account: string, sid = '') => {
    const bundle = objects.get(sid)
    return bundle?.account === account && bundle.type === path ? bundle : undefined
  }
  const json = ({ sid, status }: TrustObject) => ({ sid, status })
  app.get(
    base,
    serve(({ account, query }) => {
      const isPrimary = path === 'CustomerProfiles' && textField(query, 'Status') === 'twilio-approved'
      return listed('results', isPrimary ? [{ sid: `BU${account.slice(2)}`, status: 'twilio-approved' }] : [])
    }),
  )
  app.post(
    base,
    serve(({ account }) => {
      const bundle = { sid: newSid('BU'), account, type: path, attributes: {}, status: 'draft', assigned: [] }
      objects.set(bundle.sid, bundle)
      return json(bundle)
    }),
  )
  app.get(
    `${base}/:sid`,
    serve(({ account, params }) => bundleOf(account, params.sid)),
  )
  app.post(
    `${base}/:sid`,
    serve(({ account, params, fields }) => {
      const bundle = bundleOf(account, params.sid)
      if (bundle && textField(fields, 'Status') === 'pending-review') bundle.status = 'twilio-approved'
      return bundle && json(bundle)
    }),
  )
  app.get(
    `${base}/:sid/EntityAssignments`,
    serve(({ account, params }) =>
      listed(
        'results',
        (bundleOf(account, params.sid)?.assigned ?? []).map((sid) => ({ object_sid: sid })),
      ),
    ),
  )
  app.post(
    `${base}/:sid/EntityAssignments`,
    serve(({ account, params, fields }) => {
      const bundle = bundleOf(account, params.sid)
      const object = textField(fields, 'ObjectSid')
      bundle?.assigned.push(object)
      return bundle && { sid: newSid('BV'), object_sid: object }
    }),
  )
  app.post(
    `${base}/:sid/Evaluations`,
    serve(({ account, params }) => {
      const bundle = bundleOf(account, params.sid)
      const types = new Set(bundle?.assigned.map((sid) => objects.get(sid)?.type))
      const needed = path === 'CustomerProfiles' ? NEEDED : ['us_a2p_messaging_profile_information', 'CustomerProfiles']
      const missing = needed.filter((type) => !types.has(type))
      const invalid = missing.map((type) => ({ object_field: type, failure_reason: `${type} is missing` }))
      const status = missing.length === 0 ? 'compliant' : 'noncompliant'
      return bundle && { sid: newSid('EL'), status, results: invalid.length > 0 ? [{ invalid }] : [] }
    }),
  )
}

function mountBrands(app: FastifyInstance, { objects, serve }: TrustHub, registry: Registry): void {
  const base = `${MESSAGING}/a2p/BrandRegistrations`
  const submit = (account: string, fields: Fields, id: string) => {
    const profile = objects.get(textField(fields, 'CustomerProfileBundleSid'))
    const business = profile?.assigned.map((sid) => objects.get(sid)).find((object) => object?.type === NEEDED[0])
    const text = (name: string) => textField(business?.attributes ?? {}, name)
    const application = {
      names: [text('business_name')],
      ein: text('business_registration_number'),
      samples: [],
      hasLinks: false,
      flow: '',
    }
    const stored = { ...fields, businessName: text('business_name') }
    return registry.submit({ id, kind: 'brand', account, fields: stored, application })
  }
  app.get(
    base,
    serve(({ account }) =>
      listed(
        'data',
        registry
          .all()
          .filter((brand) => brand.account === account && brand.kind === 'brand')
          .map(brandJson),
      ),
    ),
  )
  app.post(
    base,
    serve(async ({ account, fields }) => brandJson(await submit(account, fields, newSid('BN')))),
  )
  app.get(
    `${base}/:sid`,
    serve(async ({ account, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && brandJson(found)
    }),
  )
  app.post(
    `${base}/:sid`,
    serve(async ({ account, params }) => {
      const found = await registry.read(account, params.sid ?? '')
      return found && brandJson(await submit(account, found.fields, found.id))
    }),
  )
}

function brandJson({ id, fields, state, reasons, segmentsPerDay }: Registration): object {
  const isRejected = state === 'rejected'
  return {
    sid: id,
    a2p_profile_bundle_sid: fields['A2PProfileBundleSid'],
    customer_profile_bundle_sid: fields['CustomerProfileBundleSid'],
    status: { pending: 'PENDING', approved: 'APPROVED', rejected: 'FAILED' }[state],
    brand_score: state === 'approved' ? (segmentsPerDay === 200_000 ? 90 : 45) : null,
    brand_feedback: isRejected && reasons.some((reason) => reason.id === 'ein') ? ['TAX_ID'] : [],
    failure_reason: isRejected ? (reasons[0]?.text ?? '') : null,
    errors: isRejected
      ? reasons.filter(({ id: code }) => code !== 'ein').map(({ id: code, text }) => ({ code, description: text }))
      : [],
    russell_3000: false,
  }
}
