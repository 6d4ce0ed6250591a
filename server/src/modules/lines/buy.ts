import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import { LINE_CHECKS_PER_HOUR } from '@crewline/contract/limits'
import type { buyLine, LineView, NumberOffer, searchNumbers } from '@crewline/contract/lines'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { numberMarket, type NumberRefusal } from './ports.ts'
import { DEFAULT_RATE_BY_TYPE, linePhone } from './rules.ts'
import { asLine, carriersHere, credentialsFor, failPhoneTaken, readLineView, refuseTakenPhone } from './service.ts'
import { addLine, everyLine, isInUse, type Credentials } from './store.ts'

type Buyer = Pick<BodyOf<typeof searchNumbers>, 'carrier' | 'account' | 'key' | 'publicKey'>

/** Lists numbers for sale that no organization of this installation uses. Fails as `refuse` describes. */
export async function search(
  kernel: Kernel,
  scope: Scope,
  { areaCode, contains, city, ...buyer }: BodyOf<typeof searchNumbers>,
): Promise<NumberOffer[]> {
  const credentials = await credentialsOf(kernel, scope, buyer)
  await limitOf(kernel).take(scope.orgId)
  const { country } = scope.org
  const found = await numberMarket
    .get()
    .search(kernel, { carrier: buyer.carrier, credentials }, { country, areaCode, contains, city })
  if (!Array.isArray(found)) return refuse(found, buyer.carrier)
  const system = kernel.database.asSystem('a number can belong to one organization only')
  const inUse = await Promise.all(found.map(({ phone }) => isInUse(system, phone)))
  return found
    .filter((_, at) => !inUse[at])
    .map((number) => ({ ...number, phoneDisplay: displayPhone(number.phone, country) }))
}

/**
 * Buys a number and adds it with the sending speed of local numbers. When the process dies between the purchase and the
 * insert, buying it again succeeds, because the account owns it. A number that the account owned already is one that the
 * organization brought: it is never given back for an unpaid invoice.
 */
export async function buy(kernel: Kernel, scope: Scope, input: BodyOf<typeof buyLine>): Promise<LineView> {
  const phone = linePhone(input.phone, 'local', scope.org.country) ?? fail('phone_invalid')
  if (await isInUse(kernel.database.asSystem('a number can belong to one organization only'), phone)) failPhoneTaken()
  const credentials = await credentialsOf(kernel, scope, input)
  await limitOf(kernel).take(scope.orgId)
  const { label, carrier } = input
  const now = kernel.world.now()
  const id = kernel.world.id()
  const textsPerSecond = DEFAULT_RATE_BY_TYPE.local
  const line = { id, orgId: scope.orgId, phone, label, carrier, type: 'local' as const, textsPerSecond, credentials }
  const result = await numberMarket.get().buy(kernel, asLine(line, now))
  if (result !== 'bought' && result !== 'owned') return refuse(result, carrier)
  await refuseTakenPhone(
    scope.tx(async (tx) => {
      await addLine(tx.db, kernel.encryption, result === 'bought' ? { ...line, boughtAt: now } : line, now)
      const account = { phone, carrier, account: credentials.account }
      if (result === 'bought') tx.audit('line.bought', id, account)
      else tx.audit('line.added', id, { ...account, type: line.type })
    }),
  )
  return readLineView(kernel, scope, id)
}

/** Shared with the checks of accounts: without it, stolen tokens could be tried out here. */
function limitOf(kernel: Kernel) {
  return makeLimit(kernel, 'line-check', LINE_CHECKS_PER_HOUR, 3600)
}

/** Returns the given credentials, else those of the newest number at the carrier. */
async function credentialsOf(kernel: Kernel, scope: Scope, buyer: Buyer): Promise<Credentials> {
  if (!carriersHere(kernel).includes(buyer.carrier))
    fail('invalid', { fieldErrors: { carrier: msg({ message: 'Choose a carrier.' }) } })
  if (buyer.account === undefined && buyer.key === undefined && buyer.publicKey === undefined) {
    const lines = await everyLine(scope.db, kernel.encryption)
    const known = lines.findLast((line) => line.carrier === buyer.carrier)
    if (known) return known.credentials
  }
  return credentialsFor(kernel, scope.orgId, buyer)
}

function refuse(why: NumberRefusal, carrier: string): never {
  switch (why) {
    case 'gone':
      return fail('number_gone')
    case 'unreachable':
      return fail('upstream', { internal: `the carrier ${carrier} did not answer about numbers for sale` })
    case 'trial':
      return fail('carrier_refused', {
        fieldErrors: {
          phone: msg({ message: 'A trial account can have one number only. Upgrade it at the carrier.' }),
        },
      })
    case 'not_allowed':
      return fail('carrier_refused', {
        fieldErrors: {
          phone: msg({
            message: 'The carrier does not let this account buy numbers. Check its balance and verification there.',
          }),
        },
      })
    case 'unknown_account':
      return fail('carrier_refused', {
        fieldErrors: {
          key: msg({ message: "The carrier didn't recognize this account and token." }),
        },
      })
  }
}
