import { accountCheck, textHookUrl, voiceHookUrl } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

// A simulated carrier gives whoever asks any number that is free, so there an unknown one is ordered before it is refused.
accountCheck.fill(async (kernel, line, label) => {
  const carrier = carriersOf(kernel.config, kernel.world).get(line.carrier)
  if (!carrier) return 'unreachable'
  const verdict = await carrier.verify(line.credentials, line.phone)
  if (!carrier.setUp || verdict === 'unreachable') return verdict
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
    return verdict === 'ok' ? 'unknown_number' : verdict
  }
  return carrier.verify(line.credentials, line.phone)
})
