import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Actor } from '../../kernel/scope.ts'

/** Provided by accounts: fails with `proof_needed` when the acting member proved their identity too long ago. */
export const recentProof =
  definePort<(kernel: Kernel, member: Extract<Actor, { kind: 'member' }>) => Promise<void>>('recentProof')
