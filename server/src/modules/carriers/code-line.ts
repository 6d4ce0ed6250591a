import type { Kernel } from '../../kernel/kernel.ts'
import { codeTexter } from '../mail/index.ts'
import { carriersOf } from './registry.ts'

/** Codes are for people of any organization, so they have a number of their own (fictional: 555-01xx). */
const SIMULATED = {
  carrier: 'simulated',
  phone: '+13125550199',
  account: 'codes',
  key: 'codes-of-the-simulated-carrier',
}
/** A text with a code is worthless after this long, in seconds. */
const VALIDITY_S = 600
const TIMEOUT_MS = 10_000

const known = new WeakSet<Kernel>()

// The same id on every try: a carrier that knows references sends it once.
codeTexter.fill((kernel) => {
  const { codesFrom, simulators } = kernel.config
  if (!codesFrom && !simulators) return undefined
  const line = codesFrom ? { carrier: 'twilio', ...codesFrom } : SIMULATED
  return async (id, { to, words }) => {
    const carrier = carriersOf(kernel.config, kernel.world).get(line.carrier)
    if (!carrier) throw new Error(`there is no carrier ${line.carrier}`)
    const account = { account: line.account, key: line.key, secret: line.key }
    const nowhere = `${kernel.config.publicUrl}/hooks/codes`
    if (!known.has(kernel)) {
      await carrier.setUp?.(account, { phone: line.phone, label: 'Crewline codes', inboundUrl: nowhere })
      known.add(kernel)
    }
    const outcome = await carrier.submit(
      account,
      {
        reference: id,
        from: line.phone,
        to,
        body: words,
        mediaUrls: [],
        callbackUrl: nowhere,
        validitySeconds: VALIDITY_S,
      },
      TIMEOUT_MS,
    )
    if (outcome.kind === 'not_accepted') throw new Error(`the carrier did not take a code: ${outcome.why}`)
    // Unknown is not tried again: two codes in a row confuse, and the person can ask for another.
    return outcome.kind === 'refused' ? 'refused' : 'sent'
  }
})
