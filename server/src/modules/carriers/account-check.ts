import type { Kernel } from '../../kernel/kernel.ts'
import { textHookUrl, voiceHookUrl, type AccountCheck, type Line } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

/** Tries the account of a line. A simulated carrier gives any free number to any account, so it is ordered there first. */
export async function checkAccount(kernel: Kernel, line: Line, label: string): Promise<AccountCheck> {
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
}
