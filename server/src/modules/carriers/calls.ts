import type { Kernel } from '../../kernel/kernel.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Line } from '../lines/index.ts'
import type { CallGreeting } from './carrier.ts'

/** Who hears calls. Carriers repeat themselves: the same call id twice must be one voicemail, one missed call. */
export interface CallEars {
  /** What callers of this line hear before the tone. */
  greet(kernel: Kernel, line: Line): Promise<CallGreeting>
  /** A caller left a message; its file opens through `mediaFetcher`. */
  recorded(
    kernel: Kernel,
    line: Line,
    call: { callId: string; from: string; url: string; durationSec: number },
  ): Promise<void>
  /** A caller left nothing. */
  missed(kernel: Kernel, line: Line, call: { callId: string; from: string }): Promise<void>
}

/** Filled by voicemail: what callers hear and what becomes of what they leave. */
export const callEars = definePlug<CallEars>('callEars', {
  greet: () =>
    Promise.resolve({
      words: 'Nobody can answer calls to this number. Send a text instead.',
      audioUrl: null,
      maxSeconds: 0,
    }),
  recorded: () => Promise.resolve(),
  missed: () => Promise.resolve(),
})
