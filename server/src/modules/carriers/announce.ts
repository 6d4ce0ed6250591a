import type { Kernel } from '../../kernel/kernel.ts'
import { textHookUrl, voiceHookUrl, type Line } from '../lines/index.ts'
import { carriersOf } from './registry.ts'

/** Registers a line's webhook addresses with a simulated carrier. At real carriers an administrator does this once. */
export async function announceLine(kernel: Kernel, line: Line, label: string): Promise<void> {
  const { publicUrl } = kernel.config
  await carriersOf(kernel.config, kernel.world)
    .get(line.carrier)
    ?.setUp?.(line.credentials, {
      phone: line.phone,
      label,
      inboundUrl: textHookUrl(publicUrl, line),
      voiceUrl: voiceHookUrl(publicUrl, line),
    })
}
