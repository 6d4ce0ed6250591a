import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Line } from '../lines/index.ts'
import type { CallGreeting } from './carrier.ts'

/** Call handlers. Carriers repeat webhooks: a repeated call id must not create a second voicemail or missed call. */
export interface CallHandler {
  /** The greeting before the tone. */
  greet(kernel: Kernel, line: Line): Promise<CallGreeting>
  /** Handles a recorded message. `mediaFetcher` opens its file. */
  recorded(
    kernel: Kernel,
    line: Line,
    call: { callId: string; from: string; url: string; durationSec: number },
  ): Promise<void>
  /** Handles a call without a message. */
  missed(kernel: Kernel, line: Line, call: { callId: string; from: string }): Promise<void>
}

/** Provided by voicemail: answers calls and handles the messages left. */
export const callHandler = definePort<CallHandler>('callHandler')
