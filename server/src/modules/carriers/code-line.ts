import type { Kernel } from '../../kernel/kernel.ts'
import type { CodeTexter } from '../mail/index.ts'
import { carriersOf } from './registry.ts'

/** Codes go to users of any organization, so they use a number of their own (fictional: 555-01xx). */
const SIMULATED = {
  carrier: 'simulated',
  phone: '+13125550199',
  account: 'codes',
  key: 'codes-of-the-simulated-carrier',
}
/** A message with a code is useless after this long, in seconds. */
const VALIDITY_S = 600
const TIMEOUT_MS = 10_000

const configured = new WeakSet<Kernel>()

/** Sends codes from their own number. Uses the same id on every try: a carrier with references sends it only once. */
export const textCodes: CodeTexter = (kernel) => {
  const { codesFrom, simulators } = kernel.config
  if (!codesFrom && !simulators) return undefined
  const line = codesFrom ? { carrier: 'twilio', ...codesFrom } : SIMULATED
  return async (id, { to, body }) => {
    const carrier = carriersOf(kernel.config, kernel.world).get(line.carrier)
    if (!carrier) throw new Error(`unknown carrier: ${line.carrier}`)
    const account = { account: line.account, key: line.key, secret: line.key }
    const nowhere = `${kernel.config.publicUrl}/hooks/codes`
    if (!configured.has(kernel)) {
      await carrier.setUp?.(account, { phone: line.phone, label: 'Crewline codes', inboundUrl: nowhere })
      configured.add(kernel)
    }
    const outcome = await carrier.submit(
      account,
      {
        reference: id,
        from: line.phone,
        to,
        body,
        mediaUrls: [],
        callbackUrl: nowhere,
        validitySeconds: VALIDITY_S,
      },
      TIMEOUT_MS,
    )
    if (outcome.kind === 'not_accepted') throw new Error(`the carrier did not accept a code: ${outcome.why}`)
    // Do not retry an unknown outcome: two codes in a row are confusing, and the user can request another.
    return outcome.kind === 'refused' ? 'refused' : 'sent'
  }
}
