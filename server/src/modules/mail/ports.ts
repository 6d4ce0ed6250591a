import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { CodeText } from './queue.ts'

/** Sends a code to a phone, and throws while that is not possible. Undefined when no way is configured. */
export type CodeTexter = (kernel: Kernel) => ((id: string, text: CodeText) => Promise<'sent' | 'refused'>) | undefined

/** Provided by carriers: sends codes by text. */
export const codeTexter = definePort<CodeTexter>('codeTexter')
