import type { Kernel } from '../../kernel/kernel.ts'
import { idMaker } from '../../kernel/world.ts'

/** Returns the kernel as it was at an earlier moment, so that what the demo writes with it was done then. */
export function kernelAt(kernel: Kernel, atMs: number): Kernel {
  return { ...kernel, world: { ...kernel.world, now: () => new Date(atMs), id: idMaker(() => atMs) } }
}
