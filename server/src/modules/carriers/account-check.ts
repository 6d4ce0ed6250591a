import { accountCheck, textHookUrl, voiceHookUrl } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

// A simulated carrier gives any free number to any account, so an unknown number is ordered there before it is refused.
accountCheck.provide(async (kernel, line, label) => {
  const carrier = carriersOf(kernel.config, kernel.world).get(line.carrier)
  if (!carrier) return 'unreachable'
  const result = await carrier.verify(line.credentials, line.phone)
  if (!carrier.setUp || result === 'unreachable') return result
  const { publicUrl } = kernel.config
  try {
    await carrier.setUp(line.credentials, {
      phone: line.phone,
      label,
      inboundUrl: textHookUrl(publicUrl, line),
      voiceUrl: voiceHookUrl(publicUrl, line),
      isNew: true,
    })
  } catch {
    return result === 'ok' ? 'unknown_number' : result
  }
  return carrier.verify(line.credentials, line.phone)
})
