import type Finch from '@tryfinch/finch-api'
import type { Config } from '../../../kernel/config.ts'
import { HrDown, type EmployeePage, type HrEvent, type HrProvider } from '../provider.ts'
import { callFinch, openFinch } from './client.ts'
import { employeeOf } from './read.ts'

/** What is asked for: who works there, how to reach them, and their job. No pay, no social security numbers. */
const PRODUCTS: ('company' | 'directory' | 'individual' | 'employment')[] = [
  'company',
  'directory',
  'individual',
  'employment',
]

/** Speaks to Finch through its SDK. */
export function makeFinchProvider(config: NonNullable<Config['finch']>, publicUrl: () => string): HrProvider {
  const open = (token?: string) => openFinch(config, publicUrl, token)
  return {
    startConnect: async ({ customerId, customerName, redirectUri, state }) => {
      const session = await callFinch(() =>
        open().connect.sessions.new({
          customer_id: customerId,
          customer_name: customerName,
          products: PRODUCTS,
          redirect_uri: redirectUri,
          minutes_to_expire: 60,
        }),
      )
      const url = new URL(session.connect_url)
      url.searchParams.set('state', state)
      return url.href
    },
    exchangeCode: async (code, redirectUri) => {
      const grant = await callFinch(() => open().accessTokens.create({ code, redirect_uri: redirectUri }))
      return {
        token: grant.access_token,
        connectionId: grant.connection_id,
        customerId: grant.customer_id ?? null,
        providerId: grant.provider_id,
      }
    },
    company: async (token) => {
      const company = await callFinch(() => open(token).hris.company.retrieve())
      return {
        id: company.id?.slice(0, 200) || null,
        name: (company.legal_name ?? '').trim().slice(0, 200).toWellFormed(),
      }
    },
    readPage: (token, at) => readPage(open(token), at),
    disconnect: async (token) => void (await callFinch(() => open(token).account.disconnect())),
    readEvent: (raw, headers) => readEvent(open(), raw, headers),
  }
}

async function readPage(finch: Finch, { offset, limit }: { offset: number; limit: number }): Promise<EmployeePage> {
  const page = await callFinch(() => finch.hris.directory.list({ limit, offset }))
  // An id that is none is left out, and the answer counts as incomplete.
  const ids = page.individuals.map(({ id }) => id).filter((id) => /^[\w-]{1,100}$/.test(id))
  if (ids.length === 0) return { people: [], total: page.paging.count ?? null, listed: 0 }
  const requests = ids.map((id) => ({ individual_id: id }))
  const [individuals, employments] = await Promise.all([
    callFinch(() => finch.hris.individuals.retrieveMany({ requests })),
    callFinch(() => finch.hris.employments.retrieveMany({ requests })),
  ])
  const individualOf = new Map(individuals.responses.map((response) => [response.individual_id, response]))
  const employmentOf = new Map(employments.responses.map((response) => [response.individual_id, response]))
  return {
    people: ids.map((id) => ({
      externalId: id,
      name: null,
      employee: employeeOf(id, individualOf.get(id), employmentOf.get(id)) ?? null,
      problem: null,
    })),
    total: page.paging.count ?? null,
    listed: ids.length,
  }
}

function readEvent(finch: Finch, raw: string, headers: Record<string, string>): HrEvent | 'forged' {
  let event: ReturnType<Finch['webhooks']['unwrap']>
  try {
    finch.webhooks.verifySignature(raw, headers)
  } catch {
    return 'forged'
  }
  try {
    event = finch.webhooks.unwrap(raw, headers)
  } catch (error) {
    throw new HrDown('a signed webhook could not be parsed', { cause: error })
  }
  const status = event.event_type === 'account.updated' ? event.data?.status : undefined
  return { connectionId: event.connection_id ?? '', kind: kindOf(event.event_type ?? '', status) }
}

function kindOf(type: string, status: string | undefined): HrEvent['kind'] {
  if (status === 'reauth' || status === 'disconnected') return status
  return /^(directory|individual|employment)\./.test(type) ? 'people' : 'other'
}
